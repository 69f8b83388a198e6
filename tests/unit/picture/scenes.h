#pragma once
// Small meshes and picture measurements for the tests of pictures.

#include <array>
#include <vector>

#include "data/image.h"
#include "methods/mesh/build.h"
#include "picture/render/render.h"

namespace weald::render::test {

/// A box from `low` to `high` with outward faces.
inline mesh::Mesh box(const Vec3f& low, const Vec3f& high, const Vec3f& colour = Vec3f{0.8f}) {
  mesh::Soup soup;
  for (int i = 0; i < 8; ++i) {
    soup.positions.push_back(
        {(i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y, (i & 4) != 0 ? high.z : low.z});
  }
  constexpr std::array<std::array<std::uint32_t, 4>, 6> kFaces{
      {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};
  for (const auto& face : kFaces) soup.add_face(face);
  soup.materials[0].colour = colour;
  return mesh::build_checked(std::move(soup));
}

/// One triangle.
inline mesh::Mesh triangle(const Vec3f& a, const Vec3f& b, const Vec3f& c, const Vec3f& colour = Vec3f{0.8f}) {
  mesh::Soup soup;
  soup.positions = {a, b, c};
  soup.add_face(std::array<std::uint32_t, 3>{0, 1, 2});
  soup.materials[0].colour = colour;
  return mesh::build_mesh(std::move(soup)).mesh;
}

/// Renders meshes in a run of their own.
inline Image picture_of(const std::vector<MeshItem>& items, const PictureParams& params) {
  return render_meshes(items, params, RunContext{});
}

inline int brightness(const Rgba8& pixel) { return pixel.r + pixel.g + pixel.b; }

/// Largest difference between two pixels in any channel.
inline int difference(const Rgba8& a, const Rgba8& b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

}  // namespace weald::render::test
