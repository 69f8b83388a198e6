#include "methods/mesh/tangents.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/math/math.h"

namespace weald::mesh {

namespace {

using Index = std::uint32_t;
constexpr Index kNoSide = Dcel::kNoIndex;

/// Texture space of a triangle.
struct TriangleSpace {
  Vec3 along_u{0.0};  // unit vector, or 0
  bool is_mirrored = false;
  bool takes_any = true;  // it has no area in the texture, so it adopts the orientation of its neighbours
};

/// Compares directions with the single-precision threshold of MikkTSpace, so that the same triangles count as
/// degenerate.
bool is_zero(double value) { return std::abs(value) <= 1.175494351e-38; }

TriangleSpace space_of(const TriangleList& list, std::size_t triangle) {
  const Index* corner = &list.indices[3 * triangle];
  const Vec2 uv0{list.uvs[corner[0]]};
  const Vec2 t1 = Vec2{list.uvs[corner[1]]} - uv0, t2 = Vec2{list.uvs[corner[2]]} - uv0;
  const Vec3 p0{list.positions[corner[0]]};
  const Vec3 d1 = Vec3{list.positions[corner[1]]} - p0, d2 = Vec3{list.positions[corner[2]]} - p0;
  const double area = t1.x * t2.y - t1.y * t2.x;
  TriangleSpace space;
  space.is_mirrored = area <= 0;
  if (is_zero(area)) return space;
  const Vec3 u = d1 * t2.y - d2 * t1.y, v = d2 * t1.x - d1 * t2.x;
  const double length_u = glm::length(u), length_v = glm::length(v);
  if (!is_zero(length_u)) space.along_u = u * ((space.is_mirrored ? -1.0 : 1.0) / length_u);
  space.takes_any = is_zero(length_u / std::abs(area)) || is_zero(length_v / std::abs(area));
  return space;
}

/// An edge of a triangle, from corner `corner` to the next.
struct Edge {
  Index low, high;
  Index side;  // 3 * triangle + corner

  bool operator<(const Edge& other) const {
    return std::pair{std::pair{low, high}, side} < std::pair{std::pair{other.low, other.high}, other.side};
  }
};

/// The side across each side, three per triangle; kNoSide if there is none. Each side is paired with the first free one
/// in the opposite direction.
std::vector<Index> neighbours_of(const std::vector<Index>& indices) {
  std::vector<Edge> edges;
  edges.reserve(indices.size());
  const auto next = [](Index side) { return side % 3 == 2 ? side - 2 : side + 1; };
  for (Index side = 0; side < indices.size(); ++side) {
    const Index a = indices[side], b = indices[next(side)];
    edges.push_back({std::min(a, b), std::max(a, b), side});
  }
  std::sort(edges.begin(), edges.end());
  std::vector<Index> across(indices.size(), kNoSide);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Edge& edge = edges[i];
    if (across[edge.side] != kNoSide) continue;
    for (std::size_t k = i + 1; k < edges.size() && edges[k].low == edge.low && edges[k].high == edge.high; ++k) {
      const Index other = edges[k].side;
      if (across[other] != kNoSide || indices[other] != indices[next(edge.side)]) continue;
      across[edge.side] = other;
      across[other] = edge.side;
      break;
    }
  }
  return across;
}

/// Corners that share a vertex, are connected by triangles around it, and have the same orientation.
struct CornerGroup {
  Index vertex;
  bool is_mirrored;
  Vec3 sum{0.0};
};

class TangentBuilder {
 public:
  explicit TangentBuilder(TriangleList& list) : list_(list), across_(neighbours_of(list.indices)) {
    spaces_.reserve(list.triangle_count());
    for (std::size_t t = 0; t < list.triangle_count(); ++t) spaces_.push_back(space_of(list, t));
    group_of_.assign(list.indices.size(), kNoSide);
  }

  Tangents run() {
    for (Index corner = 0; corner < list_.indices.size(); ++corner) {
      if (group_of_[corner] == kNoSide && !spaces_[corner / 3].takes_any) fill_group(corner);
    }
    for (Index corner = 0; corner < list_.indices.size(); ++corner) {
      if (group_of_[corner] != kNoSide) add_to_sum(corner);
    }
    split_vertices();
    return std::move(result_);
  }

 private:
  static Index corner_after(Index corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; }
  static Index corner_before(Index corner) { return corner % 3 == 0 ? corner + 2 : corner - 1; }

  /// Starts a group at `first` and extends it around the vertex.
  void fill_group(Index first) {
    const auto group = static_cast<Index>(groups_.size());
    groups_.push_back({list_.indices[first], spaces_[first / 3].is_mirrored});
    waiting_.assign(1, first);
    while (!waiting_.empty()) {
      const Index corner = waiting_.back();
      waiting_.pop_back();
      if (!joins(corner, groups_[group])) continue;
      group_of_[corner] = group;
      // Continues across the side that leaves the vertex, and across the side that arrives at it.
      if (const Index left = across_[corner]; left != kNoSide) waiting_.push_back(corner_after(left));
      if (const Index right = across_[corner_before(corner)]; right != kNoSide) waiting_.push_back(right);
    }
  }

