#include "stages/land/resampling/detail/sampling_params.h"

#include <cmath>

#include "base/math/clamped.h"

namespace weald::resampling {

Region region_around(const Vec2& low, const Vec2& high, const GridSpec& map) {
  const auto column = [&](double x) { return static_cast<int>(clamped(x, 0.0, map.width - 1.0)); };
  const auto row = [&](double y) { return static_cast<int>(clamped(y, 0.0, map.height - 1.0)); };
  // One more sample, since a border is continued from the last three.
  const int x0 = column(std::floor(low.x) - kReach), y0 = row(std::floor(low.y) - kReach);
  const int x1 = column(std::ceil(high.x) + kReach), y1 = row(std::ceil(high.y) + kReach);
  return {x0, y0, x1 - x0 + 1, y1 - y0 + 1};
}

Vec2 place_in(const GridSpec& map, const Vec2& p) {
  const Vec2 place = (p - map.origin) / map.cell_size;
  return {raster::snapped(place.x), raster::snapped(place.y)};
}

bool is_outside(const GridSpec& map, const Vec2& place) {
  return !(place.x >= 0 && place.y >= 0 && place.x <= map.width - 1 && place.y <= map.height - 1);
}

}  // namespace weald::resampling
