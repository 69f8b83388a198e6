#pragma once
// Steps that follow once the bark of all axes is written.

#include <span>
#include <vector>

#include "methods/mesh/soup.h"
#include "stages/plants/skin/detail/bark.h"
#include "stages/plants/skin/detail/bark_plan.h"

namespace weald::plant {

/// The start of each axis's part of a soup, as given to write_bark, and the end of the last part.
struct BarkParts {
  std::span<const SoupCount> begins;
  const SoupCount& end;

  /// The end of the part of axis `i`.
  const SoupCount& end_of(std::size_t i) const { return i + 1 < begins.size() ? begins[i + 1] : end; }
};

/// Shifts the texture of every axis to continue the parent's texture at the lower edge of its foot. `shifts` are those
/// returned by write_bark.
void join_textures(const BarkPlan& plan, const BarkParts& parts, std::vector<Vec2> shifts, mesh::Soup& soup);

/// Per face of the bark: 1 if it lies inside the parent's bark, between a collar without a hole and the narrow end of
/// its tube. Empty if there are no such faces.
std::vector<std::uint8_t> unseen_faces(const BarkPlan& plan, const BarkParts& parts);

/// Gives visible flat ends a normal of their own, which makes their rims sharp edges. The soup gets corner_normals if
/// there are such ends. Pre: all faces of the soup are written.
void set_flat_normals(const BarkPlan& plan, const BarkParts& parts, mesh::Soup& soup);

}  // namespace weald::plant
