#include "data/scene.h"

#include "base/check.h"

namespace weald::scene {

std::vector<std::shared_ptr<const mesh::Mesh>> meshes_of(const Scene& scene) {
  std::vector<std::shared_ptr<const mesh::Mesh>> meshes;
  for (const Prototype& prototype : scene.prototypes) {
    meshes.push_back(prototype.mesh);
    for (const LighterLevel& level : prototype.lighter) meshes.push_back(level.mesh);
    if (prototype.collision) meshes.push_back(prototype.collision);
  }
  return meshes;
}

void set_meshes(Scene& scene, std::span<const std::shared_ptr<const mesh::Mesh>> meshes) {
  std::size_t next = 0;
  const auto take = [&] {
    WEALD_CHECK(next < meshes.size());
    return meshes[next++];
  };
  for (Prototype& prototype : scene.prototypes) {
    prototype.mesh = take();
    for (LighterLevel& level : prototype.lighter) level.mesh = take();
    if (prototype.collision) prototype.collision = take();
  }
  WEALD_CHECK(next == meshes.size());
}

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
