#pragma once
// Surface reach: which triangles leave the neighbourhood of another surface.

#include <cstdint>
#include <vector>

#include "base/run_context.h"
#include "methods/mesh/soup.h"
#include "methods/mesh/surface_tree.h"

namespace weald::mesh {

/// What triangles_beyond() found.
struct Reach {
  std::vector<std::uint32_t> beyond;  ///< numbers of triangles, in ascending order
  std::uint64_t visits = 0;           ///< boxes of the surface that were looked at: a measure of the work
};

/// The triangles that have a point farther than `limit` metres from the surface `to`. None is missed; one whose
/// farthest point is nearer by less than a thirty-second part of the limit may be among them, and so may any where the
/// surfaces are so tangled that an answer takes too long: of 2048 triangles that follow each other those are that are
/// left when 2000 boxes of the surface for each of them have been looked at, or fewer, so that those for all triangles
/// are at most some 100 million. A triangle is cut into four as long as no
/// triangle of the target is near to all of it, which its corners tell: the distance to a convex shape is largest at a
/// corner. Pre: every face has three corners; limit > 0. Source: [sacht2024].
Reach triangles_beyond(const Soup& triangles, const SurfaceTree& to, double limit, const RunContext& context);

/// Whether triangles_beyond() finds any; known at the first one.
bool is_any_beyond(const Soup& triangles, const SurfaceTree& to, double limit, const RunContext& context);

}  // namespace weald::mesh
