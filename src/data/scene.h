#pragma once
// Scene: meshes and the places where copies of them stand.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/math/vec.h"
#include "data/mesh.h"
#include "schema/input.h"

namespace weald::scene {

/// A lighter mesh that stands for a prototype where that is small.
struct LighterLevel {
  std::shared_ptr<const mesh::Mesh> mesh;
  double screen_size = 0;  ///< shown while the prototype covers at least this share of the screen's height, 0 to 1
};

/// A mesh that instances share, and its lighter levels of detail. Pictures and formats that know no levels show the
/// mesh.
struct Prototype {
  std::string name;
  std::shared_ptr<const mesh::Mesh> mesh;
  double screen_size = 0;               ///< of the mesh, as of a lighter level; 0 where no stage has given one
  std::vector<LighterLevel> lighter{};  ///< in the order of their sizes, the largest first
  /// What things collide with in place of the mesh, a body for each group; null: nothing is said of that. Only formats
  /// that know of it have it.
  std::shared_ptr<const mesh::Mesh> collision{};
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

/// The meshes of all prototypes, each followed by its lighter levels, and by what things collide with where that is
/// set.
std::vector<std::shared_ptr<const mesh::Mesh>> meshes_of(const Scene& scene);

/// Puts `meshes`, in the order of meshes_of(), in the place of those of the scene. Pre: there are as many.
void set_meshes(Scene& scene, std::span<const std::shared_ptr<const mesh::Mesh>> meshes);

/// Box around the transformed boxes of all instances: exact for instances that are not turned, else a little larger
/// than the vertices need. Empty for an empty scene.
Bounds bounds(const Scene& scene);

}  // namespace weald::scene

template <>
struct weald::schema::ArtifactName<weald::scene::Scene> {
  static constexpr std::string_view value = "scene";
};
