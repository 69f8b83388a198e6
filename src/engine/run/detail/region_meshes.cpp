#include "engine/run/detail/region_meshes.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "methods/mesh/build.h"
#include "methods/mesh/soup.h"

namespace weald::pipeline {

namespace {

bool is_middle_in(const mesh::Soup& soup, std::uint32_t face, const RegionShare& share) {
  const std::span<const std::uint32_t> corners = soup.face(face);
  Vec2 sum{0};
  for (const std::uint32_t corner : corners) {
    const Vec3f& at = soup.positions[corner];
    sum += Vec2{at.x, at.z};
  }
  const Vec2 middle = sum / static_cast<double>(corners.size());
  return middle.x >= share.low.x && middle.x < share.high.x && middle.y >= share.low.y && middle.y < share.high.y;
}

/// Numbers of the values that are used, in their order.
class UsedValues {
 public:
  explicit UsedValues(std::size_t count) : number_(count, 0) {}
  void use(std::uint32_t value) { number_[value] = 1; }
  /// Calls take(value) for each used value, in order. Pre: called once.
  template <class Take>
  void number(const Take& take) {
    std::uint32_t next = 0;
    for (std::uint32_t value = 0; value < number_.size(); ++value) {
      if (number_[value] == 0) continue;
      take(value);
      number_[value] = next++;
    }
  }
  std::uint32_t of(std::uint32_t value) const { return number_[value]; }

 private:
  std::vector<std::uint32_t> number_;
};

/// Corners of the kept faces, for an attribute of corners; empty if it follows the positions.
std::vector<std::uint32_t> kept_corners(const mesh::Soup& whole, std::span<const std::uint32_t> faces,
                                        std::span<const std::uint32_t> corners) {
  std::vector<std::uint32_t> kept;
  if (corners.empty()) return kept;
  for (const std::uint32_t face : faces)
    kept.insert(kept.end(), corners.begin() + whole.face_begin[face], corners.begin() + whole.face_begin[face + 1]);
  return kept;
}

/// Keeps of `values` those that `corners` name, and numbers these anew.
template <class T>
std::vector<T> keep_used(const std::vector<T>& values, std::vector<std::uint32_t>& corners) {
  UsedValues used(values.size());
  for (const std::uint32_t value : corners) used.use(value);
  std::vector<T> kept;
  used.number([&](std::uint32_t value) { kept.push_back(values[value]); });
  for (std::uint32_t& value : corners) value = used.of(value);
  return kept;
}

}  // namespace

mesh::Mesh mesh_in(const mesh::Mesh& mesh, const RegionShare& share) {
  const mesh::Soup whole = mesh::to_soup(mesh);
  std::vector<std::uint32_t> faces;
  for (std::uint32_t face = 0; face < whole.face_count(); ++face) {
    if (is_middle_in(whole, face, share)) faces.push_back(face);
  }
  mesh::Soup soup;
  soup.groups = whole.groups, soup.materials = whole.materials;
  soup.corners = kept_corners(whole, faces, whole.corners);
  soup.corner_uvs = kept_corners(whole, faces, whole.corner_uvs);
  soup.corner_normals = kept_corners(whole, faces, whole.corner_normals);
  for (const std::uint32_t face : faces) {
    soup.face_begin.push_back(soup.face_begin.back() + static_cast<std::uint32_t>(whole.face(face).size()));
    if (!whole.face_groups.empty()) soup.face_groups.push_back(whole.face_groups[face]);
  }
  UsedValues vertices(whole.positions.size());
  for (const std::uint32_t vertex : soup.corners) vertices.use(vertex);
  vertices.number([&](std::uint32_t vertex) {
    soup.positions.push_back(whole.positions[vertex]);
    if (!whole.uvs.empty() && whole.corner_uvs.empty()) soup.uvs.push_back(whole.uvs[vertex]);
    if (!whole.normals.empty() && whole.corner_normals.empty()) soup.normals.push_back(whole.normals[vertex]);
    append_vertex(soup, whole, vertex);
  });
  for (std::uint32_t& vertex : soup.corners) vertex = vertices.of(vertex);
  if (!whole.corner_uvs.empty()) soup.uvs = keep_used(whole.uvs, soup.corner_uvs);
  if (!whole.corner_normals.empty()) soup.normals = keep_used(whole.normals, soup.corner_normals);
  return mesh::build_mesh(std::move(soup), mesh::NonManifold::split).mesh;
}

}  // namespace weald::pipeline
