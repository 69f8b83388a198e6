#pragma once
// Used samples: the samples of a heightmap that become vertices of its mesh.

#include <cstddef>
#include <vector>

#include "data/grid.h"

namespace weald::terrain::detail {

/// Samples along one side of the map: those the mesh uses, and those of the apron before and after them.
struct Places {
  std::vector<int> all;   ///< ascending
  std::size_t first = 0;  ///< index in `all` of the mesh's first sample
  std::size_t count = 0;  ///< number of the mesh's samples

  int operator[](std::size_t i) const { return all[first + i]; }
};

/// Selects from `count` samples: inside the apron, every step-th sample and the last one; in the apron, the samples in
/// phase with these. Pre: step > 0.
Places used_samples(int count, int step, int apron);

/// The samples without the apron. Pre: the grid is larger than the apron.
Grid<float> without_apron(const Grid<float>& samples, int apron);

}  // namespace weald::terrain::detail
