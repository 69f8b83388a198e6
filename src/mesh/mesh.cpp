#include "mesh/mesh.h"

namespace weald::mesh {

Bounds bounds(const Mesh& mesh) {
  Bounds result;
  for (const Vec3f& p : mesh.positions) result.add(Vec3{p});
  return result;
}

}  // namespace weald::mesh
