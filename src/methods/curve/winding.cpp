#include "methods/curve/winding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/check.h"
#include "base/math/clamped.h"

namespace weald::curve {

namespace {

/// The two parts of a number that have 26 bits each. Source: [shewchuk1997].
struct Halves {
  double high, low;
};

Halves halves_of(double a) {
  const double scaled = 134217729.0 * a;  // 2^27 + 1
  const double high = scaled - (scaled - a);
  return {high, a - high};
}

/// Adds the product a * b, without an error, to an expansion of `count` terms: numbers whose sum is exact.
void add_product(double a, double b, std::array<double, 12>& terms, std::size_t& count) {
  const double product = a * b;
  const Halves s = halves_of(a), t = halves_of(b);
  const double error = s.low * t.low - (((product - s.high * t.high) - s.low * t.high) - s.high * t.low);
  for (double addend : {error, product}) {
    for (std::size_t i = 0; i < count; ++i) {
      const double sum = addend + terms[i], back = sum - addend;
      terms[i] = (addend - (sum - back)) + (terms[i] - back);
      addend = sum;
    }
    terms[count++] = addend;
  }
}

int exact_side(const Vec2& a, const Vec2& b, const Vec2& p) {
  std::array<double, 12> terms{};
  std::size_t count = 0;
  add_product(a.x, b.y, terms, count);
  add_product(-a.x, p.y, terms, count);
  add_product(-p.x, b.y, terms, count);
  add_product(-a.y, b.x, terms, count);
  add_product(a.y, p.x, terms, count);
  add_product(p.y, b.x, terms, count);
  // The last term that is not 0 is larger than the sum of those before it.
  for (std::size_t i = count; i-- > 0;) {
    if (terms[i] != 0) return terms[i] > 0 ? 1 : -1;
  }
  return 0;
}

/// Whether the edge, which crosses the row of `p`, passes west of it or through it. Pre: low.y <= p.y < high.y.
bool is_east_of(const Vec2& low, const Vec2& high, const Vec2& p) { return side_of(low, high, p) <= 0; }

/// The number of rows of a grid whose z is less than `z`, clamped to [first, end].
int rows_before(double z, const GridSpec& grid, int first, int end) {
  const double estimate = std::ceil((z - grid.origin.y) / grid.cell_size);
  int row = static_cast<int>(clamped(estimate, static_cast<double>(first), static_cast<double>(end)));
  while (row > first && grid.position(0, row - 1).y >= z) --row;
  while (row < end && grid.position(0, row).y < z) ++row;
  return row;
}

/// The first column of [first, end) whose sample lies east of the edge or on it; `end` if there is none.
int column_east_of(const Vec2& low, const Vec2& high, const GridSpec& grid, int row, int first, int end) {
  const double z = grid.position(0, row).y;
  const double x = low.x + (z - low.y) * ((high.x - low.x) / (high.y - low.y));
  const double estimate = std::ceil((x - grid.origin.x) / grid.cell_size);
  int column = static_cast<int>(clamped(estimate, static_cast<double>(first), static_cast<double>(end)));
  while (column > first && is_east_of(low, high, grid.position(column - 1, row))) --column;
  while (column < end && !is_east_of(low, high, grid.position(column, row))) ++column;
  return column;
}

}  // namespace

int side_of(const Vec2& a, const Vec2& b, const Vec2& p) {
  const double left = (a.x - p.x) * (b.y - p.y), right = (a.y - p.y) * (b.x - p.x);
  const double area = left - right;
  // Bound of the error of `area`; the constant is (3 + 16 u) u with u = 2^-53.
  if (std::abs(area) > 3.3306690738754716e-16 * (std::abs(left) + std::abs(right))) return area > 0 ? 1 : -1;
  return exact_side(a, b, p);
}

std::int32_t winding_number(std::span<const GroundEdge> edges, const Vec2& p) {
  std::int32_t number = 0;
  for (const auto& [a, b] : edges) {
    const bool is_southward = a.y < b.y;
    const Vec2 &low = is_southward ? a : b, &high = is_southward ? b : a;
    if (!(low.y <= p.y && p.y < high.y)) continue;
    if (is_east_of(low, high, p)) number += is_southward ? -1 : 1;
  }
  return number;
}

void fill_winding_numbers(std::span<const GroundEdge> edges, const GridSpec& grid, const Region& region,
                          std::span<std::int32_t> numbers) {
  const auto width = static_cast<std::size_t>(region.width);
  WEALD_CHECK(numbers.size() == width * static_cast<std::size_t>(region.height));
  const int end_row = region.y + region.height, end_column = region.x + region.width;
  std::fill(numbers.begin(), numbers.end(), 0);
  // First the differences between neighbours in a row, then their sums.
  for (const auto& [a, b] : edges) {
    const bool is_southward = a.y < b.y;
    const Vec2 &low = is_southward ? a : b, &high = is_southward ? b : a;
    const int first = rows_before(low.y, grid, region.y, end_row), end = rows_before(high.y, grid, first, end_row);
    for (int row = first; row < end; ++row) {
      const int column = column_east_of(low, high, grid, row, region.x, end_column);
      if (column == end_column) continue;
      const std::size_t at =
          static_cast<std::size_t>(row - region.y) * width + static_cast<std::size_t>(column - region.x);
      numbers[at] += is_southward ? -1 : 1;
    }
  }
  for (std::size_t begin = 0; begin < numbers.size(); begin += width) {
    for (std::size_t i = begin + 1; i < begin + width; ++i) numbers[i] += numbers[i - 1];
  }
}

}  // namespace weald::curve
