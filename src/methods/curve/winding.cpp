#include "methods/curve/winding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/error.h"
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

namespace {

double turn(const Vec2& a, const Vec2& b) { return a.x * b.y - a.y * b.x; }

/// Shares along every edge at which others meet it.
class Crossings {
 public:
  Crossings(std::span<const GroundEdge> edges, std::string_view key) : edges_(edges), key_(key), shares_(edges.size()) {
    // A line sweeps eastwards over the edges; those that it touches are candidates.
    std::vector<std::uint32_t> order(edges.size()), open;
    for (std::size_t i = 0; i < edges.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t i, std::uint32_t j) { return west(i) != west(j) ? west(i) < west(j) : i < j; });
    for (const std::uint32_t next : order) {
      std::erase_if(open, [&](std::uint32_t other) { return east(other) < west(next); });
      for (const std::uint32_t other : open) meet(other, next);
      open.push_back(next);
    }
  }

  std::vector<double>& shares(std::size_t edge) { return shares_[edge]; }

 private:
  double west(std::uint32_t i) const { return std::min(edges_[i].a.x, edges_[i].b.x); }
  double east(std::uint32_t i) const { return std::max(edges_[i].a.x, edges_[i].b.x); }

  void meet(std::uint32_t i, std::uint32_t j) {
    const auto& [a, b] = edges_[i];
    const auto& [c, d] = edges_[j];
    if (std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y)) return;
    const int side_a = side_of(c, d, a), side_b = side_of(c, d, b);
    const int side_c = side_of(a, b, c), side_d = side_of(a, b, d);
    if (side_a * side_b > 0 || side_c * side_d > 0) return;
    // Ends that lie on the other edge cut it; two edges on one line cut each other at their ends.
    if (side_a == 0) cut(j, a);
    if (side_b == 0) cut(j, b);
    if (side_c == 0) cut(i, c);
    if (side_d == 0) cut(i, d);
    if (side_a * side_b >= 0 || side_c * side_d >= 0) return;
    const double area = turn(b - a, d - c);
    if (area == 0) return;
    cut_at(i, turn(c - a, d - c) / area);
    cut_at(j, turn(c - a, b - a) / area);
  }

  void cut(std::uint32_t edge, const Vec2& at) {
    const Vec2 along = edges_[edge].b - edges_[edge].a;
    const double length2 = glm::dot(along, along);
    if (length2 > 0) cut_at(edge, glm::dot(at - edges_[edge].a, along) / length2);
  }

  void cut_at(std::uint32_t edge, double share) {
    if (!(share > 0 && share < 1)) return;
    shares_[edge].push_back(share);
    if (++count_ > 2 * kMaxCrossings) throw StageError("the curves cross each other too often", std::string(key_));
  }

  std::span<const GroundEdge> edges_;
  std::string_view key_;
  std::vector<std::vector<double>> shares_;
  std::size_t count_ = 0;
};

/// Winding numbers of points, with the edges sorted into strips of z.
class Strips {
 public:
  explicit Strips(std::span<const GroundEdge> edges) {
    low_ = edges[0].a.y;
    double high = low_;
    for (const auto& [a, b] : edges) {
      low_ = std::min({low_, a.y, b.y});
      high = std::max({high, a.y, b.y});
    }
    const double count = clamped(4 * std::sqrt(static_cast<double>(edges.size())), 1.0, 2048.0);
    strips_.resize(static_cast<std::size_t>(count));
    width_ = (high - low_) / static_cast<double>(strips_.size());
    for (const GroundEdge& edge : edges) {
      const std::size_t last = strip_of(std::max(edge.a.y, edge.b.y));
      for (std::size_t i = strip_of(std::min(edge.a.y, edge.b.y)); i <= last; ++i) strips_[i].push_back(edge);
    }
  }

  std::int32_t winding_at(const Vec2& p) const { return winding_number(strips_[strip_of(p.y)], p); }

 private:
  std::size_t strip_of(double z) const {
    const double last = static_cast<double>(strips_.size() - 1);
    return static_cast<std::size_t>(width_ > 0 ? clamped(std::floor((z - low_) / width_), 0.0, last) : 0.0);
  }

  double low_ = 0, width_ = 0;
  std::vector<std::vector<GroundEdge>> strips_;
};

}  // namespace

std::vector<GroundEdge> outline(std::span<const GroundEdge> edges, FillRule rule, std::string_view key) {
  std::vector<GroundEdge> result;
  if (edges.empty()) return result;
  Crossings crossings(edges, key);
  const Strips strips(edges);
  double scale = 0;
  for (const auto& [a, b] : edges)
    scale = std::max({scale, std::abs(a.x), std::abs(a.y), std::abs(b.x), std::abs(b.y)});
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Vec2 a = edges[i].a, along = edges[i].b - a;
    const double length = glm::length(along);
    if (!(length > 0)) continue;
    // Far enough from the edge that rounding does not move a point across it, and no farther.
    const Vec2 aside = Vec2{-along.y, along.x} / length * (1e-12 * scale + 1e-9 * length);
    std::vector<double>& shares = crossings.shares(i);
    shares.push_back(1);
    std::sort(shares.begin(), shares.end());
    double from = 0;
    for (const double to : shares) {
      if (!(to > from)) continue;
      const Vec2 middle = a + along * (0.5 * (from + to));
      const bool left = is_inside(rule, strips.winding_at(middle - aside));
      const bool right = is_inside(rule, strips.winding_at(middle + aside));
      if (left != right) result.push_back({a + along * from, to == 1 ? edges[i].b : a + along * to});
      from = to;
    }
  }
  return result;
}

}  // namespace weald::curve
