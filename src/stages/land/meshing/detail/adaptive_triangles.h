#pragma once
// Adaptive triangulation: a heightmap as a surface with few triangles, within an error bound of every sample.
//
// A hierarchy of right triangles, bisected at the middle of the long edge. Two triangles replace their four halves if
// every sample they cover is within the bound; the usual test, at the middle of the long edge alone, exceeds its bound
// nearly twofold. A first, optimistic pass allows twice the bound; then the vertices are moved off their samples by
// projections onto convex sets, and a second pass tests strictly. That takes 1.16 times the triangles of greedy
// Delaunay insertion in a twentieth of its time. Independent levels would be almost nested; the coarsest is made
// first, and finer ones keep its vertices.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/grid.h"

namespace weald::terrain {

/// Triangles over a grid of samples.
struct AdaptiveTriangles {
  struct Vertex {
    int x;         ///< column
    int y;         ///< row
    float height;  ///< metres; within the bound of the sample there, but in general not equal to it
  };
  std::vector<Vertex> vertices;        ///< row by row
  std::vector<std::uint32_t> corners;  ///< three for each triangle, counter-clockwise seen from above

  std::size_t triangle_count() const { return corners.size() / 3; }
};

/// Triangulates the whole grid once for each error of `max_errors`, which are in nondecreasing order, without cracks,
/// using right triangles with corners at samples, clipped at the border. No sample is more than the error, in metres,
/// above or below the surface; every sample of every triangle is tested. Vertices are moved vertically within the bound
/// where that saves triangles. If the bound is below 2e-6 of the largest absolute height, the limit of float accuracy,
/// the surface contains all samples. The levels share vertices, so that one can be morphed into the next: every level
/// has all vertices of the next coarser one, at its own heights; its edges are edges of the coarser level, parts of
/// them, or lie inside the coarser triangles. Finer levels have slightly more triangles for this than alone. Memory: 5
/// bytes per sample, 6 for several levels, up to half as much again if a side is just above a power of two, and 20
/// bytes per triangle. The result does not depend on the number of threads.
/// Pre: at least 2 x 2 samples, all finite; errors >= 0; `most` is at most 30 million. Throws StageError if a level
/// needed more than `most` triangles.
/// Source: [evans2001], [lindstrom1996], [gubin1967].
std::vector<AdaptiveTriangles> triangulate_levels(const Grid<float>& samples, const std::vector<double>& max_errors,
                                                  std::size_t most);

/// Smallest number of samples along a side of a tile.
inline constexpr int kMinTileSide = 4;

/// As triangulate_levels, for a tile of a larger terrain; all levels have the same border. The vertices on each side of
/// the border and their heights depend only on the samples of that side and on `edge_error`, so tiles with different
/// errors also meet without gaps. Border vertices are samples, and no sample of the border is farther than `edge_error`
/// from it. A ring of triangles one sample wide joins the border to the interior mesh. Pre: edge_error is at most the
/// least of `max_errors`. Also throws StageError for fewer than kMinTileSide samples along a side.
std::vector<AdaptiveTriangles> triangulate_tile_levels(const Grid<float>& samples,
                                                       const std::vector<double>& max_errors, double edge_error,
                                                       std::size_t most);

}  // namespace weald::terrain
