#include "methods/mesh/detail/triangle_list.h"

namespace weald::mesh {

TriangleList gather(const Mesh& mesh, const CornerList& list) {
  const std::size_t count = list.vertex_count();
  TriangleList result;
  result.material = list.material;
  result.groups = list.groups;
  result.indices = list.indices;
  result.positions.reserve(count);
  for (std::size_t v = 0; v < count; ++v) result.positions.push_back(list.position(mesh, v));
  if (!mesh.normals.empty()) result.normals.reserve(count);
  if (!mesh.uvs.empty()) result.uvs.reserve(count);
  for (std::size_t v = 0; v < count; ++v) {
    if (!mesh.normals.empty()) result.normals.push_back(list.normal(mesh, v));
    if (!mesh.uvs.empty()) result.uvs.push_back(list.uv(mesh, v));
    append_vertex(result, mesh, list.origins[v]);
  }
  return result;
}

}  // namespace weald::mesh
