#pragma once
// Scene: meshes and the places where copies of them stand.

#include <memory>
#include <string>
#include <vector>

#include "core/vec.h"
#include "mesh/mesh.h"
#include "schema/input.h"

namespace weald::scene {

/// A mesh that instances share.
struct Prototype {
  std::string name;
  std::shared_ptr<const mesh::Mesh> mesh;
};

/// One copy of a prototype. Affine transform: a point p of the prototype stands at `world_from_prototype` * p.
struct Instance {
  std::uint32_t prototype = 0;
  Mat4 world_from_prototype{1.0};
};

/// What a scatter or scene stage makes.
struct Scene {
  std::vector<Prototype> prototypes;
  std::vector<Instance> instances;
};

/// Box around the transformed boxes of all instances: exact for instances that are not turned, else a little larger
/// than the vertices need. Empty for an empty scene.
Bounds bounds(const Scene& scene);

}  // namespace weald::scene

template <>
struct weald::schema::ArtifactName<weald::scene::Scene> {
  static constexpr std::string_view value = "scene";
};
