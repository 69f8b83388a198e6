#pragma once
// Bark: rings joined into closed tubes.

#include <cstdint>
#include <span>

#include "base/rng.h"
#include "methods/mesh/soup.h"
#include "stages/plants/skin/detail/bark_plan.h"
#include "stages/plants/skin/detail/crown_light.h"

namespace weald::plant {

/// Elements of a soup: their counts, or the numbers of the next ones to write.
struct SoupCount {
  std::uint64_t vertices = 0;
  std::uint64_t uvs = 0;
  std::uint64_t faces = 0;
  std::uint64_t corners = 0;

  SoupCount& operator+=(const SoupCount& more) {
    vertices += more.vertices;
    uvs += more.uvs;
    faces += more.faces;
    corners += more.corners;
    return *this;
  }
};

/// Size of the output of write_bark for an axis of the plan. There is a vertex for every corner of each ring that no
/// hole removes, for an apex, and for the corners of a collar.
SoupCount count_bark(const BarkPlan& plan, std::size_t axis);

/// The data shared by the bark of one plant.
struct BarkStyle {
  const BarkParams& bark;
  const FlareParams& flare;
  double thickest;  ///< largest radius of the plant, metres
  double shade;     ///< 0 to 1
  const CrownLight& light;
  Vec3 material_colour{1};  ///< sRGB; multiplies the vertex colours
};

/// Axes from `from` up to but excluding `to`.
struct AxisRange {
  std::size_t from;
  std::size_t to;
};

/// Destination of write_bark.
struct BarkOutput {
  std::span<const SoupCount> begins;  ///< one per axis of the plan: where its part of the soup starts
  std::span<Vec2> shifts;             ///< one per axis of the plan, see write_bark
  mesh::Soup& soup;                   ///< its arrays are already large enough
};

/// Writes the vertices and faces of axes. Adjacent rings with equal numbers of sides are joined by quads, others by
/// triangles. Everything is closed except the bases of roots if the plan's base is open. The texture lies around tubes
/// as their wraps say; v increases along the axis such that texels keep their aspect ratio at every radius. The texture
/// is mapped flat on ends that are not inside another tube. The shifts receive the offset between the textures of an
/// axis and of its parent at the lower edge of its foot; 0 without a collar. Pre: wrap_bark was called for the plan.
void write_bark(const BarkPlan& plan, const AxisRange& axes, const BarkStyle& style, const Rng& rng,
                const BarkOutput& output);

}  // namespace weald::plant
