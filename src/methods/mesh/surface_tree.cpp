#include "methods/mesh/surface_tree.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/check.h"

namespace weald::mesh {

namespace {

// Enough for 16 levels of a tree with four children per node, three of which wait on each level.
constexpr std::size_t kMaxStack = 64;
constexpr double kThinnest = 1e-20;     // squared sine, below which a triangle counts as degenerate
constexpr float kRounding = 1 + 1e-6F;  // exceeds the error of a few float operations
/// Four numbers computed together, identically on every processor.
using Lanes [[gnu::vector_size(16)]] = float;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

double squared_length(const Vec3& v) { return glm::dot(v, v); }

double squared_distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double length = squared_length(along);
  const double t = length > 0 ? std::clamp(glm::dot(p - a, along) / length, 0.0, 1.0) : 0.0;
  return squared_length(p - (a + along * t));
}

float next_below(double x) {
  const auto f = static_cast<float>(x);
  return static_cast<double>(f) <= x ? f : std::nextafter(f, -kInfinity);
}

float next_above(double x) { return -next_below(-x); }

}  // namespace

double squared_distance(const Vec3& point, const Corners& triangle) {
  const auto& [a, b, c] = triangle;
  const Vec3 ab = b - a, ac = c - a, ap = point - a, bp = point - b, cp = point - c;
  const double ab_a = glm::dot(ab, ap), ac_a = glm::dot(ac, ap);
  if (ab_a <= 0 && ac_a <= 0) return squared_length(ap);
  const double ab_b = glm::dot(ab, bp), ac_b = glm::dot(ac, bp);
  if (ab_b >= 0 && ac_b <= ab_b) return squared_length(bp);
  if (ab_a * ac_b <= ab_b * ac_a && ab_a >= 0 && ab_b <= 0 && ab_a > ab_b)
    return squared_length(ap - ab * (ab_a / (ab_a - ab_b)));
  const double ab_c = glm::dot(ab, cp), ac_c = glm::dot(ac, cp);
  if (ac_c >= 0 && ab_c <= ac_c) return squared_length(cp);
  if (ab_c * ac_a <= ab_a * ac_c && ac_a >= 0 && ac_c <= 0 && ac_a > ac_c)
    return squared_length(ap - ac * (ac_a / (ac_a - ac_c)));
  const double bc_b = ac_b - ab_b, cb_c = ab_c - ac_c;
  if (ab_b * ac_c <= ab_c * ac_b && bc_b >= 0 && cb_c >= 0 && bc_b + cb_c > 0)
    return squared_length(bp - (c - b) * (bc_b / (bc_b + cb_c)));
  const Vec3 normal = glm::cross(ab, ac);
  const double area = squared_length(normal);
  if (area > kThinnest * squared_length(ab) * squared_length(ac)) {
    const double height = glm::dot(ap, normal);
    return height * height / area;
  }
  return std::min({squared_distance_to_segment(point, a, b), squared_distance_to_segment(point, b, c),
                   squared_distance_to_segment(point, c, a)});
}

Vec3 nearest_point(const Vec3& point, const Corners& triangle) {
  const auto& [a, b, c] = triangle;
  const Vec3 normal = glm::cross(b - a, c - a);
  const double area = squared_length(normal);
  if (area > kThinnest * squared_length(b - a) * squared_length(c - a)) {
    const Vec3 foot = point - normal * (glm::dot(point - a, normal) / area);
    const bool is_inside = glm::dot(glm::cross(b - a, foot - a), normal) >= 0 &&
                           glm::dot(glm::cross(c - b, foot - b), normal) >= 0 &&
                           glm::dot(glm::cross(a - c, foot - c), normal) >= 0;
    if (is_inside) return foot;
  }
  const auto on_segment = [&](const Vec3& from, const Vec3& to) {
    const Vec3 along = to - from;
    const double length = squared_length(along);
    return from + along * (length > 0 ? std::clamp(glm::dot(point - from, along) / length, 0.0, 1.0) : 0.0);
  };
  Vec3 nearest = on_segment(a, b);
  for (const Vec3& other : {on_segment(b, c), on_segment(c, a)}) {
    if (squared_length(other - point) < squared_length(nearest - point)) nearest = other;
  }
  return nearest;
}

