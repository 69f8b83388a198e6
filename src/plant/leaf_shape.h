#pragma once
// LeafModel: the polygons of one leaf in its own coordinates.

#include <cstdint>
#include <vector>

#include "core/vec.h"
#include "plant/leaf_params.h"

namespace weald::plant {

/// A leaf of length 1: x to its right, y along it from the foot of the stalk at the origin, z out of its upper face.
struct LeafModel {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;                 ///< unit length
  std::vector<Vec2> uvs;                     ///< u across, v along, 0 to 1
  std::vector<std::uint32_t> face_begin{0};  ///< as in mesh::Soup
  std::vector<std::uint32_t> corners;

  /// Number of polygons.
  std::size_t face_count() const { return face_begin.size() - 1; }
};

/// The leaf that `params` describe: shape, width, petiole and fold.
LeafModel make_leaf_model(const LeafParams& params);

/// Area of all faces for length 1.
double area_of(const LeafModel& model);

}  // namespace weald::plant
