#pragma once
// Lands that are hard to drain: level, periodic, or with ways as long as they can be.

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "data/heightmap.h"

namespace weald::test {

/// Land of `size` x `size` samples of 3 m with the heights at(column, row).
template <class Height>
Heightmap land_of(int size, const Height& at) {
  Heightmap map(GridSpec{size, size, 3, {0, 0}});
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) map.heights.at(x, y) = static_cast<float>(at(x, y));
  }
  return map;
}

/// A river in a spiral of square turns, from the middle out to the border, one valley 4 samples from the next.
inline Heightmap spiral(int size) {
  Heightmap map(GridSpec{size, size, 3, {0, 0}});
  map.heights = Grid<float>(size, size, 1000.0f);
  int x = size / 2, y = size / 2, length = 4;
  float height = 900;
  for (int turn = 0;; ++turn, length += turn % 2 == 0 ? 4 : 0) {
    for (int i = 0; i < length; ++i) {
      if (x < 0 || y < 0 || x >= size || y >= size) return map;
      map.heights.at(x, y) = height -= 0.01f;
      x += turn % 4 == 0 ? 1 : turn % 4 == 2 ? -1 : 0;
      y += turn % 4 == 1 ? 1 : turn % 4 == 3 ? -1 : 0;
    }
  }
}

/// Lands that are hard to drain, with their names.
inline std::vector<std::pair<std::string, Heightmap>> hostile_lands(int size) {
  return {
      {"constant", land_of(size, [](int, int) { return 7; })},
      {"checkerboard", land_of(size, [](int x, int y) { return (x + y) % 2; })},
      {"ramp", land_of(size, [](int x, int y) { return 3 * x + y; })},
      {"bowl", land_of(size, [&](int x, int y) { return std::max(std::abs(2 * x - size), std::abs(2 * y - size)); })},
      {"steps", land_of(size, [](int x, int) { return x / 5; })},
      {"signed zeros", land_of(size, [](int x, int y) { return (x * 7 + y * 5) % 3 == 0 ? -0.0 : 0.0; })},
      {"spiral", spiral(size)}};
}

}  // namespace weald::test
