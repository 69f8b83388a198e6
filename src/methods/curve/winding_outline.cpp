#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/math/clamped.h"
#include "methods/curve/winding.h"

namespace weald::curve {

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
