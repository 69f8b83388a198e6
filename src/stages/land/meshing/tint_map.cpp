#include "stages/land/meshing/tint_map.h"

#include <algorithm>

#include "base/parallel.h"

namespace weald::terrain {

namespace {

/// Rise over run at a sample.
double slope_of(const Heightmap& map, int x, int y) {
  const int x0 = std::max(x - 1, 0), x1 = std::min(x + 1, map.width() - 1);
  const int y0 = std::max(y - 1, 0), y1 = std::min(y + 1, map.height() - 1);
  const auto rise = [&](int xa, int ya, int xb, int yb, int steps) {
    const double difference = static_cast<double>(map.heights.at(xb, yb)) - map.heights.at(xa, ya);
    return steps > 0 ? difference / (steps * map.cell_size) : 0.0;
  };
  return glm::length(Vec2{rise(x0, y, x1, y, x1 - x0), rise(x, y0, x, y1, y1 - y0)});
}

}  // namespace

Image tint_map(const Heightmap& map, const TintParams& params, std::uint64_t seed, const RunContext& context) {
  const HeightRange range = height_range(map);
  const GridSpec whole = map.whole_grid();
  const Tint tint(params, {range.min, range.max, (std::max(whole.width, whole.height) - 1) * map.cell_size}, seed);
  Image image{Grid<Rgba8>(map.width(), map.height())};
  parallel_blocks(static_cast<std::size_t>(map.height()), 16, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    TintCells cells;
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      for (int x = 0; x < map.width(); ++x)
        image.pixels.at(x, y) =
            to_rgba8(tint.colour(map.grid().position(x, y), map.heights.at(x, y), slope_of(map, x, y), cells));
    }
  });
  return image;
}

}  // namespace weald::terrain