/// Splits twice at the median of the centres along the longest side of their box. Ties are resolved by index, so the
/// tree is the same on every machine.
struct SurfaceTree::Builder {
  SurfaceTree& tree;
  std::vector<Vec3f> centres;
  std::vector<std::uint32_t> order;

  struct Range {
    std::uint32_t begin, end;
    std::uint32_t size() const { return end - begin; }
  };

  /// Builds the node for `range` and the nodes below it. Returns its index.
  std::uint32_t build(Range range) {
    std::array<Range, kChildren> parts{range};
    std::size_t count = 1;
    for (std::size_t wanted = 2; wanted <= kChildren; wanted *= 2) {
      for (std::size_t i = count; i-- > 0;) {
        if (parts[i].size() <= kChildren) continue;
        const std::uint32_t middle = parts[i].begin + parts[i].size() / 2;
        split(parts[i].begin, middle, parts[i].end);
        parts[count++] = {middle, parts[i].end};
        parts[i].end = middle;
      }
    }
    const auto index = static_cast<std::uint32_t>(tree.nodes_.size());
    tree.nodes_.emplace_back();
    for (std::size_t i = 0; i < kChildren; ++i)
      set_box(tree.nodes_[index].boxes, i, i < count ? parts[i] : Range{0, 0});
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_leaf = parts[i].size() <= kChildren;
      const std::uint32_t child = is_leaf ? add_leaf(parts[i]) : build(parts[i]);
      tree.nodes_[index].child[i] = child;
      tree.nodes_[index].is_leaf[i] = is_leaf ? 1 : 0;
    }
    return index;
  }

  std::uint32_t add_leaf(Range range) {
    Leaf& leaf = tree.leaves_.emplace_back();
    for (std::uint32_t i = 0; i < kChildren; ++i) {
      const std::uint32_t at = range.begin + i;
      set_box(leaf.boxes, i, at < range.end ? Range{at, at + 1} : Range{0, 0});
      leaf.triangle[i] = at < range.end ? order[at] : 0;
    }
    return static_cast<std::uint32_t>(tree.leaves_.size() - 1);
  }

  void set_box(Boxes& boxes, std::size_t child, Range range) const {
    Vec3f low{kInfinity}, high{-kInfinity};
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      for (const Vec3f& corner : tree.triangles_[order[i]]) {
        low = glm::min(low, corner);
        high = glm::max(high, corner);
      }
    }
    for (int axis = 0; axis < 3; ++axis) {
      boxes.low[static_cast<std::size_t>(axis)][child] = low[axis];
      boxes.high[static_cast<std::size_t>(axis)][child] = high[axis];
    }
  }

  void split(std::uint32_t begin, std::uint32_t middle, std::uint32_t end) {
    Vec3f low = centres[order[begin]], high = low;
    for (std::uint32_t i = begin; i < end; ++i) {
      low = glm::min(low, centres[order[i]]);
      high = glm::max(high, centres[order[i]]);
    }
    const Vec3f size = high - low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto at = [&](std::uint32_t i) { return order.begin() + i; };
    std::nth_element(at(begin), at(middle), at(end), [&](std::uint32_t p, std::uint32_t q) {
      const float u = centres[p][axis], v = centres[q][axis];
      return u != v ? u < v : p < q;
    });
  }
};

/// A point rounded down and up to floats, so that no box appears farther away than it is.
struct SurfaceTree::Query {
  std::array<float, 3> below, above;

  explicit Query(const Vec3& point)
      : below{next_below(point.x), next_below(point.y), next_below(point.z)},
        above{next_above(point.x), next_above(point.y), next_above(point.z)} {}

