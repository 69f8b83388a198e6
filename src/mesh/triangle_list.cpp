#include "mesh/triangle_list.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "mesh/circulators.h"
#include "mesh/triangulate.h"

namespace weald::mesh {

namespace {

using Index = std::uint32_t;
constexpr Index kNoVertex = Dcel::kNoIndex;
/// The tip of a cone may have a copy for each face: those that are missed here are joined by weld().
constexpr int kMostLookedAt = 64;

/// A vertex of the mesh with one UV and one normal, in a chain with its other copies.
struct Copy {
  Index uv;
  Index normal;
  Index older;
};

float without_sign_of_zero(float value) { return value + 0.0f; }

Vec3f unit(const Vec3f& normal) { return Vec3f{normalized_or(Vec3{normal}, {0, 1, 0})} + 0.0f; }

/// Collects the triangles of one material after another.
class ListBuilder {
 public:
  explicit ListBuilder(const Mesh& mesh) : mesh_(mesh), newest_(mesh.vertex_count(), kNoVertex) {}

  TriangleList build(std::uint16_t material, std::vector<std::uint16_t> groups, const std::vector<Index>& faces) {
    list_ = {};
    list_.material = material;
    list_.groups = std::move(groups);
    copies_.clear();
    sources_.clear();
    list_.indices.reserve(faces.size() * 3);
    for (const Index face : faces) add_face(FaceId{face});
    for (const Index vertex : sources_) newest_[vertex] = kNoVertex;
    return std::move(list_);
  }

 private:
  void add_face(FaceId face) {
    corners_.clear();
    for (const HalfedgeId h : halfedges_of(mesh_.topology, face)) corners_.push_back(vertex_of(h));
    if (corners_.size() == 3) {
      list_.indices.insert(list_.indices.end(), corners_.begin(), corners_.end());
      return;
    }
    points_.clear();
    for (const Index vertex : corners_) points_.emplace_back(list_.positions[vertex]);
    for (const auto& triangle : triangulate_polygon(points_)) {
      for (const Index corner : triangle) list_.indices.push_back(corners_[corner]);
    }
  }

  Index vertex_of(HalfedgeId h) {
    const VertexId origin = mesh_.topology.origin(h);
    const Index uv = mesh_.uvs.empty() ? 0 : mesh_.uvs.index_of(h, origin);
    const Index normal = mesh_.normals.empty() ? 0 : mesh_.normals.index_of(h, origin);
    int looked_at = 0;
    for (Index i = newest_[origin.index]; i != kNoVertex && looked_at < kMostLookedAt; i = copies_[i].older) {
      if (copies_[i].uv == uv && copies_[i].normal == normal) return i;
      ++looked_at;
    }
    const auto index = static_cast<Index>(copies_.size());
    copies_.push_back({uv, normal, std::exchange(newest_[origin.index], index)});
    sources_.push_back(origin.index);
    const Vec3f& p = mesh_.positions[origin.index];
    list_.positions.push_back({without_sign_of_zero(p.x), without_sign_of_zero(p.y), without_sign_of_zero(p.z)});
    if (!mesh_.uvs.empty()) {
      const Vec2f& value = mesh_.uvs.values[uv];
      list_.uvs.push_back({without_sign_of_zero(value.x), without_sign_of_zero(value.y)});
    }
    if (!mesh_.normals.empty()) list_.normals.push_back(unit(mesh_.normals.values[normal]));
    append_vertex(list_, mesh_, origin.index);
    return index;
  }

  const Mesh& mesh_;
  TriangleList list_;
  std::vector<Index> newest_;   // by vertex of the mesh: its latest copy
  std::vector<Index> sources_;  // by vertex of the list: that of the mesh
  std::vector<Copy> copies_;    // by vertex of the list
  std::vector<Index> corners_;  // of the face at work
  std::vector<Vec3> points_;
};

/// Finds vertices with equal values, in an open-addressing table of their indices.
class VertexWelder {
 public:
  explicit VertexWelder(const TriangleList& list)
      : list_(list), table_(std::bit_ceil(2 * list.vertex_count() + 2), kNoVertex), mask_(table_.size() - 1) {}

