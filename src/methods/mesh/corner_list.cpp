#include "methods/mesh/corner_list.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "data/circulators.h"
#include "methods/mesh/triangulate.h"

namespace weald::mesh {

namespace {

using Index = std::uint32_t;
constexpr Index kNoVertex = Dcel::kNoIndex;
/// The tip of a cone may have a copy per face; copies beyond this number are joined by VertexWelder.
constexpr int kMaxLookedAt = 64;

Vec2f plus_zero(const Vec2f& v) { return {v.x + 0.0f, v.y + 0.0f}; }
Vec3f plus_zero(const Vec3f& v) { return {v.x + 0.0f, v.y + 0.0f, v.z + 0.0f}; }

/// The faces of one material.
struct MaterialFaces {
  std::vector<Index> faces;  // empty if the mesh has only one material
  std::vector<std::uint16_t> groups;
};

/// Collects the triangles of one material after another.
class CornerListBuilder {
 public:
  explicit CornerListBuilder(const Mesh& mesh)
      : mesh_(mesh),
        has_uvs_(!mesh.uvs.index.empty()),
        has_normals_(!mesh.normals.index.empty()),
        newest_(mesh.vertex_count(), kNoVertex) {}

  CornerList build(std::uint16_t material, MaterialFaces&& of) {
    list_ = {};
    list_.material = material;
    list_.groups = std::move(of.groups);
    older_.clear();
    if (of.faces.empty()) {
      // Reserves memory: for large meshes, growing vectors would take half as much again.
      list_.indices.reserve(3 * triangle_count());
      list_.origins.reserve(mesh_.vertex_count());
      for (Index face = 0; face < mesh_.face_count(); ++face) add_face(FaceId{face});
    } else {
      list_.indices.reserve(3 * of.faces.size());
      for (const Index face : of.faces) add_face(FaceId{face});
    }
    for (const Index vertex : list_.origins) newest_[vertex] = kNoVertex;
    return std::move(list_);
  }

 private:
  /// Number of triangles of all faces.
  std::size_t triangle_count() const {
    const auto faces = mesh_.topology.faces();
    const auto outside = std::count(faces.begin(), faces.end(), Dcel::kNoIndex);
    return faces.size() - static_cast<std::size_t>(outside) - std::size_t{2} * mesh_.face_count();
  }

  void add_face(FaceId face) {
    const Dcel& topology = mesh_.topology;
    const HalfedgeId first = topology.halfedge(face), second = topology.next(first), third = topology.next(second);
    if (topology.next(third) == first) {
      for (const HalfedgeId h : {first, second, third}) list_.indices.push_back(vertex_of(h));
      return;
    }
    corners_.clear();
    points_.clear();
    for (const HalfedgeId h : halfedges_of(topology, face)) {
      corners_.push_back(vertex_of(h));
      points_.emplace_back(plus_zero(mesh_.positions[topology.origin(h).index]));
    }
    for (const auto& triangle : triangulate_polygon(points_)) {
      for (const Index corner : triangle) list_.indices.push_back(corners_[corner]);
    }
  }

  Index vertex_of(HalfedgeId h) {
    const Index origin = mesh_.topology.origin(h).index;
    if (!has_uvs_ && !has_normals_) {
      Index& known = newest_[origin];
      if (known == kNoVertex) known = add_vertex(origin);
      return known;
    }
    const Index uv = has_uvs_ ? mesh_.uvs.index[h.index] : 0, normal = has_normals_ ? mesh_.normals.index[h.index] : 0;
    int looked_at = 0;
    for (Index i = newest_[origin]; i != kNoVertex && looked_at < kMaxLookedAt; i = older_[i]) {
      if ((!has_uvs_ || list_.uvs[i] == uv) && (!has_normals_ || list_.normals[i] == normal)) return i;
      ++looked_at;
    }
    const Index index = add_vertex(origin);
    if (has_uvs_) list_.uvs.push_back(uv);
    if (has_normals_) list_.normals.push_back(normal);
    older_.push_back(std::exchange(newest_[origin], index));
    return index;
  }

  Index add_vertex(Index origin) {
    list_.origins.push_back(origin);
    return static_cast<Index>(list_.origins.size() - 1);
  }

  const Mesh& mesh_;
  bool has_uvs_, has_normals_;  // whether they differ among the corners of a vertex
  CornerList list_;
  std::vector<Index> newest_;   // per vertex of the mesh: its latest copy
  std::vector<Index> older_;    // per vertex of the list: the previous copy
  std::vector<Index> corners_;  // corners of the current face
  std::vector<Vec3> points_;
};

/// Finds vertices with equal values in an open-addressing hash table of their indices.
class VertexWelder {
 public:
  VertexWelder(const Mesh& mesh, const CornerList& list)
      : mesh_(mesh),
        list_(list),
        table_(std::bit_ceil(2 * list.vertex_count() + 2), kNoVertex),
        mask_(table_.size() - 1) {}

