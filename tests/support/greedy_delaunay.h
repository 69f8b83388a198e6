#pragma once
// What adaptive meshes are measured by: greedy insertion into a Delaunay triangulation, as Garland and Heckbert
// describe it (Fast Polygonal Approximation of Terrains and Height Fields, CMU-CS-95-181, 1995), their fastest variant:
// each triangle keeps its worst sample, a heap the triangles, and only changed triangles are scanned again.

#include <cstdint>
#include <vector>

#include "data/grid.h"

namespace weald::test {

struct GreedyMesh {
  std::vector<std::uint32_t> vertices;  ///< index of the sample, row by row
  std::vector<std::uint32_t> corners;   ///< three for each triangle
};

/// Inserts the worst sample until none is farther than `max_error` from the surface. Pre: at least 2 x 2 samples.
GreedyMesh insert_greedily(const Grid<float>& samples, float max_error);

}  // namespace weald::test
