#include "stages/land/noise/detail/direction_table.h"

#include <cstddef>
#include <cstring>

#include "methods/raster/lattice.h"

namespace weald::noise::detail {

const DirectionTable& direction_table() {
  static const DirectionTable table = [] {
    DirectionTable result;
    for (std::size_t k = 0; k < 256; ++k) {
      const float pair[2] = {gradient_directions()[k].x, gradient_directions()[k].y};
      result.x[k] = pair[0];
      result.y[k] = pair[1];
      static_assert(sizeof(pair) == sizeof(result.pairs[k]));
      std::memcpy(&result.pairs[k], pair, sizeof(pair));
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
