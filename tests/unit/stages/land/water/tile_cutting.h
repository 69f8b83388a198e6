#pragma once
// Whole maps cut into tiles, and put together again.

#include <algorithm>
#include <vector>

#include "data/grid.h"
#include "stages/land/water/detail/tile_perimeter.h"

namespace weald::test {

/// Column and row of the first sample of a tile.
inline hydrology::detail::TileSample first_of(const weald::TileCuts& cuts, std::size_t tile) {
  hydrology::detail::TileSample first;
  for (std::size_t i = 0; i < tile % cuts.widths.size(); ++i) first.x += cuts.widths[i];
  for (std::size_t i = 0; i < tile / cuts.widths.size(); ++i) first.y += cuts.heights[i];
  return first;
}

/// The samples of a tile.
template <class T>
Grid<T> cut(const Grid<T>& whole, const weald::TileCuts& cuts, std::size_t tile) {
  const auto first = first_of(cuts, tile);
  Grid<T> result(cuts.width(tile), cuts.height(tile));
  for (int y = 0; y < result.height(); ++y) {
    for (int x = 0; x < result.width(); ++x) result.at(x, y) = whole.at(first.x + x, first.y + y);
  }
  return result;
}

/// Puts the samples of a tile where they belong.
template <class T>
void paste(const Grid<T>& part, const weald::TileCuts& cuts, std::size_t tile, Grid<T>& whole) {
  const auto first = first_of(cuts, tile);
  for (int y = 0; y < part.height(); ++y) {
    for (int x = 0; x < part.width(); ++x) whole.at(first.x + x, first.y + y) = part.at(x, y);
  }
}

/// Square tiles of `size` samples over a square map of `whole` samples; the last ones are smaller.
inline weald::TileCuts even_cuts(int whole, int size) {
  weald::TileCuts cuts;
  for (int begin = 0; begin < whole; begin += size) cuts.widths.push_back(std::min(size, whole - begin));
  cuts.heights = cuts.widths;
  return cuts;
}

/// Several ways to cut a map of `width` x `height` samples, at least 12 each: whole, even, uneven, into single samples.
inline std::vector<weald::TileCuts> cuts_of(int width, int height) {
  return {
      {{width}, {height}},
      {{width / 2, width - width / 2}, {height / 2, height - height / 2}},
      {{1, 2, width - 10, 7}, {5, height - 6, 1}},
      {{width}, std::vector<int>(static_cast<std::size_t>(height), 1)},
      {std::vector<int>(static_cast<std::size_t>(width), 1), std::vector<int>(static_cast<std::size_t>(height), 1)}};
}

}  // namespace weald::test
