#pragma once
// The work left for bark once all of it is written.

#include <span>
#include <vector>

#include "methods/mesh/soup.h"
#include "stages/plants/skin/detail/bark.h"
#include "stages/plants/skin/detail/bark_plan.h"

namespace weald::plant {

/// Where the part of each axis begins in a soup, as write_bark had it, and where the last one ends.
struct BarkParts {
  std::span<const SoupCount> begins;
  const SoupCount& end;

  /// Where the part of axis `i` ends.
  const SoupCount& end_of(std::size_t i) const { return i + 1 < begins.size() ? begins[i + 1] : end; }
};

/// Moves the texture of every axis so that at the lower edge of its foot it runs on from its parent's; `shifts` as
/// write_bark gave them.
void join_textures(const BarkPlan& plan, const BarkParts& parts, std::vector<Vec2> shifts, mesh::Soup& soup);

/// 1 for each face of bark inside its parent's, between a collar that lies on bark and the narrow end of its tube;
/// empty where there are none.
std::vector<std::uint8_t> unseen_faces(const BarkPlan& plan, const BarkParts& parts);

/// Gives flat ends that can be seen a normal of their own, so that their rims are edges. The soup gets corner_normals
/// where there are any. Pre: all its faces are written.
void set_flat_normals(const BarkPlan& plan, const BarkParts& parts, mesh::Soup& soup);

}  // namespace weald::plant
