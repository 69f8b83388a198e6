#include "mesh/surface_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/check.h"

namespace weald::mesh {

namespace {

constexpr std::uint32_t kLeafSize = 4;
constexpr std::size_t kMaxDepth = 64;

double squared_length(const Vec3& v) { return glm::dot(v, v); }

double squared_distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double length = squared_length(along);
  const double t = length > 0 ? std::clamp(glm::dot(p - a, along) / length, 0.0, 1.0) : 0.0;
  return squared_length(p - (a + along * t));
}

}  // namespace

double squared_distance(const Vec3& point, const Corners& triangle) {
  const auto& [a, b, c] = triangle;
  const Vec3 normal = glm::cross(b - a, c - a);
  const double area = squared_length(normal);
  const auto inside = [&](const Vec3& from, const Vec3& to) {
    return glm::dot(glm::cross(to - from, point - from), normal) >= 0;
  };
  if (area > 0 && inside(a, b) && inside(b, c) && inside(c, a)) {
    const double height = glm::dot(point - a, normal);
    return height * height / area;
  }
  return std::min({squared_distance_to_segment(point, a, b), squared_distance_to_segment(point, b, c),
                   squared_distance_to_segment(point, c, a)});
}

/// Splits at the median of the centres along the longest side of their box. Ties go by index: the tree is the same
/// on every machine.
struct SurfaceTree::Builder {
  SurfaceTree& tree;
  std::vector<Vec3f> centres;

  void build(std::uint32_t begin, std::uint32_t end) {
    const std::size_t index = tree.nodes_.size();
    tree.nodes_.push_back(box(begin, end));
    if (end - begin <= kLeafSize) {
      tree.nodes_[index].first = begin;
      tree.nodes_[index].count = end - begin;
      return;
    }
    const std::uint32_t middle = begin + (end - begin) / 2;
    split(begin, middle, end);
    build(begin, middle);
    tree.nodes_[index].first = static_cast<std::uint32_t>(tree.nodes_.size());
    build(middle, end);
  }

  Node box(std::uint32_t begin, std::uint32_t end) const {
    Node node;
    node.min = node.max = tree.positions_[tree.triangles_[tree.order_[begin]][0]];
    for (std::uint32_t i = begin; i < end; ++i) {
      for (const std::uint32_t corner : tree.triangles_[tree.order_[i]]) {
        node.min = glm::min(node.min, tree.positions_[corner]);
        node.max = glm::max(node.max, tree.positions_[corner]);
      }
    }
    return node;
  }

  void split(std::uint32_t begin, std::uint32_t middle, std::uint32_t end) {
    Vec3f low = centres[tree.order_[begin]], high = low;
    for (std::uint32_t i = begin; i < end; ++i) {
      low = glm::min(low, centres[tree.order_[i]]);
      high = glm::max(high, centres[tree.order_[i]]);
    }
    const Vec3f size = high - low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto at = [&](std::uint32_t i) { return tree.order_.begin() + i; };
    std::nth_element(at(begin), at(middle), at(end), [&](std::uint32_t p, std::uint32_t q) {
      const float u = centres[p][axis], v = centres[q][axis];
      return u != v ? u < v : p < q;
    });
  }
};

SurfaceTree::SurfaceTree(const Soup& triangles) : positions_(triangles.positions) {
  const std::uint32_t count = triangles.face_count();
  WEALD_CHECK(count > 0 && triangles.corners.size() == std::size_t{count} * 3);
  triangles_.resize(count);
  order_.resize(count);
  Builder builder{*this, std::vector<Vec3f>(count)};
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto face = triangles.face(i);
    triangles_[i] = {face[0], face[1], face[2]};
    order_[i] = i;
    builder.centres[i] = positions_[face[0]] / 3.0f + positions_[face[1]] / 3.0f + positions_[face[2]] / 3.0f;
  }
  nodes_.reserve(count);
  builder.build(0, count);
}

Corners SurfaceTree::corners(std::uint32_t triangle) const {
  const auto& [a, b, c] = triangles_[triangle];
  return {Vec3{positions_[a]}, Vec3{positions_[b]}, Vec3{positions_[c]}};
}

std::uint64_t SurfaceTree::search(const Vec3& point, double enough, double& best, std::uint32_t& hint) const {
  const auto distance_to = [&](const Node& node) {
    const Vec3 outside = glm::max(glm::max(Vec3{node.min} - point, point - Vec3{node.max}), Vec3{0});
    return squared_length(outside);
  };
  std::array<std::uint32_t, kMaxDepth> stack{};
  std::size_t size = 1;
  std::uint64_t visits = 0;
  while (size > 0) {
    const std::uint32_t index = stack[--size];
    ++visits;
    const Node& node = nodes_[index];
    if (distance_to(node) >= best) continue;
    if (node.count > 0) {
      for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
        const double candidate = squared_distance(point, corners(order_[i]));
        if (candidate >= best) continue;
        best = candidate;
        hint = order_[i];
        if (best <= enough) return visits;
      }
      continue;
    }
    const std::uint32_t left = index + 1, right = node.first;
    const bool left_first = distance_to(nodes_[left]) <= distance_to(nodes_[right]);
    stack[size++] = left_first ? right : left;
    stack[size++] = left_first ? left : right;
  }
  return visits;
}

double SurfaceTree::distance(const Vec3& point, std::uint32_t& hint, std::uint64_t* visits) const {
  if (hint >= triangles_.size()) hint = 0;
  double best = squared_distance(point, corners(hint));
  const std::uint64_t count = search(point, 0, best, hint);
  if (visits != nullptr) *visits += count;
  return std::sqrt(best);
}

bool SurfaceTree::within(const Vec3& point, double limit, std::uint32_t& hint, std::uint64_t* visits) const {
  if (hint >= triangles_.size()) hint = 0;
  const double enough = limit * limit;
  double best = squared_distance(point, corners(hint));
  if (best <= enough) return true;
  // Only what is nearer than the limit is of interest; the next number above it, for `search` finds what is less.
  best = std::nextafter(enough, std::numeric_limits<double>::infinity());
  const std::uint64_t count = search(point, enough, best, hint);
  if (visits != nullptr) *visits += count;
  return best <= enough;
}

double SurfaceTree::distance_to(const Vec3& point, std::uint32_t triangle) const {
  return std::sqrt(squared_distance(point, corners(triangle)));
}

}  // namespace weald::mesh
