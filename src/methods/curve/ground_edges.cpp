#include "methods/curve/ground_edges.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/check.h"
#include "methods/curve/nearest.h"

namespace weald::curve {

namespace {

using Chain = EdgeDistances::Chain;

bool is_edge(const Chain& chain) { return chain.first == chain.second; }

/// The distance from the line of a chain, without the division that the exact one needs.
double distance_to_line(const Vec2& p, const Chain& chain) {
  const double x = p.x - chain.line.a.x, y = p.y - chain.line.a.y;
  const double along_x = chain.line.b.x - chain.line.a.x, along_y = chain.line.b.y - chain.line.a.y;
  const double share = std::min(std::max((x * along_x + y * along_y) * chain.inverse, 0.0), 1.0);
  const double off_x = x - along_x * share, off_y = y - along_y * share;
  return std::sqrt(off_x * off_x + off_y * off_y);
}

/// One call of EdgeDistances::fill().
class DistanceFill {
 public:
  DistanceFill(std::span<const Chain> chains, double margin, const GridSpec& grid, const Region& region, double limit,
               std::span<double> squares)
      : chains_(chains), margin_(margin), grid_(grid), all_(region), limit_(limit), squares_(squares) {}

  void run(std::span<const std::uint32_t> roots) {
    candidates_.assign(roots.begin(), roots.end());
    visit(all_, 0);
  }

 private:
  static constexpr std::size_t kFewEdges = 3;

  /// Fills a window from the candidates of its surroundings, which begin at `begin` and are the last ones.
  void visit(const Region& window, std::size_t begin) {
    const std::size_t end = candidates_.size();
    const bool all_are_edges = keep(window, begin);
    const bool is_single = window.width == 1 && window.height == 1;
    if (is_single || (all_are_edges && candidates_.size() - end <= kFewEdges)) {
      measure(window, end);
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
      visit(first, end);
      visit(second, end);
    }
    candidates_.resize(end);
  }

  /// Appends the candidates from `begin` on that may be the nearest to a sample of the window, chains with much slack
  /// replaced by their halves. Returns whether all of them are single edges.
  bool keep(const Region& window, std::size_t begin) {
    const Vec2 middle = grid_.position(window.x + 0.5 * (window.width - 1), window.y + 0.5 * (window.height - 1));
    const double radius = 0.5 * grid_.cell_size * glm::length(Vec2{window.width - 1, window.height - 1});
    waiting_.assign(candidates_.begin() + static_cast<std::ptrdiff_t>(begin), candidates_.end());
    double bound = limit_ + radius;  // an edge farther from the middle than this is not the nearest to any sample
    bool all_are_edges = true;
    near_.clear();
    while (!waiting_.empty()) {
      // Every chain has an edge that is no farther away than its line plus its slack.
      halves_.clear();
      const std::size_t known = near_.size();
      for (const std::uint32_t number : waiting_) {
        const Chain& chain = chains_[number];
        const double distance = distance_to_line(middle, chain);
        bound = std::min(bound, distance + chain.slack + 2 * radius);
        near_.push_back({number, distance - chain.slack});
      }
      const double limit = bound * (1 + 1e-9) + margin_;  // slightly more, so that rounding cannot lose an edge
      std::size_t kept = known;
      for (std::size_t i = known; i < near_.size(); ++i) {
        if (near_[i].least > limit) continue;
        const Chain& chain = chains_[near_[i].chain];
        if (!is_edge(chain) && chain.slack >= 0.5 * radius) {
          halves_.push_back(chain.first);
          halves_.push_back(chain.second);
        } else {
          near_[kept++] = near_[i];
        }
      }
      near_.resize(kept);
      waiting_.swap(halves_);
    }
    const double limit = bound * (1 + 1e-9) + margin_;
    for (const Near& near : near_) {
      if (near.least > limit) continue;
      candidates_.push_back(near.chain);
      all_are_edges = all_are_edges && is_edge(chains_[near.chain]);
    }
    return all_are_edges;
  }

  void measure(const Region& window, std::size_t begin) {
    for (int y = window.y; y < window.y + window.height; ++y) {
      const auto row = squares_.subspan(static_cast<std::size_t>(y - all_.y) * static_cast<std::size_t>(all_.width));
      for (int x = window.x; x < window.x + window.width; ++x) {
        const Vec2 p = grid_.position(x, y);
        double best = std::numeric_limits<double>::infinity();
        for (std::size_t i = begin; i < candidates_.size(); ++i)
          best = std::min(best, squared_distance(p, chains_[candidates_[i]].line));
        row[static_cast<std::size_t>(x - all_.x)] = best;
      }
    }
  }

  /// A candidate, and the least distance from the middle of a window that one of its edges can have.
  struct Near {
    std::uint32_t chain;
    double least;
  };

  std::span<const Chain> chains_;
  double margin_;
  const GridSpec& grid_;
  Region all_;
  double limit_;
  std::span<double> squares_;
  std::vector<std::uint32_t> candidates_;  // of the windows that contain each other, one list after the other
  std::vector<std::uint32_t> waiting_, halves_;
  std::vector<Near> near_;
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

EdgeDistances::EdgeDistances(std::span<const GroundEdge> edges) {
  chains_.reserve(2 * edges.size());
  for (std::size_t begin = 0; begin < edges.size();) {
    std::size_t end = begin + 1;
    while (end < edges.size() && edges[end].a == edges[end - 1].b) ++end;
    roots_.push_back(add_chain(edges.subspan(begin, end - begin)));
    begin = end;
  }
  for (const GroundEdge& edge : edges) {
    for (const Vec2& end : {edge.a, edge.b}) scale_ = std::max({scale_, std::abs(end.x), std::abs(end.y)});
  }
}

std::uint32_t EdgeDistances::add_chain(std::span<const GroundEdge> edges) {
  const auto number = static_cast<std::uint32_t>(chains_.size());
  const GroundEdge line{edges.front().a, edges.back().b};
  const double square_length = glm::dot(line.b - line.a, line.b - line.a);
  chains_.push_back({line, square_length > 0 ? 1 / square_length : 0, 0, 0, 0});
  if (edges.size() == 1) return number;
  double square = 0;  // a distance from a line is greatest at the end of an edge
  for (const GroundEdge& edge : edges) square = std::max(square, squared_distance(edge.b, chains_[number].line));
  const std::size_t half = edges.size() / 2;
  const std::uint32_t first = add_chain(edges.first(half)), second = add_chain(edges.subspan(half));
  chains_[number].slack = std::sqrt(square);
  chains_[number].first = first;
  chains_[number].second = second;
  return number;
}

void EdgeDistances::fill(const GridSpec& grid, const Region& region, double limit, std::span<double> squares) const {
  WEALD_CHECK(squares.size() == static_cast<std::size_t>(region.width) * static_cast<std::size_t>(region.height));
  const Vec2 low = grid.position(region.x, region.y);
  const Vec2 high = grid.position(region.x + region.width, region.y + region.height);
  const double scale = std::max({scale_, std::abs(low.x), std::abs(low.y), std::abs(high.x), std::abs(high.y)});
  DistanceFill(chains_, 1e-14 * scale, grid, region, limit, squares).run(roots_);
}

}  // namespace weald::curve
