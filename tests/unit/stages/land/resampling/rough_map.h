#pragma once
// A map of independent random heights.

#include "base/rng.h"
#include "data/heightmap.h"

namespace weald::test {

/// Heights between -90 and 90 m.
inline Heightmap rough_map(const GridSpec& grid) {
  const Rng rng(4);
  Heightmap map(grid);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x)
      map.heights.at(x, y) =
          static_cast<float>(rng.uniform_in(-90, 90, static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)));
  }
  return map;
}

}  // namespace weald::test
