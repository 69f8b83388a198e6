#pragma once
// Triangulation of polygons.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/run_context.h"
#include "data/mesh.h"
#include "methods/mesh/soup.h"

namespace weald::mesh {

/// Largest concave polygon that is accepted.
inline constexpr std::size_t kMaxConcaveCorners = 20'000;

/// Cuts a polygon into triangles, given as indices into `points`, counter-clockwise if the polygon is. The polygon is
/// projected along its vector area. Convex polygons give the fan around corner 0; others are cut by ear clipping, which
/// for a simple planar polygon of n corners always gives n - 2 triangles that tile it. A self-intersecting polygon
/// still gives n - 2 triangles, some of them folded over. Pre: at least three points. Throws StageError if a concave
/// polygon has more than kMaxConcaveCorners. `visits`, if given, is increased by the count of clip_ears(), a measure of
/// the work. Source: [meisters1975] (every simple polygon has two ears), [eberly2002].
std::vector<std::array<std::uint32_t, 3>> triangulate_polygon(std::span<const Vec3> points,
                                                              std::uint64_t* visits = nullptr);

/// The soup with every face triangulated; triangles are unchanged. UVs, normals and groups are kept. Pre: no face has
/// fewer than three corners.
Soup triangulate(Soup soup);

/// The mesh with every face triangulated. Two faces that share two opposite corners can produce the same diagonal
/// twice; build_mesh() then separates these edges, with a warning to `context`.
Mesh triangulate(const Mesh& mesh, const RunContext& context);

}  // namespace weald::mesh
