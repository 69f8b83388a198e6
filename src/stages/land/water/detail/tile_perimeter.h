#pragma once
// Tiles of a world, and the samples on their perimeters.
//
// Tiles cut a world into rectangles; each sample belongs to exactly one tile. Water crosses from tile to tile only
// between samples on their perimeters, so a summary of each perimeter is all that has to be known at once.

#include <cstddef>
#include <functional>
#include <vector>

#include "data/tile_cuts.h"

namespace weald::hydrology::detail {

/// A column and a row of a tile.
struct TileSample {
  int x = 0;
  int y = 0;
  bool operator==(const TileSample&) const = default;
};

/// The samples on the perimeter of a tile, clockwise from the north-west corner.
std::vector<TileSample> perimeter_samples(int width, int height);

/// A sample on the perimeter of a tile.
struct PerimeterSample {
  std::size_t tile = 0;
  std::size_t place = 0;  ///< in perimeter_samples()
};

/// A step from a sample of a tile to a neighbour in another one.
struct SeamStep {
  PerimeterSample from, to;
  TileSample at;      ///< the sample `from` in its tile
  int direction = 0;  ///< a Direction
};

/// Calls visit(step) for each two neighbouring samples of different tiles, in both directions.
void for_seams(const TileCuts& cuts, const std::function<void(const SeamStep&)>& visit);

}  // namespace weald::hydrology::detail
