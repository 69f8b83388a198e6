#include "tree/attractor_tree.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace weald::tree {
namespace {

constexpr std::uint32_t kLeafSize = 12;

double distance2(const Vec3& a, const Vec3& b) {
  const Vec3 d = a - b;
  return glm::dot(d, d);
}

double distance2(const Bounds& box, const Vec3& p) {
  const Vec3 d = glm::max(glm::max(box.min - p, p - box.max), Vec3{0});
  return glm::dot(d, d);
}

int longest_side(const Vec3& size) {
  if (size.x >= size.y && size.x >= size.z) return 0;
  return size.y >= size.z ? 1 : 2;
}

}  // namespace

AttractorTree::AttractorTree(std::span<const Vec3> positions, double influence2) : order_(positions.size()) {
  attractors_.reserve(positions.size());
  for (const Vec3& position : positions) attractors_.push_back({position, influence2, 0});
  std::iota(order_.begin(), order_.end(), 0u);
  if (!order_.empty()) build(0, static_cast<std::uint32_t>(order_.size()));
}

std::uint32_t AttractorTree::build(std::uint32_t begin, std::uint32_t end) {
  const auto number = static_cast<std::uint32_t>(cells_.size());
  Cell cell;
  cell.begin = begin;
  cell.end = end;
  for (std::uint32_t i = begin; i < end; ++i) cell.box.add(attractors_[order_[i]].position);
  cell.farthest2 = attractors_[order_[begin]].distance2;
  cells_.push_back(cell);
  if (end - begin <= kLeafSize) return number;
  const int axis = longest_side(cell.box.size());
  const std::uint32_t middle = begin + (end - begin) / 2;
  std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                   [&](std::uint32_t a, std::uint32_t b) {
                     const double pa = attractors_[a].position[axis], pb = attractors_[b].position[axis];
                     return pa != pb ? pa < pb : a < b;
                   });
  build(begin, middle);
  const std::uint32_t second = build(middle, end);
  cells_[number].second = second;
  return number;
}

std::size_t AttractorTree::add_node(std::uint32_t node, const Vec3& position) {
  std::size_t captured = 0;
  if (!cells_.empty()) visit(0, node, position, captured);
  return captured;
}

/// Returns the cell's new farthest2.
double AttractorTree::visit(std::uint32_t number, std::uint32_t node, const Vec3& position, std::size_t& captured) {
  Cell& cell = cells_[number];
  if (distance2(cell.box, position) >= cell.farthest2) return cell.farthest2;
  if (cell.second != 0) {
    const double first = visit(number + 1, node, position, captured);
    cell.farthest2 = std::max(first, visit(cell.second, node, position, captured));
    return cell.farthest2;
  }
  double farthest = -1;
  for (std::uint32_t i = cell.begin; i < cell.end; ++i) {
    Attractor& attractor = attractors_[order_[i]];
    const double d = distance2(attractor.position, position);
    if (d < attractor.distance2) {
      attractor.distance2 = d;
      attractor.nearest = node;
      ++captured;
    }
    farthest = std::max(farthest, attractor.distance2);
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
    const double d = distance2(attractors_[order_[i]].position, position);
    if (d > best2 || (d == best2 && order_[i] > best)) continue;
    best2 = d;
    best = order_[i];
  }
}

void AttractorTree::remove_reached(double kill2) {
  for (Attractor& attractor : attractors_) {
    if (attractor.distance2 >= 0 && attractor.distance2 < kill2) attractor.distance2 = -1;
  }
}

}  // namespace weald::tree
