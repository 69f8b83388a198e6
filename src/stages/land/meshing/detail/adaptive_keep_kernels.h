#pragma once
// Vectorised tests for the smallest vertices of an adaptive mesh. Each function processes part of a row and returns the
// column of the first vertex that it leaves to the caller.

#include <cstddef>
#include <cstdint>

#include "stages/land/meshing/detail/rtin_triangle.h"

namespace weald::terrain::detail {

/// A row of the hierarchy, starting at column 0.
struct VertexRow {
  const float* samples;
  std::ptrdiff_t sample_stride;
  const float* heights;
  std::uint8_t* kept;
  std::ptrdiff_t stride;  ///< row stride of heights and kept
  int y;
  int width;  ///< columns of samples
};

/// Midpoints of edges of 2 samples, from column `x` onwards: kept if the sample is farther than `limit` from the edge.
/// Writes 0 to the vertices in between.
int keep_edges_of_2(const VertexRow& row, int x, float limit);

/// Centres of squares of side 2, from column 1 onwards: kept if the two triangles or an edge exceed the tolerance. Pre:
/// y is odd; the rows before and after are on the map.
int keep_squares_of_2(const VertexRow& row, const Tolerance& tolerance);

/// Midpoints of edges of 4 samples, from column `x` onwards: kept if the two triangles exceed the tolerance or a vertex
/// inside them is kept. Pre: x >= 2; two rows before and two after are on the map.
int keep_edges_of_4(const VertexRow& row, int x, const Tolerance& tolerance);

}  // namespace weald::terrain::detail
