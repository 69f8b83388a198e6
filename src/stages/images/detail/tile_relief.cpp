#include "stages/images/detail/tile_relief.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "stages/images/detail/canvas.h"
#include "stages/images/detail/torus_points.h"

namespace weald::image {
namespace {

/// Distances in pixels, which grow by about two fifths from one to the next.
std::vector<int> steps_within(double pixels) {
  std::vector<int> steps;
  for (double at = 1; at <= std::max(pixels, 1.0) && at <= 4096; at = std::max(at + 1, 1.4 * at))
    steps.push_back(static_cast<int>(at));
  return steps;
}

}  // namespace

Image tile_normals(const Grid<float>& heights, const Grid<glm::vec2>& slopes, double cell, const RunContext& context) {
  const int width = heights.width(), height = heights.height();
  Canvas canvas(width, height, 8);
  for_rows(height, context, [&](int y) {
    const auto at = [&](int x, int row) {
      return static_cast<double>(heights.at(wrapped(x, width), wrapped(row, height)));
    };
    for (int x = 0; x < width; ++x) {
      const Vec2 own{slopes.at(x, y)};
      const Vec2 slope = own + Vec2{at(x + 1, y) - at(x - 1, y), at(x, y - 1) - at(x, y + 1)} * (0.5 / cell);
      const Vec3 normal = glm::normalize(Vec3{-slope.x, -slope.y, 1});
      canvas.set(x, y, Vec4{normal * (127.0 / 255.0) + 128.0 / 255.0, 1});
    }
  });
  return canvas.take();
}

Grid<float> tile_occlusion(const Grid<float>& heights, double cell, double reach, const RunContext& context) {
  constexpr std::array<std::pair<int, int>, 8> kWays{
      {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
  const int width = heights.width(), height = heights.height();
  const std::vector<int> steps = steps_within(reach / cell);
  Grid<float> result(width, height);
  for_rows(height, context, [&](int y) {
    for (int x = 0; x < width; ++x) {
      const double here{heights.at(x, y)};
      double sum = 0;
      for (const auto& [right, down] : kWays) {
        const double length = cell * (right != 0 && down != 0 ? std::sqrt(2.0) : 1.0);
        double steepest = 0;
        for (const int step : steps) {
          const double there{heights.at(wrapped(x + step * right, width), wrapped(y + step * down, height))};
          steepest = std::max(steepest, (there - here) / (length * step));
        }
        sum += 1 / (1 + steepest * steepest);
      }
      result.at(x, y) = static_cast<float>(sum / 8);
    }
  });
  return result;
}

}  // namespace weald::image
