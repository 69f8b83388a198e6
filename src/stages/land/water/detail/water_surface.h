#pragma once
// WaterSurface: the water mesh under construction.

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "methods/mesh/soup.h"

namespace weald::hydrology::detail {

/// A vertex of the water mesh.
struct WaterVertex {
  Vec3 position{0};
  Vec3 normal{0, 1, 0};
  Vec2 uv{0};
  double depth = 0;  ///< metres
};

/// Faces and vertices of the water mesh; depths are converted to colours at the end.
struct WaterSurface {
  mesh::Soup soup;
  std::vector<float> depths;  ///< metres, per position

  std::uint32_t add(const WaterVertex& vertex) {
    const auto index = static_cast<std::uint32_t>(soup.positions.size());
    soup.positions.push_back(Vec3f(vertex.position));
    soup.normals.push_back(Vec3f(vertex.normal));
    soup.uvs.push_back(Vec2f(vertex.uv));
    depths.push_back(static_cast<float>(vertex.depth));
    return index;
  }
  void add_face(std::span<const std::uint32_t> corners) {
    soup.add_face(corners);
    soup.face_groups.push_back(group);
  }
  std::uint16_t group = 0;  ///< group of the faces being added
};

}  // namespace weald::hydrology::detail
