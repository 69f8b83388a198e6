#include "methods/curve/nearest.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/math/clamped.h"

namespace weald::curve {

namespace {

Vec2 ground(const Vec3& p) { return {p.x, p.z}; }

int cell_of(double offset, double cell, int count) {
  return static_cast<int>(clamped(std::floor(offset / cell), 0.0, static_cast<double>(count - 1)));
}

}  // namespace

double nearest_share(const Vec2& p, const Vec2& a, const Vec2& b) {
  const Vec2 along = b - a;
  const double length2 = glm::dot(along, along);
  return length2 > 0 ? std::clamp(glm::dot(p - a, along) / length2, 0.0, 1.0) : 0.0;
}

NearestIndex::NearestIndex(std::span<const Polyline> lines, double reach) : reach_(reach) {
  WEALD_CHECK(reach > 0);
  Vec2 low{DBL_MAX};
  Vec2 high{-DBL_MAX};
  for (std::size_t l = 0; l < lines.size(); ++l) {
    const auto& points = lines[l].points;
    const std::size_t count = points.size();
    if (count == 0) continue;
    const std::size_t edges = count == 1 ? 1 : lines[l].closed ? count : count - 1;
    for (std::size_t i = 0; i < edges; ++i) {
      edges_.push_back(
          {points[i], points[(i + 1) % count], static_cast<std::uint32_t>(l), static_cast<std::uint32_t>(i)});
      low = glm::min(low, glm::min(ground(edges_.back().a), ground(edges_.back().b)));
      high = glm::max(high, glm::max(ground(edges_.back().a), ground(edges_.back().b)));
    }
  }
  if (edges_.empty()) return;
  size_cells(low, high);
  fill_cells();
}

void NearestIndex::size_cells(const Vec2& low, const Vec2& high) {
  origin_ = low - reach_;
  extent_ = high + reach_ - origin_;
  for (cell_ = reach_;; cell_ *= 2) {
    const double columns = std::floor(extent_.x / cell_) + 1;
    const double rows = std::floor(extent_.y / cell_) + 1;
    if (columns * rows > kMaxCells) continue;
    columns_ = static_cast<int>(columns);
    rows_ = static_cast<int>(rows);
    if (columns * rows == 1 || count_references() <= kMaxReferences) return;
  }
}

template <class Visitor>
void NearestIndex::visit_cells(const Edge& edge, Visitor&& visit) const {
  const Vec2 a = ground(edge.a) - origin_;
  const Vec2 b = ground(edge.b) - origin_;
  const Vec2 low = glm::min(a, b) - reach_;
  const Vec2 high = glm::max(a, b) + reach_;
  const int y0 = cell_of(low.y, cell_, rows_);
  const int y1 = cell_of(high.y, cell_, rows_);
  for (int y = y0; y <= y1; ++y) {
    // The part of the edge whose reach touches this row of cells bounds the columns.
    double share0 = 0;
    double share1 = 1;
    if (b.y != a.y) {
      const double s = (y * cell_ - reach_ - a.y) / (b.y - a.y);
      const double t = ((y + 1) * cell_ + reach_ - a.y) / (b.y - a.y);
      share0 = std::clamp(std::min(s, t), 0.0, 1.0);
      share1 = std::clamp(std::max(s, t), 0.0, 1.0);
    }
    const double xa = a.x + (b.x - a.x) * share0;
    const double xb = a.x + (b.x - a.x) * share1;
    // Slightly more than the reach, so that rounding of the shares cannot lose a cell.
    const double margin = reach_ * (1 + 1e-9) + 1e-9 * extent_.x;
    const int x0 = cell_of(std::min(xa, xb) - margin, cell_, columns_);
    const int x1 = cell_of(std::max(xa, xb) + margin, cell_, columns_);
    for (int x = x0; x <= x1; ++x)
      visit(static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x));
  }
}

std::size_t NearestIndex::count_references() const {
  std::size_t count = 0;
  for (const Edge& edge : edges_) {
    visit_cells(edge, [&](std::size_t) { ++count; });
    if (count > kMaxReferences) return count;
  }
  return count;
}

void NearestIndex::fill_cells() {
  const auto cells = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
  cell_begin_.assign(cells + 1, 0);
  for (const Edge& edge : edges_) {
    visit_cells(edge, [&](std::size_t cell) { ++cell_begin_[cell + 1]; });
  }
  for (std::size_t i = 0; i < cells; ++i) cell_begin_[i + 1] += cell_begin_[i];
  cell_edges_.resize(cell_begin_.back());
  std::vector<std::uint32_t> next(cell_begin_.begin(), cell_begin_.end() - 1);
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    visit_cells(edges_[e], [&](std::size_t cell) { cell_edges_[next[cell]++] = static_cast<std::uint32_t>(e); });
  }
}

// The edges of the cell that holds `p`: none where it lies outside the grid.
std::span<const std::uint32_t> NearestIndex::edges_near(const Vec2& p) const {
  const Vec2 local = p - origin_;
  if (edges_.empty() || !(local.x >= 0 && local.y >= 0 && local.x <= extent_.x && local.y <= extent_.y)) return {};
  const auto cell = static_cast<std::size_t>(cell_of(local.y, cell_, rows_)) * static_cast<std::size_t>(columns_) +
                    static_cast<std::size_t>(cell_of(local.x, cell_, columns_));
  return std::span{cell_edges_}.subspan(cell_begin_[cell], cell_begin_[cell + 1] - cell_begin_[cell]);
}

std::optional<NearestIndex::Hit> NearestIndex::nearest(const Vec2& p) const {
  double best2 = reach_ * reach_;
  std::optional<Hit> hit;
  for (const std::uint32_t i : edges_near(p)) {
    const Edge& edge = edges_[i];
    const double share = nearest_share(p, ground(edge.a), ground(edge.b));
    const Vec3 at = edge.a + (edge.b - edge.a) * share;
    const Vec2 off = p - ground(at);
    const double distance2 = glm::dot(off, off);
    if (hit ? distance2 < best2 : distance2 <= best2) {
      best2 = distance2;
      hit = Hit{0, at.y, edge.line};
    }
  }
  if (hit) hit->distance = std::sqrt(best2);
  return hit;
}

// Edges are in ascending order, those of a line one after the other. Distances are squared until the end.
void NearestIndex::nearest_of_each(const Vec2& p, std::vector<LineHit>& hits) const {
  hits.clear();
  for (const std::uint32_t i : edges_near(p)) {
    const Edge& edge = edges_[i];
    const Vec2 a = ground(edge.a), along = ground(edge.b) - a;
    const double share = nearest_share(p, a, ground(edge.b));
    const Vec2 off = p - (a + along * share);
    const double distance2 = glm::dot(off, off);
    if (!(distance2 <= reach_ * reach_)) continue;
    if (hits.empty() || hits.back().line != edge.line) {
      hits.push_back({edge.line, edge.number, share, distance2});
    } else if (distance2 < hits.back().distance) {
      hits.back() = {edge.line, edge.number, share, distance2};
    }
  }
  for (LineHit& hit : hits) hit.distance = std::sqrt(hit.distance);
}

}  // namespace weald::curve