  /// Squared distances to four boxes, up to rounding.
  std::array<float, kChildren> distances(const Boxes& boxes) const {
    const auto load = [](const std::array<float, kChildren>& values) {
      Lanes lanes;
      std::memcpy(&lanes, values.data(), sizeof lanes);
      return lanes;
    };
    Lanes sum{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Lanes before = load(boxes.low[axis]) - above[axis], behind = below[axis] - load(boxes.high[axis]);
      const Lanes larger = before > behind ? before : behind;
      const Lanes outside = larger > 0 ? larger : Lanes{};
      sum += outside * outside;
    }
    std::array<float, kChildren> result;
    std::memcpy(result.data(), &sum, sizeof result);
    return result;
  }
};

SurfaceTree::SurfaceTree(const Soup& triangles) {
  const std::uint32_t count = triangles.face_count();
  WEALD_CHECK(count > 0 && triangles.corners.size() == std::size_t{count} * 3);
  triangles_.resize(count);
  Builder builder{*this, std::vector<Vec3f>(count), std::vector<std::uint32_t>(count)};
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto face = triangles.face(i);
    const auto& [a, b, c] =
        triangles_[i] = {triangles.positions[face[0]], triangles.positions[face[1]], triangles.positions[face[2]]};
    builder.order[i] = i;
    builder.centres[i] = a / 3.0f + b / 3.0f + c / 3.0f;
  }
  nodes_.reserve(count / 8 + 1);
  leaves_.reserve(count / 2 + 1);
  builder.build({0, count});
}

Corners SurfaceTree::corners(std::uint32_t triangle) const {
  const auto& [a, b, c] = triangles_[triangle];
  return {Vec3{a}, Vec3{b}, Vec3{c}};
}

std::uint64_t SurfaceTree::search(const Vec3& point, double enough, double& best, std::uint32_t& hint) const {
  struct Entry {
    float distance;  // squared
    std::uint32_t child, is_leaf;
  };
  const Query query(point);
  float reach = next_above(best) * kRounding;
  std::array<Entry, kMaxStack> stack;  // written before it is read
  stack[0] = {0, 0, 0};
  std::size_t size = 1;
  std::uint64_t visits = 0;
  while (size > 0) {
    const Entry entry = stack[--size];
    if (entry.distance >= reach) continue;
    ++visits;
    if (entry.is_leaf != 0) {
      const Leaf& leaf = leaves_[entry.child];
      const auto distances = query.distances(leaf.boxes);
      for (std::size_t i = 0; i < kChildren; ++i) {
        if (distances[i] >= reach) continue;
        const double candidate = squared_distance(point, corners(leaf.triangle[i]));
        if (candidate >= best) continue;
        best = candidate;
        hint = leaf.triangle[i];
        if (best <= enough) return visits;
        reach = next_above(best) * kRounding;
      }
      continue;
    }
    // The nearest child is pushed last, so that it is visited next.
    const Node& node = nodes_[entry.child];
    const auto distances = query.distances(node.boxes);
    const std::size_t bottom = size;
    for (std::size_t i = 0; i < kChildren; ++i) {
      if (distances[i] >= reach) continue;
      std::size_t at = size++;
      for (; at > bottom && stack[at - 1].distance < distances[i]; --at) stack[at] = stack[at - 1];
      stack[at] = {distances[i], node.child[i], node.is_leaf[i]};
    }
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
  return std::isfinite(distance_within(point, limit, limit, hint, visits));
}

double SurfaceTree::distance_within(const Vec3& point, double limit, double enough, std::uint32_t& hint,
                                    std::uint64_t* visits) const {
  if (hint >= triangles_.size()) hint = 0;
  const double limit2 = limit * limit, enough2 = enough > 0 ? enough * enough : -1;
  double best = squared_distance(point, corners(hint));
  if (best <= enough2) return std::sqrt(best);
  // The search need not look beyond the limit. Its bound is the next number above the limit, because search() finds
  // only values strictly below the bound.
  best = std::min(best, std::nextafter(limit2, std::numeric_limits<double>::infinity()));
  const std::uint64_t count = search(point, enough2, best, hint);
  if (visits != nullptr) *visits += count;
  return best <= limit2 ? std::sqrt(best) : std::numeric_limits<double>::infinity();
}

double SurfaceTree::distance_to(const Vec3& point, std::uint32_t triangle) const {
  return std::sqrt(squared_distance(point, corners(triangle)));
}

}  // namespace weald::mesh
