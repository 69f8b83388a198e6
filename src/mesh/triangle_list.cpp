#include "mesh/triangle_list.h"

namespace weald::mesh {

TriangleList gather(const Mesh& mesh, const CornerList& list) {
  const std::size_t count = list.vertex_count();
  TriangleList result{list.material, list.groups, list.indices, {}, {}, {}, {}};
  result.positions.reserve(count);
  for (std::size_t v = 0; v < count; ++v) result.positions.push_back(list.position(mesh, v));
  if (!mesh.normals.empty()) result.normals.reserve(count);
  if (!mesh.uvs.empty()) result.uvs.reserve(count);
  if (!mesh.colours.empty()) result.colours.reserve(count);
  for (std::size_t v = 0; v < count; ++v) {
    if (!mesh.normals.empty()) result.normals.push_back(list.normal(mesh, v));
    if (!mesh.uvs.empty()) result.uvs.push_back(list.uv(mesh, v));
    if (!mesh.colours.empty()) result.colours.push_back(mesh.colours[list.origins[v]]);
  }
  return result;
}

std::vector<TriangleList> triangle_lists(const Mesh& mesh) {
  std::vector<TriangleList> lists;
  for (const CornerList& list : corner_lists(mesh, WeldVertices::yes)) lists.push_back(gather(mesh, list));
  return lists;
}

}  // namespace weald::mesh
