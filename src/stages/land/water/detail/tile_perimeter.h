#pragma once
// Tiles of a world, and the samples on their perimeters.
//
// Tiles cut a world into rectangles; each sample belongs to exactly one tile. Water crosses from tile to tile only
// between samples on their perimeters, so a summary of each perimeter is all that has to be known at once.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace weald::hydrology::detail {

/// A column and a row of a tile.
struct TileSample {
  int x = 0;
  int y = 0;
  bool operator==(const TileSample&) const = default;
};

/// Number of samples on the perimeter of a tile of `width` x `height` samples. Pre: both at least 1.
std::size_t perimeter_size(int width, int height);
/// Place of a sample on the perimeter, clockwise from the north-west corner. Pre: on the perimeter.
std::size_t perimeter_place(int width, int height, TileSample sample);
/// The samples on the perimeter, each at its perimeter_place().
std::vector<TileSample> perimeter_samples(int width, int height);

/// How a world is cut: the columns and rows of its tiles.
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
  bool operator==(const TileCuts&) const = default;
};

/// A sample on the perimeter of a tile.
struct PerimeterSample {
  std::size_t tile = 0;
  std::size_t place = 0;
  bool operator==(const PerimeterSample&) const = default;
};

/// The sample one step in `direction` from one on a perimeter, if it belongs to another tile; a tile of `cuts` that
/// does not exist has the number count().
PerimeterSample beyond(const TileCuts& cuts, const PerimeterSample& from, TileSample at, int direction);

/// Calls visit(a, b) for each two neighbouring samples of different tiles, in both orders.
void for_seams(const TileCuts& cuts, const std::function<void(const PerimeterSample&, const PerimeterSample&)>& visit);

}  // namespace weald::hydrology::detail