  /// The first vertex with the same values as `vertex` among those looked up so far.
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
    const Vec3f p = list_.position(mesh_, v);
    std::uint64_t sum = mixed(mixed(0, p.x, p.y), p.z, 0);
    if (!mesh_.uvs.empty()) {
      const Vec2f uv = list_.uv(mesh_, v);
      sum = mixed(sum, uv.x, uv.y);
    }
    if (!mesh_.normals.empty()) {
      const Vec3f n = plus_zero(given_normal(v));
      sum = mixed(sum, n.x, n.z);
    }
    return static_cast<std::size_t>(sum ^ (sum >> 32));
  }

  bool is_same(Index a, Index b) const {
    return list_.position(mesh_, a) == list_.position(mesh_, b) &&
           (mesh_.uvs.empty() || list_.uv(mesh_, a) == list_.uv(mesh_, b)) &&
           (mesh_.normals.empty() || given_normal(a) == given_normal(b)) &&
           are_same_vertices(mesh_, list_.origins[a], list_.origins[b]);
  }

  const Vec3f& given_normal(Index v) const {
    return mesh_.normals.values[(list_.normals.empty() ? list_.origins : list_.normals)[v]];
  }

  const Mesh& mesh_;
  const CornerList& list_;
  std::vector<Index> table_;
  std::size_t mask_;
};

void keep_values(std::vector<Index>& values, const std::vector<Index>& kept) {
  if (values.empty()) return;
  for (std::size_t i = 0; i < kept.size(); ++i) values[i] = values[kept[i]];
  values.resize(kept.size());
}

/// Joins vertices with equal values.
void weld(const Mesh& mesh, CornerList& list) {
  VertexWelder welder(mesh, list);
  std::vector<Index> kept, renumbered(list.vertex_count());
  for (Index v = 0; v < list.vertex_count(); ++v) {
    const Index first = welder.first_like(v);
    renumbered[v] = first == v ? static_cast<Index>(kept.size()) : renumbered[first];
    if (first == v) kept.push_back(v);
  }
  if (kept.size() == list.vertex_count()) return;
  for (Index& index : list.indices) index = renumbered[index];
  for (std::vector<Index>* values : {&list.origins, &list.uvs, &list.normals}) keep_values(*values, kept);
}

/// Removes triangles with two coincident corners; their vertices remain.
void remove_flat_triangles(CornerList& list) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < list.indices.size(); i += 3) {
    const Index a = list.indices[i], b = list.indices[i + 1], c = list.indices[i + 2];
    if (a == b || b == c || c == a) continue;
    list.indices[end++] = a;
    list.indices[end++] = b;
    list.indices[end++] = c;
  }
  list.indices.resize(end);
}

std::vector<MaterialFaces> faces_by_material(const Mesh& mesh) {
  std::vector<MaterialFaces> result(mesh.materials.size());
  const bool has_one_material =
      std::ranges::all_of(mesh.groups, [&](const Group& g) { return g.material == mesh.groups.front().material; });
  std::vector<bool> has_faces(mesh.groups.size(), false);
  for (Index f = 0; f < mesh.face_count(); ++f) {
    const std::uint16_t group = mesh.group_of(FaceId{f});
    has_faces[group] = true;
    if (!has_one_material) result[mesh.groups[group].material].faces.push_back(f);
  }
  for (std::size_t group = 0; group < mesh.groups.size(); ++group) {
    if (has_faces[group]) result[mesh.groups[group].material].groups.push_back(static_cast<std::uint16_t>(group));
  }
  return result;
}

}  // namespace

Vec3f CornerList::position(const Mesh& mesh, std::size_t v) const { return plus_zero(mesh.positions[origins[v]]); }

Vec2f CornerList::uv(const Mesh& mesh, std::size_t v) const {
  return plus_zero(mesh.uvs.values[uvs.empty() ? origins[v] : uvs[v]]);
}

Vec3f CornerList::normal(const Mesh& mesh, std::size_t v) const {
  const Vec3f& normal = mesh.normals.values[normals.empty() ? origins[v] : normals[v]];
  return plus_zero(Vec3f{normalized_or(Vec3{normal}, {0, 1, 0})});
}

void CornerList::take_vertices(const std::vector<Index>& old_of_new) {
  for (std::vector<Index>* values : {&origins, &uvs, &normals}) {
    if (values->empty()) continue;
    std::vector<Index> taken(old_of_new.size());
    for (std::size_t v = 0; v < taken.size(); ++v) taken[v] = (*values)[old_of_new[v]];
    *values = std::move(taken);
  }
}

std::vector<CornerList> corner_lists(const Mesh& mesh, WeldVertices weld_vertices) {
  CornerListBuilder builder(mesh);
  std::vector<MaterialFaces> faces = faces_by_material(mesh);
  std::vector<CornerList> lists;
  for (std::size_t material = 0; material < faces.size(); ++material) {
    if (faces[material].groups.empty()) continue;
    lists.push_back(builder.build(static_cast<std::uint16_t>(material), std::move(faces[material])));
    if (weld_vertices == WeldVertices::yes) weld(mesh, lists.back());
    remove_flat_triangles(lists.back());
    if (lists.back().indices.empty()) lists.pop_back();
  }
  return lists;
}

}  // namespace weald::mesh
