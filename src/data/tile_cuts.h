#pragma once
// TileCuts: how a map is cut into rectangles; each sample belongs to exactly one of them.

#include <cstddef>
#include <vector>

#include "data/heightmap.h"

namespace weald {

/// The columns and rows of tiles.
struct TileCuts {
  std::vector<int> widths;   ///< of the columns of tiles, west to east, each at least 1
  std::vector<int> heights;  ///< of the rows of tiles, north to south, each at least 1

  /// Number of tiles.
  std::size_t count() const { return widths.size() * heights.size(); }
  /// Number of the tile in a column and a row of tiles; rows follow one another.
  std::size_t tile(std::size_t column, std::size_t row) const { return row * widths.size() + column; }
  /// Columns and rows of samples of a tile.
  int width(std::size_t tile) const { return widths[tile % widths.size()]; }
  int height(std::size_t tile) const { return heights[tile / widths.size()]; }
  /// The samples of each tile, in the order of their numbers.
  std::vector<Region> regions() const {
    std::vector<Region> result;
    int y = 0;
    for (const int rows : heights) {
      int x = 0;
      for (const int columns : widths) {
        result.push_back({x, y, columns, rows});
        x += columns;
      }
      y += rows;
    }
    return result;
  }
  bool operator==(const TileCuts&) const = default;
};

}  // namespace weald
