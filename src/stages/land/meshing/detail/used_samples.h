#pragma once
// Used samples: which samples of a heightmap are vertices of its mesh.

#include <cstddef>
#include <vector>

#include "data/grid.h"

namespace weald::terrain::detail {

/// Along one side of the map, the samples that the mesh uses, and those of the apron before and after them.
struct Places {
  std::vector<int> all;   ///< ascending
  std::size_t first = 0;  ///< of the mesh, in `all`
  std::size_t count = 0;  ///< of the mesh

  int operator[](std::size_t i) const { return all[first + i]; }
};

/// For `count` samples: behind the apron every step-th and the last one; in the apron the samples in step with them.
/// Pre: step > 0.
Places used_samples(int count, int step, int apron);

/// The samples without the apron. Pre: more than the apron is there.
Grid<float> without_apron(const Grid<float>& samples, int apron);

}  // namespace weald::terrain::detail
