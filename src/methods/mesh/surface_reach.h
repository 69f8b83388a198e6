#pragma once
// Surface reach: finds the triangles that leave the neighbourhood of another surface.

#include <cstdint>
#include <vector>

#include "base/run_context.h"
#include "methods/mesh/soup.h"
#include "methods/mesh/surface_tree.h"

namespace weald::mesh {

/// Result of triangles_beyond().
struct Reach {
  std::vector<std::uint32_t> beyond;  ///< numbers of triangles, in ascending order
  std::uint64_t visits = 0;           ///< boxes of the surface visited: a measure of the work
};

/// The triangles that have a point farther than `limit` metres from the surface `to`. No such triangle is missed. Two
/// kinds of other triangles may be included: triangles whose farthest point is closer than the limit by less than 1/32
/// of it, and triangles whose test would take too long because the surfaces are tangled. Triangles are tested in blocks
/// of 2048. Once a block has visited 2000 boxes of the surface per triangle, its remaining triangles are included. The
/// limit is lower for many triangles, so that all of them together visit about 100 million boxes at most. A triangle is
/// split into four until a triangle of the target is close to all of it. Testing the corners suffices, because the
/// distance to a convex shape is largest at a corner. Pre: every face has three corners; limit > 0. Source:
/// [sacht2024].
Reach triangles_beyond(const Soup& triangles, const SurfaceTree& to, double limit, const RunContext& context);

/// Whether triangles_beyond() finds any; stops at the first one.
bool is_any_beyond(const Soup& triangles, const SurfaceTree& to, double limit, const RunContext& context);

}  // namespace weald::mesh
