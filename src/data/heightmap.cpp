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

Region grown(const Region& region, int radius, const GridSpec& grid) {
  const int x0 = std::max(0, region.x - radius), y0 = std::max(0, region.y - radius);
  const int x1 = std::min(grid.width, region.x + region.width + radius);
  const int y1 = std::min(grid.height, region.y + region.height + radius);
  return {x0, y0, x1 - x0, y1 - y0};
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

namespace {

/// Bilinear interpolation among the samples of a rectangle of a grid, at coordinates of the grid.
template <class Sample>
double interpolated(const Region& samples, const Vec2& at, Sample&& sample) {
  const int last_x = samples.x + samples.width - 1, last_y = samples.y + samples.height - 1;
  const double column = clamped(at.x, static_cast<double>(samples.x), static_cast<double>(last_x));
  const double row = clamped(at.y, static_cast<double>(samples.y), static_cast<double>(last_y));
  const int x0 = static_cast<int>(column), y0 = static_cast<int>(row);
  const int x1 = std::min(x0 + 1, last_x), y1 = std::min(y0 + 1, last_y);
  const double fx = column - x0;
  const double fy = row - y0;
  const double north = sample(x0, y0) * (1 - fx) + sample(x1, y0) * fx;
  const double south = sample(x0, y1) * (1 - fx) + sample(x1, y1) * fx;
  return north * (1 - fy) + south * fy;
}

/// Bilinear interpolation on a map whose first sample is sample (x, y) of the grid, at coordinates of the grid.
double sample_from(const Heightmap& map, int x, int y, const Vec2& at) {
  WEALD_CHECK(!map.heights.empty());
  return interpolated({x, y, map.width(), map.height()}, at,
                      [&](int column, int row) { return map.heights.at(column - x, row - y); });
}

/// Where a map lies in its whole map, whose coordinates are used so that those of a region have the same roundings.
struct Frame {
  explicit Frame(const Heightmap& map)
      : origin(map.place ? map.place->whole.origin : map.origin),
        x(map.place ? map.place->x : 0),
        y(map.place ? map.place->y : 0) {}
  Vec2 origin{0};
  int x, y;
};

}  // namespace

double sample_bilinear(const Heightmap& map, double column, double row) {
  return sample_from(map, 0, 0, {column, row});
}

double height_at(const Heightmap& map, const Vec2& xz) {
  const Frame frame(map);
  return sample_from(map, frame.x, frame.y, (xz - frame.origin) / map.cell_size);
}

double height_at(const GridSpec& map, const std::function<float(int column, int row)>& sample, const Vec2& xz) {
  return interpolated({0, 0, map.width, map.height}, (xz - map.origin) / map.cell_size, sample);
}

namespace {

// Slope along one axis between the points one cell before and after `at`, all in cells. The points are clamped to
// [first, last], and their actual distance is used, so the slope of a plane is exact also at the border.
template <class HeightAt>
double slope(double at, int first, int last, HeightAt&& height) {
  const double before = clamped(at - 1, static_cast<double>(first), static_cast<double>(last));
  const double after = clamped(at + 1, static_cast<double>(first), static_cast<double>(last));
  return after > before ? (height(after) - height(before)) / (after - before) : 0;
}

}  // namespace

Vec3 normal_at(const Heightmap& map, const Vec2& xz) {
  const Frame frame(map);
  const Vec2 cell = (xz - frame.origin) / map.cell_size;
  const auto height = [&](double x, double y) { return sample_from(map, frame.x, frame.y, {x, y}); };
  const double dx = slope(cell.x, frame.x, frame.x + map.width() - 1, [&](double x) { return height(x, cell.y); });
  const double dz = slope(cell.y, frame.y, frame.y + map.height() - 1, [&](double y) { return height(cell.x, y); });
  return glm::normalize(Vec3{-dx, map.cell_size, -dz});
}

}  // namespace weald
