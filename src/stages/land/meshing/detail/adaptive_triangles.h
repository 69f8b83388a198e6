#pragma once
// Approximates a heightmap by as few triangles as an error bound for every sample allows.

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
    float height;  ///< metres; within the bound of the sample there, not in general equal to it
  };
  std::vector<Vertex> vertices;        ///< row by row
  std::vector<std::uint32_t> corners;  ///< three for each triangle, counter-clockwise seen from above

  std::size_t triangle_count() const { return corners.size() / 3; }
};

/// A surface without cracks over the whole grid, of right triangles with corners at samples (and pieces of them at the
/// border), no sample of which is farther than `max_error` metres above or below it; every sample of every triangle is
/// looked at. The heights of the vertices are moved within the bound where that saves triangles. Where the bound is
/// below 2e-6 of the largest absolute height, the limit of floats, the surface has all samples. Memory: 5 bytes a
/// sample, up to half as many again where a side lies just above a power of two, and 20 bytes a triangle. The same for
/// any number of threads. Pre: at least 2 x 2 samples, all finite; max_error >= 0; `most` is at most 30 million. Throws
/// StageError where there would be more than `most` triangles. Source: [evans2001], [lindstrom1996], [gubin1967].
AdaptiveTriangles triangulate_adaptively(const Grid<float>& samples, double max_error, std::size_t most);

/// Levels of detail: as triangulate_adaptively for each of the errors, which do not fall, but every level has all
/// vertices of the next coarser one (at heights of its own), and its edges are edges of the coarser one or pieces of
/// them or lie inside its triangles; so that one level can be morphed into the other. Finer levels have a few more
/// triangles for it, the last one is that of triangulate_adaptively. Memory: a byte a sample more than for the
/// finest level, and the coarser levels.
std::vector<AdaptiveTriangles> triangulate_levels(const Grid<float>& samples, const std::vector<double>& max_errors,
                                                  std::size_t most);

/// Fewest samples along a side of a tile.
inline constexpr int kMinTileSide = 4;

/// Like triangulate_adaptively, for a tile of a larger terrain: the vertices on each side of the border, and their
/// heights, depend on the samples of that side and on `edge_error` alone, so that tiles meet without gaps whatever
/// their `max_error`. These vertices are samples, and no sample of the border is farther than `edge_error` from it.
AdaptiveTriangles triangulate_tile(const Grid<float>& samples, double max_error, double edge_error, std::size_t most);

/// Like triangulate_levels, for a tile: all levels have the same border.
std::vector<AdaptiveTriangles> triangulate_tile_levels(const Grid<float>& samples,
                                                       const std::vector<double>& max_errors, double edge_error,
                                                       std::size_t most);

}  // namespace weald::terrain
