#include "methods/raster/fill_voids.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "methods/raster/detail/membrane.h"

namespace weald::raster {

namespace {

struct Cell {
  int x = 0;
  int y = 0;
};

constexpr std::array<Cell, 8> kAround{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};

/// Distances of samples, of which the smaller one is 1.
Vec2 relative(const Vec2& spacing) {
  WEALD_CHECK(spacing.x > 0 && spacing.y > 0);
  return spacing / std::min(spacing.x, spacing.y);
}

/// The bounds of a void, inclusive.
struct VoidBounds {
  Cell low, high;
};

/// Finds the voids one after the other, in the order of their first samples. A void is a set of samples that touch at
/// sides or corners.
class VoidFinder {
 public:
  VoidFinder(const VoidMask& voids, const RunContext& context)
      : voids_(voids), context_(context), seen_(voids.width(), voids.height(), 0) {}

  /// Calls use(bounds) for each void.
  template <class Use>
  void each(const Use& use) {
    for (int y = 0; y < voids_.height(); ++y) {
      context_.check_stop();
      for (int x = 0; x < voids_.width(); ++x) {
        if (voids_.at(x, y) != 0 && seen_.at(x, y) == 0) use(bounds_at({x, y}));
      }
    }
  }

 private:
  VoidBounds bounds_at(Cell first) {
    VoidBounds bounds{first, first};
    std::vector<Cell> inside{first};
    seen_.at(first.x, first.y) = 1;
    for (std::size_t next = 0; next < inside.size(); ++next) {
      if (next % kCellsBetweenStops == 0) context_.check_stop();
      const Cell cell = inside[next];
      bounds.low = {std::min(bounds.low.x, cell.x), std::min(bounds.low.y, cell.y)};
      bounds.high = {std::max(bounds.high.x, cell.x), std::max(bounds.high.y, cell.y)};
      for (const Cell& step : kAround) visit({cell.x + step.x, cell.y + step.y}, inside);
    }
    return bounds;
  }

  void visit(Cell cell, std::vector<Cell>& inside) {
    if (cell.x < 0 || cell.y < 0 || cell.x >= voids_.width() || cell.y >= voids_.height()) return;
    if (voids_.at(cell.x, cell.y) == 0 || std::exchange(seen_.at(cell.x, cell.y), std::uint8_t{1}) != 0) return;
    inside.push_back(cell);
  }

  static constexpr std::size_t kCellsBetweenStops = std::size_t{1} << 16;

  const VoidMask& voids_;
  const RunContext& context_;
  Grid<std::uint8_t> seen_;
};

constexpr double kMaxSteps = 1e6;  // of the solver, to stop where rounding keeps it from its end

double largest_magnitude(const Grid<float>& heights, const VoidMask& voids) {
  float most = 0;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (voids.values()[i] == 0) most = std::max(most, std::abs(heights.values()[i]));
  }
  return most;
}

/// The largest of the voids' widths, in units of the smaller distance of samples. The width of a void is the lesser of
/// its extents, of those that do not reach from one edge of the grid to the other if there are any: where no sample
/// with data ends a void, its extent does not bound its heights.
double largest_width(const VoidMask& voids, const Vec2& spacing, const RunContext& context) {
  double width = 0;
  VoidFinder(voids, context).each([&](const VoidBounds& bounds) {
    const double across = (bounds.high.x - bounds.low.x + 1) * spacing.x;
    const double down = (bounds.high.y - bounds.low.y + 1) * spacing.y;
    const bool crosses = bounds.low.x == 0 && bounds.high.x == voids.width() - 1;
    const bool descends = bounds.low.y == 0 && bounds.high.y == voids.height() - 1;
    const double larger = std::max(across, down), lesser = std::min(across, down);
    width = std::max(width, crosses && descends ? larger : crosses ? down : descends ? across : lesser);
  });
  return width;
}

}  // namespace

std::optional<VoidCount> count_voids(const VoidMask& voids) {
  VoidCount result;
  for (int y = voids.height() - 1; y >= 0; --y) {
    const auto row = voids.row(y);
    const auto count = std::count_if(row.begin(), row.end(), [](std::uint8_t is_void) { return is_void != 0; });
    if (count == 0) continue;
    const auto first = std::find_if(row.begin(), row.end(), [](std::uint8_t is_void) { return is_void != 0; });
    result = {result.count + count, static_cast<int>(first - row.begin()), y};
  }
  return result.count > 0 ? std::optional(result) : std::nullopt;
}

void fill_smoothly(Grid<float>& heights, const VoidMask& voids, const Vec2& spacing, const RunContext& context) {
  WEALD_CHECK(heights.width() == voids.width() && heights.height() == voids.height());
  const auto found = count_voids(voids);
  if (found && found->count > kMaxSmoothVoids)
    throw StageError("too many samples have no data: at most " + std::to_string(kMaxSmoothVoids) + " can be filled",
                     "fill");
  const Vec2 unit = relative(spacing);
  // With residuals of at most r, no height of a void w wide is off by more than r w^2 / 8, as a parabola along its
  // width shows; at an edge of the grid, where the void has no border, w counts twice.
  const double width = 2.0 * (largest_width(voids, unit, context) + 1);
  const detail::SolverEnd end{std::max(8e-3 / (width * width), 1e-11 * largest_magnitude(heights, voids)),
                              static_cast<int>(std::min(20 * width, kMaxSteps)) + 1000};
  if (found) detail::stretch_membrane(heights, voids, unit, end, context);
}

}  // namespace weald::raster
