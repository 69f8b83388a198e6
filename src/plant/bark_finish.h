#pragma once
// What remains to be done for bark when all of it is written.

#include <span>
#include <vector>

#include "mesh/soup.h"
#include "plant/bark.h"
#include "plant/bark_plan.h"

namespace weald::plant {

/// Moves the texture of every axis so that at the lower edge of its foot it runs on from its parent's. `shifts` and
/// `begins` as write_bark had them.
void join_textures(const BarkPlan& plan, std::span<const SoupCount> begins, std::vector<Vec2> shifts, mesh::Soup& soup);

/// Gives flat ends that can be seen a normal of their own, so that their rims are edges. The soup gets corner_normals
/// where there are any. Pre: all its faces are written; `begins` as write_bark had it.
void set_flat_normals(const BarkPlan& plan, std::span<const SoupCount> begins, mesh::Soup& soup);

}  // namespace weald::plant
