#include "scene/scene.h"

namespace weald::scene {

Bounds bounds(const Scene& scene) {
  std::vector<Bounds> of_prototypes;
  for (const Prototype& prototype : scene.prototypes) of_prototypes.push_back(mesh::bounds(*prototype.mesh));
  Bounds all;
  for (const Instance& instance : scene.instances) {
    all.add(transformed(of_prototypes[instance.prototype], instance.world_from_prototype));
  }
  return all;
}

}  // namespace weald::scene
