#include "formats/gltf/detail/texture_edges.h"

#include <algorithm>
#include <set>

namespace weald::gltf {

namespace {

constexpr float kRounding = 1e-5f;  // of coordinates that were meant to be 0 or 1

bool is_inside(const Vec2f& uv) {
  return uv.x >= -kRounding && uv.x <= 1 + kRounding && uv.y >= -kRounding && uv.y <= 1 + kRounding;
}

/// Per material of the mesh: whether it has textures whose coordinates lie beyond 0 to 1.
std::vector<bool> repeating_materials(const mesh::Mesh& mesh) {
  std::vector<bool> repeats(mesh.materials.size(), false), is_open(mesh.materials.size(), false);
  for (std::size_t i = 0; i < mesh.materials.size(); ++i) is_open[i] = !mesh::textures_of(mesh.materials[i]).empty();
  auto open = std::count(is_open.begin(), is_open.end(), true);
  const mesh::Dcel& dcel = mesh.topology;
  for (std::uint32_t i = 0; i < dcel.halfedge_count() && open > 0; ++i) {
    const mesh::HalfedgeId h{i};
    if (dcel.is_boundary(h)) continue;
    const std::size_t number = mesh.groups[mesh.group_of(dcel.face(h))].material;
    if (!is_open[number]) continue;
    const mesh::Material& material = mesh.materials[number];
    const Vec2f& uv = mesh.uvs.values[mesh.uvs.index_of(h, dcel.origin(h))];
    if (is_inside(uv * material.uv_scale + material.uv_offset)) continue;
    is_open[number] = false;
    repeats[number] = true;
    --open;
  }
  return repeats;
}

}  // namespace

std::vector<bool> repeating_pictures(std::span<const io::ObjPart> parts, std::span<const io::ObjTexture> pictures) {
  std::vector<bool> repeats(pictures.size(), false);
  std::set<const mesh::Mesh*> seen;
  for (const io::ObjPart& part : parts) {
    if (part.mesh->uvs.empty() || !seen.insert(part.mesh).second) continue;
    const std::vector<bool> materials = repeating_materials(*part.mesh);
    for (std::size_t m = 0; m < materials.size(); ++m) {
      if (!materials[m]) continue;
      for (const mesh::Texture* texture : mesh::textures_of(part.mesh->materials[m])) {
        for (std::size_t i = 0; i < pictures.size(); ++i) {
          if (!repeats[i] && mesh::same_picture(texture->image, pictures[i].image)) repeats[i] = true;
        }
      }
    }
  }
  return repeats;
}

}  // namespace weald::gltf