  /// The first vertex with the values of `vertex` among those that were asked for.
  Index first_like(Index vertex) {
    for (std::size_t slot = hash(vertex) & mask_;; slot = (slot + 1) & mask_) {
      if (table_[slot] == kNoVertex) return table_[slot] = vertex;
      if (is_same(table_[slot], vertex)) return table_[slot];
    }
  }

 private:
  static std::uint64_t mixed(std::uint64_t sum, float a, float b) {
    const std::uint64_t word = std::uint64_t{std::bit_cast<std::uint32_t>(a)} << 32 | std::bit_cast<std::uint32_t>(b);
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    return sum ^ (sum >> 29);
  }

  std::size_t hash(Index v) const {
    const Vec3f& p = list_.positions[v];
    std::uint64_t sum = mixed(mixed(0, p.x, p.y), p.z, 0);
    if (!list_.uvs.empty()) sum = mixed(sum, list_.uvs[v].x, list_.uvs[v].y);
    if (!list_.normals.empty()) sum = mixed(sum, list_.normals[v].x, list_.normals[v].z);
    return static_cast<std::size_t>(sum ^ (sum >> 32));
  }

  bool is_same(Index a, Index b) const {
    return list_.positions[a] == list_.positions[b] && (list_.uvs.empty() || list_.uvs[a] == list_.uvs[b]) &&
           (list_.normals.empty() || list_.normals[a] == list_.normals[b]) && are_same_vertices(list_, a, b);
  }

  const TriangleList& list_;
  std::vector<Index> table_;
  std::size_t mask_;
};

template <class T>
void keep_values(std::vector<T>& values, const std::vector<Index>& kept) {
  if (values.empty()) return;
  for (std::size_t i = 0; i < kept.size(); ++i) values[i] = values[kept[i]];
  values.resize(kept.size());
}

/// Joins vertices with equal values and removes triangles that are none any more.
void weld(TriangleList& list) {
  VertexWelder welder(list);
  std::vector<Index> kept, renumbered(list.vertex_count());
  for (Index v = 0; v < list.vertex_count(); ++v) {
    const Index first = welder.first_like(v);
    renumbered[v] = first == v ? static_cast<Index>(kept.size()) : renumbered[first];
    if (first == v) kept.push_back(v);
  }
  std::size_t end = 0;
  for (std::size_t i = 0; i < list.indices.size(); i += 3) {
    const Index a = renumbered[list.indices[i]], b = renumbered[list.indices[i + 1]],
                c = renumbered[list.indices[i + 2]];
    if (a == b || b == c || c == a) continue;
    list.indices[end++] = a;
    list.indices[end++] = b;
    list.indices[end++] = c;
  }
  list.indices.resize(end);
  if (kept.size() == list.vertex_count()) return;
  keep_values(list.positions, kept);
  keep_values(list.normals, kept);
  keep_values(list.uvs, kept);
  for (const VertexAttribute& attribute : kVertexAttributes) keep_values(list.*attribute.values, kept);
}

}  // namespace

std::vector<TriangleList> triangle_lists(const Mesh& mesh) {
  std::vector<std::vector<Index>> faces(mesh.materials.size());
  std::vector<bool> has_faces(mesh.groups.size(), false);
  for (Index f = 0; f < mesh.face_count(); ++f) {
    const std::uint16_t group = mesh.group_of(FaceId{f});
    has_faces[group] = true;
    faces[mesh.groups[group].material].push_back(f);
  }
  ListBuilder builder(mesh);
  std::vector<TriangleList> lists;
  for (std::size_t material = 0; material < faces.size(); ++material) {
    std::vector<std::uint16_t> groups;
    for (std::size_t group = 0; group < mesh.groups.size(); ++group) {
      if (has_faces[group] && mesh.groups[group].material == material)
        groups.push_back(static_cast<std::uint16_t>(group));
    }
    if (groups.empty()) continue;
    lists.push_back(builder.build(static_cast<std::uint16_t>(material), std::move(groups), faces[material]));
    weld(lists.back());
    if (lists.back().indices.empty()) lists.pop_back();
  }
  return lists;
}

}  // namespace weald::mesh
