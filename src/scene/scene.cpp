#include "scene/scene.h"

namespace weald::scene {

Bounds bounds(const Scene& scene) {
  std::vector<Bounds> of_prototypes;
  for (const Prototype& prototype : scene.prototypes) of_prototypes.push_back(mesh::bounds(*prototype.mesh));
  Bounds all;
  for (const Instance& instance : scene.instances) {
    const Bounds& box = of_prototypes[instance.prototype];
    if (box.empty()) continue;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 p{(corner & 1) != 0 ? box.max.x : box.min.x, (corner & 2) != 0 ? box.max.y : box.min.y,
                   (corner & 4) != 0 ? box.max.z : box.min.z};
      all.add(Vec3{instance.world_from_prototype * Vec4{p, 1}});
    }
  }
  return all;
}

}  // namespace weald::scene
