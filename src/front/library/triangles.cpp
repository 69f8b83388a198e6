#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <weald/weald.h>

#include "base/error.h"
#include "front/library/failure.h"
#include "methods/mesh/triangulate.h"

namespace weald::api {

namespace {

using Index = std::uint32_t;
constexpr Index kNone = std::numeric_limits<Index>::max();

/// A vertex of the mesh with one UV and one normal, in a chain with its other copies.
struct Copy {
  Index uv;
  Index normal;
  Index older;
};

/// Throws StageError if an index of the mesh is out of range.
void check_indices(const Mesh& mesh) {
  const auto check = [](const std::vector<Index>& indices, std::size_t size, const char* name) {
    for (const Index index : indices) {
      if (index >= size) throw StageError(fmt::format("{}: index {} of {}", name, index, size));
    }
  };
  const std::size_t corners = mesh.corner_vertices.size();
  const bool starts_fit = mesh.face_starts.empty()
                              ? corners == 0
                              : mesh.face_starts.front() == 0 && mesh.face_starts.back() == corners &&
                                    std::is_sorted(mesh.face_starts.begin(), mesh.face_starts.end());
  if (!starts_fit) throw StageError("face_starts does not match the corners");
  check(mesh.corner_vertices, mesh.vertex_count(), "corner_vertices");
  check(mesh.corner_uvs, mesh.uvs.size() / 2, "corner_uvs");
  check(mesh.corner_normals, mesh.normals.size() / 3, "corner_normals");
  check(mesh.face_materials, mesh.materials.size(), "face_materials");
  const auto fits = [](std::size_t size, std::size_t wanted) { return size == 0 || size == wanted; };
  if (!fits(mesh.corner_uvs.size(), corners) || !fits(mesh.corner_normals.size(), corners) ||
      mesh.face_materials.size() != mesh.face_count() || !fits(mesh.colours.size(), mesh.vertex_count() * 4) ||
      !fits(mesh.wind.size(), mesh.vertex_count() * 4))
    throw StageError("the attributes do not match the corners, faces and vertices");
}

class Triangulation {
 public:
  explicit Triangulation(const Mesh& mesh)
      : mesh_(mesh), by_material_(mesh.materials.size()), newest_(mesh.vertex_count(), kNone) {}

  TriangleMesh run() {
    for (std::size_t f = 0; f < mesh_.face_count(); ++f) add_face(f);
    for (std::size_t material = 0; material < by_material_.size(); ++material) {
      const std::vector<Index>& indices = by_material_[material];
      if (indices.empty()) continue;
      out_.ranges.push_back(
          {static_cast<Index>(material), static_cast<Index>(out_.indices.size()), static_cast<Index>(indices.size())});
      out_.indices.insert(out_.indices.end(), indices.begin(), indices.end());
    }
    out_.materials = mesh_.materials;
    return std::move(out_);
  }

 private:
  void add_face(std::size_t face) {
    const std::size_t begin = mesh_.face_starts[face], count = mesh_.face_starts[face + 1] - begin;
    if (count < 3) throw StageError(fmt::format("face {} has {} corners", face, count));
    std::vector<Index>& indices = by_material_[mesh_.face_materials[face]];
    if (indices.size() + 3 * count > std::numeric_limits<Index>::max()) throw StageError("too many triangles");
    points_.clear();
    for (std::size_t corner = begin; corner < begin + count; ++corner) {
      const float* position = &mesh_.positions[3 * std::size_t{mesh_.corner_vertices[corner]}];
      points_.emplace_back(position[0], position[1], position[2]);
    }
    for (const auto& triangle : mesh::triangulate_polygon(points_)) {
      for (const Index corner : triangle) indices.push_back(vertex_of(begin + corner));
    }
  }

  Index vertex_of(std::size_t corner) {
    const Index vertex = mesh_.corner_vertices[corner];
    const Index uv = mesh_.corner_uvs.empty() ? 0 : mesh_.corner_uvs[corner];
    const Index normal = mesh_.corner_normals.empty() ? 0 : mesh_.corner_normals[corner];
    for (Index i = newest_[vertex]; i != kNone; i = copies_[i].older) {
      if (copies_[i].uv == uv && copies_[i].normal == normal) return i;
    }
    const auto index = static_cast<Index>(copies_.size());
    copies_.push_back({uv, normal, std::exchange(newest_[vertex], index)});
    append(mesh_.positions, vertex, 3, out_.positions);
    append(mesh_.colours, vertex, 4, out_.colours);
    append(mesh_.wind, vertex, 4, out_.wind);
    if (!mesh_.corner_uvs.empty()) append(mesh_.uvs, uv, 2, out_.uvs);
    if (!mesh_.corner_normals.empty()) append(mesh_.normals, normal, 3, out_.normals);
    return index;
  }

  template <class T>
  static void append(const std::vector<T>& from, std::size_t index, std::size_t size, std::vector<T>& to) {
    if (from.empty()) return;
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(index * size);
    to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(size));
  }

  const Mesh& mesh_;
  TriangleMesh out_;
  std::vector<std::vector<Index>> by_material_;
  std::vector<Copy> copies_;   // by index of the vertex in out_
  std::vector<Index> newest_;  // by vertex of the mesh: its latest copy
  std::vector<Vec3> points_;   // corners of the current face
};

}  // namespace

Result<TriangleMesh> triangulate(const Mesh& mesh) {
  return guarded([&]() -> Result<TriangleMesh> {
    check_indices(mesh);
    return Triangulation(mesh).run();
  });
}

}  // namespace weald::api
