#pragma once
// Which of the smallest vertices an adaptive mesh needs, many at a time. Internal to terrain/. Each function does a
// part of a row, and returns the column of the first vertex that is left to do.

#include <cstddef>
#include <cstdint>

#include "stages/land/meshing/detail/rtin_triangle.h"

namespace weald::terrain::detail {

/// A row of the hierarchy, from column 0 on.
struct VertexRow {
  const float* samples;
  std::ptrdiff_t sample_stride;
  const float* heights;
  std::uint8_t* kept;
  std::ptrdiff_t stride;  ///< of heights and kept
  int y;
  int width;  ///< of the samples
};

/// Vertices in the middle of edges of 2 samples, from column `x` on: kept where the sample is farther than `limit` from
/// the edge. Writes 0 between them.
int keep_edges_of_2(const VertexRow& row, int x, float limit);

/// Vertices in the middle of squares of side 2, from column 1 on: kept where the two triangles or an edge exceed the
/// tolerance. Pre: y is odd, the rows before and after are on the map.
int keep_squares_of_2(const VertexRow& row, const Tolerance& tolerance);

/// Vertices in the middle of edges of 4 samples, from column `x` on: kept where the two triangles exceed the tolerance
/// or a vertex inside is kept. Pre: x >= 2, as many rows before and after are on the map.
int keep_edges_of_4(const VertexRow& row, int x, const Tolerance& tolerance);

}  // namespace weald::terrain::detail
