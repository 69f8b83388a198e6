#pragma once
// Scene: meshes and the placements of their copies.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/math/vec.h"
#include "data/mesh.h"
#include "schema/input.h"

namespace weald::scene {

/// A coarser mesh that replaces a prototype when it is small on screen.
struct LighterLevel {
  std::shared_ptr<const mesh::Mesh> mesh;
  double screen_size = 0;  ///< shown while the prototype covers at least this share of the screen's height, 0 to 1
};

/// A mesh that instances share, and its coarser levels of detail. Pictures and file formats without levels of detail
/// use the mesh itself.
struct Prototype {
  std::string name;
  std::shared_ptr<const mesh::Mesh> mesh;
  double screen_size = 0;               ///< of the mesh, like that of a coarser level; 0 if no stage has set one
  std::vector<LighterLevel> lighter{};  ///< in descending order of screen size
  /// The collision mesh, one body per group; null if there is none. Only some file formats can contain it.
  std::shared_ptr<const mesh::Mesh> collision{};
};

/// One copy of a prototype. Affine transform: a point p of the prototype is placed at `world_from_prototype` * p.
struct Instance {
  std::uint32_t prototype = 0;
  Mat4 world_from_prototype{1.0};
};

/// Most instances of a scene that a stage makes.
inline constexpr std::size_t kMaxInstances = 1'000'000;

/// The artifact of stages that place copies of meshes, such as scatter and compose.
struct Scene {
  std::vector<Prototype> prototypes;
  std::vector<Instance> instances;
};

/// The meshes of all prototypes, each followed by its coarser levels, and by its collision mesh if that is set.
std::vector<std::shared_ptr<const mesh::Mesh>> meshes_of(const Scene& scene);

/// Replaces the meshes of the scene by `meshes`, in the order of meshes_of(). Pre: the same number of meshes.
void set_meshes(Scene& scene, std::span<const std::shared_ptr<const mesh::Mesh>> meshes);

/// Box around the transformed boxes of all instances: exact for unrotated instances, otherwise slightly larger than
/// needed. Empty for an empty scene.
Bounds bounds(const Scene& scene);

}  // namespace weald::scene

template <>
struct weald::schema::ArtifactName<weald::scene::Scene> {
  static constexpr std::string_view value = "scene";
};