  bool joins(Index corner, const CornerGroup& group) {
    if (group_of_[corner] != kNoSide || list_.indices[corner] != group.vertex) return false;
    TriangleSpace& space = spaces_[corner / 3];
    const Index first = corner - corner % 3;
    // A triangle without an orientation adopts that of the first group that reaches it.
    if (space.takes_any && group_of_[first] == kNoSide && group_of_[first + 1] == kNoSide &&
        group_of_[first + 2] == kNoSide)
      space.is_mirrored = group.is_mirrored;
    return space.is_mirrored == group.is_mirrored;
  }

  /// The component of `direction` perpendicular to `normal`, normalised, or 0.
  static Vec3 flattened(const Vec3& direction, const Vec3& normal) {
    return normalized_or(direction - normal * glm::dot(normal, direction), Vec3{0.0});
  }

  void add_to_sum(Index corner) {
    const TriangleSpace& space = spaces_[corner / 3];
    if (space.takes_any) return;
    const Vec3 normal{list_.normals[list_.indices[corner]]};
    const Vec3 here{list_.positions[list_.indices[corner]]};
    const Vec3 back = flattened(Vec3{list_.positions[list_.indices[corner_before(corner)]]} - here, normal);
    const Vec3 ahead = flattened(Vec3{list_.positions[list_.indices[corner_after(corner)]]} - here, normal);
    const double angle = math::acos(std::clamp(glm::dot(back, ahead), -1.0, 1.0));
    groups_[group_of_[corner]].sum += flattened(space.along_u, normal) * angle;
  }

  Vec4f tangent_of(Index vertex, const CornerGroup* group) const {
    const Vec3 normal{list_.normals[vertex]};
    const Vec3 side = std::abs(normal.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 any = normalized_or(side - normal * glm::dot(normal, side), side);
    // Directions that cancel each other leave rounding errors with an arbitrary direction.
    constexpr double kMin = 1e-6;
    const Vec3 sum = group == nullptr ? Vec3{0.0} : group->sum - normal * glm::dot(normal, group->sum);
    const Vec3 tangent = glm::length(sum) > kMin ? sum / glm::length(sum) : any;
    return {static_cast<float>(tangent.x), static_cast<float>(tangent.y), static_cast<float>(tangent.z),
            group != nullptr && group->is_mirrored ? -1.0f : 1.0f};
  }

  /// The first group at a vertex keeps the vertex; every further group gets a copy. Corners without a group stay with
  /// the first.
  void split_vertices() {
    const std::size_t count = list_.vertex_count();
    std::vector<Index> first_group(count, kNoSide), vertex_of(groups_.size());
    for (Index g = 0; g < groups_.size(); ++g) {
      const Index vertex = groups_[g].vertex;
      vertex_of[g] = vertex;
      if (first_group[vertex] == kNoSide)
        first_group[vertex] = g;
      else
        vertex_of[g] = copy_of(vertex);
    }
    for (std::size_t corner = 0; corner < list_.indices.size(); ++corner) {
      if (group_of_[corner] != kNoSide) list_.indices[corner] = vertex_of[group_of_[corner]];
    }
    result_.values.resize(list_.vertex_count());
    for (Index v = 0; v < count; ++v)
      result_.values[v] = tangent_of(v, first_group[v] == kNoSide ? nullptr : &groups_[first_group[v]]);
    for (Index g = 0; g < groups_.size(); ++g)
      result_.values[vertex_of[g]] = tangent_of(groups_[g].vertex, &groups_[g]);
  }

  Index copy_of(Index vertex) {
    const auto index = static_cast<Index>(list_.vertex_count());
    result_.copies.push_back(vertex);
    list_.positions.push_back(list_.positions[vertex]);
    list_.normals.push_back(list_.normals[vertex]);
    list_.uvs.push_back(list_.uvs[vertex]);
    append_vertex(list_, list_, vertex);
    return index;
  }

  TriangleList& list_;
  Tangents result_;
  std::vector<Index> across_;
  std::vector<TriangleSpace> spaces_;
  std::vector<CornerGroup> groups_;
  std::vector<Index> group_of_;  // per corner
  std::vector<Index> waiting_;
};

}  // namespace

Tangents add_tangents(TriangleList& list) {
  WEALD_CHECK(list.normals.size() == list.vertex_count() && list.uvs.size() == list.vertex_count());
  return TangentBuilder(list).run();
}

}  // namespace weald::mesh
