#pragma once
// Bark: rings joined into closed tubes.

#include <cstdint>
#include <span>

#include "base/rng.h"
#include "methods/mesh/soup.h"
#include "stages/plants/skin/detail/bark_plan.h"
#include "stages/plants/skin/detail/crown_light.h"

namespace weald::plant {

/// Elements of a soup: how many, or the number of the next one to write.
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

/// The output of write_bark for an axis of the plan: a vertex per corner of each ring that no hole removes, one for an
/// apex, and those of its collar.
SoupCount count_bark(const BarkPlan& plan, std::size_t axis);

/// The data shared by the bark of one plant.
struct BarkStyle {
  const BarkParams& bark;
  const FlareParams& flare;
  double thickest;  ///< largest radius of the plant, metres
  double shade;     ///< 0 to 1
  const CrownLight& light;
  Vec3 material_colour{1};  ///< sRGB; what vertex colours are multiplied with
};

/// Axes from `from` to before `to`.
struct AxisRange {
  std::size_t from;
  std::size_t to;
};

/// Where bark is written.
struct BarkOutput {
  std::span<const SoupCount> begins;  ///< one per axis of the plan: where its part of the soup starts
  std::span<Vec2> shifts;             ///< one per axis of the plan, see write_bark
  mesh::Soup& soup;                   ///< with arrays that are large enough
};

/// Writes the vertices and faces of axes. Neighbouring rings with equal sides are joined by quads, others by triangles;
/// nothing is left open but the bases of roots when the plan's base is open. u makes a whole number of turns; v grows
/// along the axis so that a texel keeps its aspect whatever the radius. The texture lies flat on ends that are not
/// inside another tube. The shifts receive the distance between the textures of an axis and of its parent at the lower
/// edge of its foot; 0 without a collar.
void write_bark(const BarkPlan& plan, const AxisRange& axes, const BarkStyle& style, const Rng& rng,
                const BarkOutput& output);

}  // namespace weald::plant
