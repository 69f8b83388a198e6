#pragma once
// Windows of heightmaps, as the engine gives them to stages.

#include <algorithm>

#include "data/heightmap.h"

namespace weald::test {

/// The samples of `own` and up to `halo` samples around it, with their place in `map`.
inline Heightmap window_of(const Heightmap& map, const Region& own, int halo) {
  const Region held = grown(own, halo, map.grid());
  Heightmap window(GridSpec{held.width, held.height, map.cell_size, map.grid().position(held.x, held.y)});
  window.place = CutPlace{map.grid(), held.x, held.y, own};
  for (int y = 0; y < held.height; ++y)
    std::copy_n(map.heights.row(held.y + y).begin() + held.x, held.width, window.heights.row(y).begin());
  return window;
}

}  // namespace weald::test
