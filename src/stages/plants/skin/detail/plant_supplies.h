#pragma once
// PlantSupplies: inputs that other stages provide for a plant.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "data/curve.h"
#include "data/image.h"
#include "data/mesh.h"

namespace weald::plant {

/// Pictures, meshes and curves for a plant's surfaces; null if absent.
struct PlantSupplies {
  std::shared_ptr<const Image> bark_texture, bark_normals;
  std::shared_ptr<const Image> leaf_texture, leaf_normals;
  const mesh::Mesh* leaf_mesh = nullptr;
  const curve::Curve* outline = nullptr;                            ///< of stems
  std::vector<std::pair<std::string, const mesh::Mesh*>> surfaces;  ///< by organ name
};

}  // namespace weald::plant
