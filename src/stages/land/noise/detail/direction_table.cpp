#include "stages/land/noise/detail/direction_table.h"

#include <cstddef>

#include "methods/raster/lattice.h"

namespace weald::noise::detail {

const DirectionTable& direction_table() {
  static const DirectionTable table = [] {
    DirectionTable result;
    for (std::size_t k = 0; k < 256; ++k) {
      result.x[k] = gradient_directions()[k].x;
      result.y[k] = gradient_directions()[k].y;
    }
    for (std::size_t k = 0; k < 32; ++k) {
      result.octant_cosine[k ^ (k >> 1)] = result.x[k];
      result.octant_sine[k ^ (k >> 1)] = result.y[k];
    }
    return result;
  }();
  return table;
}

}  // namespace weald::noise::detail
