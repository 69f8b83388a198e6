#pragma once
// Model: the content of a glTF file: meshes with their levels of detail, and the placements of their copies.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/math/vec.h"
#include "data/mesh.h"
#include "data/scene.h"

namespace weald::gltf {

/// One level of detail.
struct Level {
  const mesh::Mesh* mesh = nullptr;  ///< not null
  /// The level is shown while the prototype covers at least this share of the screen's height, 0 to 1.
  double screen_size = 0;
};

/// A mesh that copies share, as levels of detail.
struct Prototype {
  std::string name;
  std::vector<Level> levels;                ///< the finest first; at least one
  std::vector<const mesh::Mesh*> bodies{};  ///< convex meshes for collisions; their materials are not written
};

/// A copy of a prototype.
struct Instance {
  std::uint32_t prototype = 0;     ///< index into Model::prototypes
  Mat4 world_from_prototype{1.0};  ///< affine
  scene::Tint tint{};              ///< multiplies the colours of its materials
  float data = 0;                  ///< a number for other programs; 0 is not written unless another copy has one
};

/// A named range of the copies, with a node of its own.
struct Group {
  std::string name;
  std::optional<std::size_t> outer;  ///< index of the innermost group around it, which comes before it
  std::uint32_t begin = 0;           ///< index of its first instance
  std::uint32_t end = 0;             ///< index after that of its last instance
  bool is_copy = false;              ///< whether it is one of the copies of a scene
  Mat4 world_from_group{1.0};        ///< affine
};

/// The sources of a file.
struct Origin {
  std::string preset;  ///< its name
  std::uint64_t seed = 0;
};

/// The content of a file. Y is up, in metres, as in glTF.
struct Model {
  std::string name;
  std::vector<Prototype> prototypes;
  std::vector<Instance> instances;
  std::vector<Group> groups{};     ///< an outer one before its inner ones
  std::optional<Origin> origin{};  ///< unset: not written
  std::string material_prefix{};   ///< prefix of the names of all materials
};

}  // namespace weald::gltf
