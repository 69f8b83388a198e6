#include "front/compare/detail/heights.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "base/math/clamped.h"
#include "base/math/math.h"
#include "base/parallel.h"

namespace weald::compare {

namespace {

constexpr std::size_t kHeightRowsAtOnce = 32;
constexpr std::size_t kHistogramLevels = 4096;

/// Range of the finite heights; {0, 0} if there is none.
HeightRange finite_range(const Heightmap& map) {
  HeightRange range{INFINITY, -INFINITY};
  for (const float h : map.heights.values()) {
    if (!std::isfinite(h)) continue;
    range.min = std::min(range.min, h);
    range.max = std::max(range.max, h);
  }
  return range.min <= range.max ? range : HeightRange{};
}

double scale_of(const HeightRange& range) {
  const double largest = std::max(std::abs(double{range.min}), std::abs(double{range.max}));
  return std::max({double{range.max} - double{range.min}, 0.01 * largest, 1e-3});
}

bool same_bits(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }

/// Steepness at a sample, rise over run: central differences, one-sided at the border.
double steepness(const Heightmap& map, int x, int y) {
  const int x0 = std::max(x - 1, 0), x1 = std::min(x + 1, map.width() - 1);
  const int y0 = std::max(y - 1, 0), y1 = std::min(y + 1, map.height() - 1);
  const auto slope = [&](float low, float high, int cells) {
    return cells == 0 ? 0.0 : (double{high} - double{low}) / (cells * map.cell_size);
  };
  const double east = slope(map.heights.at(x0, y), map.heights.at(x1, y), x1 - x0);
  const double south = slope(map.heights.at(x, y0), map.heights.at(x, y1), y1 - y0);
  return std::sqrt(east * east + south * south);
}

/// The contribution of a row. Rows are summed in order, independently of the number of threads.
struct HeightRow {
  double largest = -1, largest_slope = -1;
  int largest_x = 0, largest_slope_x = 0;
  double squares = 0, slope_squares = 0;
  std::uint64_t changed = 0, unequal = 0, non_finite = 0;
  std::optional<int> first;
};

void add_slope(const Heightmap& a, const Heightmap& b, int x, int y, HeightRow& row) {
  const double p = steepness(a, x, y), q = steepness(b, x, y);
  // The difference of two arc tangents as a single arc tangent.
  const double change = p == q ? 0 : std::abs(math::degrees(math::atan((p - q) / (1 + p * q))));
  if (!std::isfinite(change)) return;
  row.slope_squares += change * change;
  if (change > row.largest_slope) {
    row.largest_slope = change;
    row.largest_slope_x = x;
  }
}

HeightRow compare_height_row(const Heightmap& a, const Heightmap& b, int y, double threshold) {
  HeightRow row;
  for (int x = 0; x < a.width(); ++x) {
    const float p = a.heights.at(x, y), q = b.heights.at(x, y);
    if (!same_bits(p, q)) {
      ++row.unequal;
      if (!row.first) row.first = x;
    }
    add_slope(a, b, x, y, row);
    if (!std::isfinite(p) || !std::isfinite(q)) {
      row.non_finite += same_bits(p, q) ? 0u : 1u;
      continue;
    }
    const double error = std::abs(double{p} - double{q});
    row.squares += error * error;
    row.changed += error > threshold ? 1 : 0;
    if (error > row.largest) {
      row.largest = error;
      row.largest_x = x;
    }
  }
  return row;
}

HeightErrors sum_height_rows(const std::vector<HeightRow>& rows, const Heightmap& expected, const Heightmap& actual) {
  HeightErrors errors;
  double squares = 0, slope_squares = 0;
  std::uint64_t changed = 0;
  for (int y = 0; y < static_cast<int>(rows.size()); ++y) {
    const HeightRow& row = rows[static_cast<std::size_t>(y)];
    squares += row.squares;
    slope_squares += row.slope_squares;
    changed += row.changed;
    errors.unequal += row.unequal;
    errors.non_finite += row.non_finite;
    if (row.largest > errors.max_error) {
      errors.max_error = row.largest;
      errors.max_error_at = {row.largest_x, y};
    }
    if (row.largest_slope > errors.max_slope) {
      errors.max_slope = row.largest_slope;
      errors.max_slope_at = {row.largest_slope_x, y};
    }
    if (row.first && !errors.first) {
      errors.first = SamplePosition{*row.first, y};
      errors.first_expected = expected.heights.at(*row.first, y);
      errors.first_actual = actual.heights.at(*row.first, y);
    }
  }
  const auto count = static_cast<double>(std::max<std::size_t>(expected.heights.size(), 1));
  errors.rmse = std::sqrt(squares / count);
  errors.rms_slope = std::sqrt(slope_squares / count);
  errors.changed = static_cast<double>(changed) / count;
  return errors;
}

/// Share of the finite heights in each of the equal steps of a range.
std::vector<double> histogram(const Heightmap& map, double low, double step) {
  std::vector<std::uint64_t> counts(kHistogramLevels);
  std::uint64_t all = 0;
  for (const float h : map.heights.values()) {
    if (!std::isfinite(h)) continue;
    const double level = clamped((h - low) / step, 0.0, static_cast<double>(kHistogramLevels - 1));
    ++counts[static_cast<std::size_t>(level)];
    ++all;
  }
  std::vector<double> shares(kHistogramLevels);
  for (std::size_t i = 0; i < shares.size() && all > 0; ++i)
    shares[i] = static_cast<double>(counts[i]) / static_cast<double>(all);
  return shares;
}

}  // namespace

double height_scale(const Heightmap& map) { return scale_of(finite_range(map)); }

double histogram_distance(const Heightmap& a, const Heightmap& b) {
  if (a.heights.empty() || b.heights.empty()) return 0;
  const HeightRange p = finite_range(a), q = finite_range(b);
  const double low = std::min(p.min, q.min), high = std::max(p.max, q.max);
  if (!(high > low)) return 0;
  const double step = (high - low) / (static_cast<double>(kHistogramLevels) - 1);
  const std::vector<double> shares_a = histogram(a, low, step), shares_b = histogram(b, low, step);
  double carried = 0, moved = 0;
  for (std::size_t i = 0; i < kHistogramLevels; ++i) {
    carried += shares_a[i] - shares_b[i];
    moved += std::abs(carried);
  }
  return moved * step;
}

HeightDifference compare_heights(const Heightmap& expected, const Heightmap& actual, const HeightTolerance& tolerance,
                                 const RunContext& context) {
  HeightDifference result;
  result.expected = expected.grid();
  result.actual = actual.grid();
  result.expected_range = finite_range(expected);
  result.actual_range = finite_range(actual);
  result.scale = scale_of(result.expected_range);
  result.histogram = histogram_distance(expected, actual);
  if (!result.same_size()) return result;
  const double threshold = tolerance.change_threshold * result.scale;
  std::vector<HeightRow> rows(static_cast<std::size_t>(expected.height()));
  parallel_blocks(rows.size(), kHeightRowsAtOnce, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    for (std::size_t y = begin; y < end; ++y)
      rows[y] = compare_height_row(expected, actual, static_cast<int>(y), threshold);
  });
  result.errors = sum_height_rows(rows, expected, actual);
  return result;
}

}  // namespace weald::compare
