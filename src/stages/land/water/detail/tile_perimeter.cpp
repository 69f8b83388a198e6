#include "stages/land/water/detail/tile_perimeter.h"

#include "methods/raster/cells.h"

namespace weald::hydrology::detail {

std::size_t perimeter_size(int width, int height) {
  if (width == 1 || height == 1) return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  return 2 * static_cast<std::size_t>(width) + 2 * static_cast<std::size_t>(height) - 4;
}

std::size_t perimeter_place(int width, int height, TileSample sample) {
  const int north = width - 1, east = height - 1;  // steps along these sides
  if (sample.y == 0) return static_cast<std::size_t>(sample.x);
  if (sample.x == width - 1) return static_cast<std::size_t>(north + sample.y);
  if (sample.y == height - 1) return static_cast<std::size_t>(north + east + (north - sample.x));
  return static_cast<std::size_t>(2 * north + east + (east - sample.y));
}

std::vector<TileSample> perimeter_samples(int width, int height) {
  std::vector<TileSample> samples;
  samples.reserve(perimeter_size(width, height));
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

PerimeterSample beyond(const TileCuts& cuts, const PerimeterSample& from, TileSample at, int direction) {
  const auto d = static_cast<std::size_t>(direction);
  const PerimeterSample none{cuts.count(), 0};
  std::size_t column = from.tile % cuts.widths.size(), row = from.tile / cuts.widths.size();
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
  if (tile == from.tile) return none;
  return {tile, perimeter_place(cuts.width(tile), cuts.height(tile), {x, y})};
}

void for_seams(const TileCuts& cuts, const std::function<void(const PerimeterSample&, const PerimeterSample&)>& visit) {
  for (std::size_t tile = 0; tile < cuts.count(); ++tile) {
    const std::vector<TileSample> samples = perimeter_samples(cuts.width(tile), cuts.height(tile));
    for (std::size_t place = 0; place < samples.size(); ++place) {
      for (int d = 0; d < kDirections; ++d) {
        const PerimeterSample other = beyond(cuts, {tile, place}, samples[place], d);
        if (other.tile < cuts.count()) visit({tile, place}, other);
      }
    }
  }
}

}  // namespace weald::hydrology::detail
