#include "data/heightmap.h"

#include <algorithm>
#include <cmath>

#include <string>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/clamped.h"

namespace weald {

namespace {

std::string text_of(const GridSpec& grid) {
  return fmt::format("{} x {} samples {} m apart from ({}, {})", grid.width, grid.height, grid.cell_size, grid.origin.x,
                     grid.origin.y);
}

}  // namespace

void require_same_grid(const GridSpec& own, const GridSpec& grid, std::string_view key) {
  if (grid == own) return;
  throw StageError(fmt::format("the heightmaps lie on different grids: this one has {}, the stage has {}",
                               text_of(grid), text_of(own)),
                   std::string(key));
}

HeightRange height_range(const Heightmap& map) {
  const auto values = map.heights.values();
  if (values.empty()) return {};
  HeightRange range{values[0], values[0]};
  for (const float h : values) {
    range.min = std::min(range.min, h);
    range.max = std::max(range.max, h);
  }
  return range;
}

double sample_bilinear(const Heightmap& map, double column, double row) {
  WEALD_CHECK(!map.heights.empty());
  const double x = clamped(column, 0.0, static_cast<double>(map.width() - 1));
  const double y = clamped(row, 0.0, static_cast<double>(map.height() - 1));
  const int x0 = static_cast<int>(x);
  const int y0 = static_cast<int>(y);
  const int x1 = std::min(x0 + 1, map.width() - 1);
  const int y1 = std::min(y0 + 1, map.height() - 1);
  const double fx = x - x0;
  const double fy = y - y0;
  const double north = map.heights.at(x0, y0) * (1 - fx) + map.heights.at(x1, y0) * fx;
  const double south = map.heights.at(x0, y1) * (1 - fx) + map.heights.at(x1, y1) * fx;
  return north * (1 - fy) + south * fy;
}

double height_at(const Heightmap& map, const Vec2& xz) {
  const Vec2 cell = (xz - map.origin) / map.cell_size;
  return sample_bilinear(map, cell.x, cell.y);
}

namespace {

// Slope along one axis between the points one cell before and after `at`, all in cells. The points are clamped to [0,
// last], and their actual distance is used, so the slope of a plane is exact also at the border.
template <class HeightAt>
double slope(double at, int last, HeightAt&& height) {
  const double before = clamped(at - 1, 0.0, static_cast<double>(last));
  const double after = clamped(at + 1, 0.0, static_cast<double>(last));
  return after > before ? (height(after) - height(before)) / (after - before) : 0;
}

}  // namespace

Vec3 normal_at(const Heightmap& map, const Vec2& xz) {
  const Vec2 cell = (xz - map.origin) / map.cell_size;
  const double dx = slope(cell.x, map.width() - 1, [&](double x) { return sample_bilinear(map, x, cell.y); });
  const double dz = slope(cell.y, map.height() - 1, [&](double y) { return sample_bilinear(map, cell.x, y); });
  return glm::normalize(Vec3{-dx, map.cell_size, -dz});
}

}  // namespace weald
