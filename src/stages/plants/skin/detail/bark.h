#pragma once
// Bark: rings joined into closed tubes.

#include <cstdint>
#include <span>

#include "base/rng.h"
#include "methods/mesh/soup.h"
#include "stages/plants/skin/detail/bark_plan.h"
#include "stages/plants/skin/detail/crown_light.h"

namespace weald::plant {

/// Counts of a soup's elements, or the indices of the next ones to write.
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

/// Size of the output of write_bark() for an axis of the plan: a vertex for each corner of a ring that no hole removes,
/// one for an apex, and those of the collar.
SoupCount count_bark(const BarkPlan& plan, std::size_t axis);

/// The data shared by the bark of one plant.
struct BarkStyle {
  const BarkParams& bark;
  const FlareParams& flare;
  double thickest;  ///< largest radius of the plant, metres
  double shade;     ///< 0 to 1
  const CrownLight& light;
  Vec3 material_colour{1};  ///< sRGB; vertex colours are multiplied by it
};

/// The axes from `from` up to but excluding `to`.
struct AxisRange {
  std::size_t from;
  std::size_t to;
};

/// Writes the vertices and faces of axes into `soup`, starting at `begins` for each axis. Pre: the arrays of `soup` are
/// large enough. Adjacent rings with the same number of sides are joined by quads, others by triangles. The surface is
/// closed, except for the bases of roots if the plan's base is open. u makes a whole number of turns; v increases along
/// the axis such that texels keep their aspect ratio for every radius. The texture is mapped flat on ends that are not
/// inside another tube. `shifts`, one per axis of the plan, receive the offset between the textures of an axis and of
/// its parent at the lower edge of its foot; 0 without a collar.
void write_bark(const BarkPlan& plan, const AxisRange& axes, const BarkStyle& style, const Rng& rng,
                std::span<const SoupCount> begins, std::span<Vec2> shifts, mesh::Soup& soup);

}  // namespace weald::plant
