#include "stages/plants/models/detail/attractor_tree.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace weald::tree {
namespace {

constexpr std::uint32_t kLeafSize = 12;

inline double distance2(const Vec3& a, const Vec3& b) {
  const Vec3 d = a - b;
  return glm::dot(d, d);
}

inline double distance2(const Bounds& box, const Vec3& p) {
  const auto outside = [](double low, double high, double at) { return std::max(std::max(low - at, at - high), 0.0); };
  const double x = outside(box.min.x, box.max.x, p.x), y = outside(box.min.y, box.max.y, p.y);
  const double z = outside(box.min.z, box.max.z, p.z);
  return x * x + y * y + z * z;
}

int longest_side(const Vec3& size) {
  if (size.x >= size.y && size.x >= size.z) return 0;
  return size.y >= size.z ? 1 : 2;
}

}  // namespace

AttractorTree::AttractorTree(std::span<const Vec3> positions, double influence2) {
  std::vector<std::uint32_t> order(positions.size());
  std::iota(order.begin(), order.end(), 0u);
  if (!order.empty()) build(order, positions, 0, static_cast<std::uint32_t>(order.size()));
  attractors_.reserve(positions.size());
  for (const std::uint32_t i : order) attractors_.push_back({positions[i], influence2, 0});
  for (Cell& cell : cells_) cell.farthest2 = influence2;
}

std::uint32_t AttractorTree::build(std::vector<std::uint32_t>& order, std::span<const Vec3> positions,
                                   std::uint32_t begin, std::uint32_t end) {
  const auto number = static_cast<std::uint32_t>(cells_.size());
  Cell cell;
  cell.begin = begin;
  cell.end = end;
  for (std::uint32_t i = begin; i < end; ++i) cell.box.add(positions[order[i]]);
  cells_.push_back(cell);
  const auto from = order.begin() + begin, to = order.begin() + end;
  if (end - begin <= kLeafSize) {
    std::sort(from, to);  // the order that nth_element leaves depends on the library
    return number;
  }
  const int axis = longest_side(cell.box.size());
  const std::uint32_t middle = begin + (end - begin) / 2;
  std::nth_element(from, order.begin() + middle, to, [&](std::uint32_t a, std::uint32_t b) {
    const double pa = positions[a][axis], pb = positions[b][axis];
    return pa != pb ? pa < pb : a < b;
  });
  build(order, positions, begin, middle);
  const std::uint32_t second = build(order, positions, middle, end);
  cells_[number].second = second;
  return number;
}

std::size_t AttractorTree::add_node(std::uint32_t node, const Vec3& position) {
  std::size_t captured = 0;
  if (!cells_.empty()) visit(0, node, position, captured);
  return captured;
}

/// Returns the cell's new farthest2. Pre: some point of the cell may be closer to `position` than its farthest2.
double AttractorTree::visit(std::uint32_t number, std::uint32_t node, const Vec3& position, std::size_t& captured) {
  Cell& cell = cells_[number];
  double farthest = -1;
  if (cell.second != 0) {
    for (const std::uint32_t part : {number + 1, cell.second}) {
      const double reach = cells_[part].farthest2;
      const bool near = distance2(cells_[part].box, position) < reach;
      farthest = std::max(farthest, near ? visit(part, node, position, captured) : reach);
    }
  } else {
    work_ += kLeafSize;
    for (std::uint32_t i = cell.begin; i < cell.end; ++i) {
      Attractor& attractor = attractors_[i];
      const double d = distance2(attractor.position, position);
      if (d < attractor.distance2) {
        attractor.distance2 = d;
        attractor.nearest = node;
        ++captured;
      }
      farthest = std::max(farthest, attractor.distance2);
    }
  }
  return cell.farthest2 = farthest;
}

std::uint32_t AttractorTree::nearest_to(const Vec3& position) const {
  double best2 = std::numeric_limits<double>::infinity();
  std::uint32_t best = 0;
  search(0, position, best2, best);
  return best;
}

void AttractorTree::search(std::uint32_t number, const Vec3& position, double& best2, std::uint32_t& best) const {
  const Cell& cell = cells_[number];
  if (distance2(cell.box, position) > best2) return;
  if (cell.second != 0) {
    const std::uint32_t first = number + 1;
    const bool swapped = distance2(cells_[cell.second].box, position) < distance2(cells_[first].box, position);
    search(swapped ? cell.second : first, position, best2, best);
    return search(swapped ? first : cell.second, position, best2, best);
  }
  for (std::uint32_t i = cell.begin; i < cell.end; ++i) {
    const double d = distance2(attractors_[i].position, position);
    if (d > best2 || (d == best2 && i > best)) continue;
    best2 = d;
    best = i;
  }
}

void AttractorTree::remove_reached(double kill2) {
  for (Attractor& attractor : attractors_) {
    if (attractor.distance2 >= 0 && attractor.distance2 < kill2) attractor.distance2 = -1;
  }
}

}  // namespace weald::tree
