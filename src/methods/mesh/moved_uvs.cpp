#include "methods/mesh/moved_uvs.h"

#include <algorithm>

namespace weald::mesh {

bool has_moved_uvs(const Mesh& mesh) {
  return !mesh.uvs.empty() && std::any_of(mesh.materials.begin(), mesh.materials.end(), moves_uvs);
}

CornerAttribute<Vec2f> moved_uvs(const Mesh& mesh) {
  constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  CornerAttribute<Vec2f> result;
  const Dcel& dcel = mesh.topology;
  result.index.assign(dcel.halfedge_count(), 0);
  // Materials one after the other, so that one array suffices to find shared values.
  std::vector<std::uint32_t> known;
  for (std::size_t m = 0; m < mesh.materials.size(); ++m) {
    const Material& material = mesh.materials[m];
    known.assign(mesh.uvs.values.size(), kNone);
    for (std::uint32_t i = 0; i < dcel.halfedge_count(); ++i) {
      const HalfedgeId h{i};
      if (dcel.is_boundary(h) || mesh.groups[mesh.group_of(dcel.face(h))].material != m) continue;
      const std::uint32_t before = mesh.uvs.index_of(h, dcel.origin(h));
      if (known[before] == kNone) {
        known[before] = static_cast<std::uint32_t>(result.values.size());
        result.values.push_back(mesh.uvs.values[before] * material.uv_scale + material.uv_offset);
      }
      result.index[i] = known[before];
    }
  }
  if (result.values.empty()) result.index.clear();
  return result;
}

const Mesh* MovedMeshes::of(const Mesh* mesh) {
  if (!has_moved_uvs(*mesh)) return mesh;
  const auto [entry, is_new] = copies_.try_emplace(mesh);
  if (is_new) {
    entry->second = *mesh;
    entry->second.uvs = moved_uvs(*mesh);
  }
  return &entry->second;
}

}  // namespace weald::mesh
