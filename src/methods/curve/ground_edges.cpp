#include "methods/curve/ground_edges.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/check.h"
#include "methods/curve/nearest.h"

namespace weald::curve {

namespace {

constexpr int kFewSamples = 64;  // of a window that is not halved further

/// One call of EdgeDistances::fill().
class DistanceFill {
 public:
  DistanceFill(std::span<const GroundEdge> edges, double margin, const GridSpec& grid, const Region& region,
               double limit, std::span<double> squares)
      : edges_(edges), margin_(margin), grid_(grid), all_(region), limit_(limit), squares_(squares) {
    candidates_.resize(edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i) candidates_[i] = static_cast<std::uint32_t>(i);
    distances_.resize(edges.size());
  }

  void run() { visit(all_, 0, candidates_.size()); }

 private:
  /// Fills a window from the candidates [begin, end) of its surroundings.
  void visit(const Region& window, std::size_t begin, std::size_t end) {
    const std::size_t kept = keep(window, begin, end);
    const std::size_t few = 2;
    if (std::int64_t{window.width} * window.height <= kFewSamples || kept - end <= few) {
      measure(window, end, kept);
    } else {
      Region first = window, second = window;
      if (window.width >= window.height) {
        first.width /= 2;
        second.x += first.width;
        second.width -= first.width;
      } else {
        first.height /= 2;
        second.y += first.height;
        second.height -= first.height;
      }
      visit(first, end, kept);
      visit(second, end, kept);
    }
    candidates_.resize(end);
  }

  /// Appends the candidates of [begin, end) that may be the nearest to a sample of the window. Returns their end.
  std::size_t keep(const Region& window, std::size_t begin, std::size_t end) {
    const Vec2 middle = grid_.position(window.x + 0.5 * (window.width - 1), window.y + 0.5 * (window.height - 1));
    const double radius = 0.5 * grid_.cell_size * glm::length(Vec2{window.width - 1, window.height - 1});
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = begin; i < end; ++i) {
      const double distance = std::sqrt(squared_distance(middle, edges_[candidates_[i]]));
      distances_[i - begin] = distance;
      nearest = std::min(nearest, distance);
    }
    // Slightly more, so that rounding cannot lose an edge.
    const double bound = std::min(nearest + 2 * radius, limit_ + radius) * (1 + 1e-9) + margin_;
    for (std::size_t i = begin; i < end; ++i) {
      if (distances_[i - begin] <= bound) candidates_.push_back(candidates_[i]);
    }
    return candidates_.size();
  }

  void measure(const Region& window, std::size_t begin, std::size_t end) {
    for (int y = window.y; y < window.y + window.height; ++y) {
      const auto row = squares_.subspan(static_cast<std::size_t>(y - all_.y) * static_cast<std::size_t>(all_.width));
      for (int x = window.x; x < window.x + window.width; ++x) {
        const Vec2 p = grid_.position(x, y);
        double best = std::numeric_limits<double>::infinity();
        for (std::size_t i = begin; i < end; ++i) best = std::min(best, squared_distance(p, edges_[candidates_[i]]));
        row[static_cast<std::size_t>(x - all_.x)] = best;
      }
    }
  }

  std::span<const GroundEdge> edges_;
  double margin_;
  const GridSpec& grid_;
  Region all_;
  double limit_;
  std::span<double> squares_;
  std::vector<std::uint32_t> candidates_;  // of the windows that contain each other, one list after the other
  std::vector<double> distances_;          // of the candidates of the current window
};

}  // namespace

std::vector<GroundEdge> ground_edges(std::span<const Polyline> lines) {
  std::vector<GroundEdge> edges;
  for (const Polyline& line : lines) {
    const std::size_t count = line.points.size();
    const std::size_t number = count <= 1 ? count : line.closed ? count : count - 1;
    for (std::size_t i = 0; i < number; ++i) {
      const Vec3 &a = line.points[i], &b = line.points[(i + 1) % count];
      edges.push_back({{a.x, a.z}, {b.x, b.z}});
    }
  }
  return edges;
}

double squared_distance(const Vec2& p, const GroundEdge& edge) {
  const Vec2 off = p - (edge.a + (edge.b - edge.a) * nearest_share(p, edge.a, edge.b));
  return glm::dot(off, off);
}

EdgeDistances::EdgeDistances(std::vector<GroundEdge> edges) : edges_(std::move(edges)) {
  for (const GroundEdge& edge : edges_) {
    for (const Vec2& end : {edge.a, edge.b}) scale_ = std::max({scale_, std::abs(end.x), std::abs(end.y)});
  }
}

void EdgeDistances::fill(const GridSpec& grid, const Region& region, double limit, std::span<double> squares) const {
  WEALD_CHECK(squares.size() == static_cast<std::size_t>(region.width) * static_cast<std::size_t>(region.height));
  const Vec2 low = grid.position(region.x, region.y);
  const Vec2 high = grid.position(region.x + region.width, region.y + region.height);
  const double scale = std::max({scale_, std::abs(low.x), std::abs(low.y), std::abs(high.x), std::abs(high.y)});
  DistanceFill(edges_, 1e-14 * scale, grid, region, limit, squares).run();
}

}  // namespace weald::curve
