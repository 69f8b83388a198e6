#pragma once
// The last steps for bark, which need all of it to be written.

#include <span>
#include <vector>

#include "methods/mesh/soup.h"
#include "stages/plants/skin/detail/bark.h"
#include "stages/plants/skin/detail/bark_plan.h"

namespace weald::plant {

/// The ranges of a soup that write_bark() filled for each axis.
struct BarkParts {
  std::span<const SoupCount> begins;
  const SoupCount& end;

  /// The end of the part of axis `i`.
  const SoupCount& end_of(std::size_t i) const { return i + 1 < begins.size() ? begins[i + 1] : end; }
};

/// Shifts the texture of every axis to continue its parent's at the lower edge of its foot. `shifts` come from
/// write_bark().
void join_textures(const BarkPlan& plan, const BarkParts& parts, std::vector<Vec2> shifts, mesh::Soup& soup);

/// 1 for each face of bark that is inside its parent's bark, between a collar on the bark and the narrow end of its
/// tube; empty if there are none.
std::vector<std::uint8_t> unseen_faces(const BarkPlan& plan, const BarkParts& parts);

/// Gives visible flat ends separate normals, which makes their rims sharp. The soup gets corner_normals if there are
/// such ends. Pre: all of its faces are written.
void set_flat_normals(const BarkPlan& plan, const BarkParts& parts, mesh::Soup& soup);

}  // namespace weald::plant
