#include "stages/land/water/detail/tile_perimeter.h"

#include "methods/raster/cells.h"

namespace weald::hydrology::detail {

namespace {

/// Place of a sample in perimeter_samples().
std::size_t perimeter_place(int width, int height, TileSample sample) {
  const int north = width - 1, east = height - 1;  // steps along these sides
  if (sample.y == 0) return static_cast<std::size_t>(sample.x);
  if (sample.x == width - 1) return static_cast<std::size_t>(north + sample.y);
  if (sample.y == height - 1) return static_cast<std::size_t>(north + east + (north - sample.x));
  return static_cast<std::size_t>(2 * north + east + (east - sample.y));
}

/// The sample one step in `direction` from one on a perimeter, if it belongs to another tile; a tile of `cuts` that
/// does not exist has the number count().
PerimeterSample beyond(const TileCuts& cuts, std::size_t from, TileSample at, int direction) {
  const auto d = static_cast<std::size_t>(direction);
  const PerimeterSample none{cuts.count(), 0};
  std::size_t column = from % cuts.widths.size(), row = from / cuts.widths.size();
  int x = at.x + kStepX[d], y = at.y + kStepY[d];
  if ((x < 0 && column == 0) || (y < 0 && row == 0)) return none;
  if (x < 0) {
    x = cuts.widths[--column] - 1;
  } else if (x == cuts.widths[column]) {
    x = 0;
    if (++column == cuts.widths.size()) return none;
  }
  if (y < 0) {
    y = cuts.heights[--row] - 1;
  } else if (y == cuts.heights[row]) {
    y = 0;
    if (++row == cuts.heights.size()) return none;
  }
  const std::size_t tile = cuts.tile(column, row);
  if (tile == from) return none;
  return {tile, perimeter_place(cuts.width(tile), cuts.height(tile), {x, y})};
}

}  // namespace

std::vector<TileSample> perimeter_samples(int width, int height) {
  std::vector<TileSample> samples;
  for (int x = 0; x < width; ++x) samples.push_back({x, 0});
  for (int y = 1; y < height; ++y) samples.push_back({width - 1, y});
  if (height > 1) {
    for (int x = width - 2; x >= 0; --x) samples.push_back({x, height - 1});
  }
  if (width > 1) {
    for (int y = height - 2; y > 0; --y) samples.push_back({0, y});
  }
  return samples;
}

void for_seams(const TileCuts& cuts, const std::function<void(const SeamStep&)>& visit) {
  for (std::size_t tile = 0; tile < cuts.count(); ++tile) {
    const std::vector<TileSample> samples = perimeter_samples(cuts.width(tile), cuts.height(tile));
    for (std::size_t place = 0; place < samples.size(); ++place) {
      for (int d = 0; d < kDirections; ++d) {
        const PerimeterSample to = beyond(cuts, tile, samples[place], d);
        if (to.tile < cuts.count()) visit({{tile, place}, to, samples[place], d});
      }
    }
  }
}

}  // namespace weald::hydrology::detail
