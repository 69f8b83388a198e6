#pragma once
// Meshes with several textures, and what of them an atlas shows elsewhere.

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

#include "support/catch.h"

#include "base/rng.h"
#include "data/circulators.h"
#include "stages/images/atlas.h"
#include "stages/shapes/shapes.h"
#include "unit/stages/images/images.h"

namespace weald::image::test_atlas {

using mesh::Mesh;

inline mesh::Texture texture_of(Image image, float cutout = 0) {
  return {"t", std::make_shared<const Image>(std::move(image)), cutout};
}

/// A grid of 4 x 4 faces in three groups with materials of their own, whose texture coordinates go from `from` to `to`.
inline Mesh patchwork(const Vec2& from, const Vec2& to) {
  mesh::ShapesParams params;
  params.shape = mesh::Shape::grid;
  params.cells = {4, 1, 4};
  Mesh result = mesh::Shapes::run(params, {}, {});
  REQUIRE(result.face_count() == 16);
  for (Vec2f& uv : result.uvs.values) uv = Vec2f(from + Vec2(uv) * (to - from));
  result.groups = {{"a", 0}, {"b", 1}, {"c", 2}};
  result.materials = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
  result.face_groups.clear();
  for (std::uint16_t f = 0; f < 16; ++f) result.face_groups.push_back(f % 3);
  return result;
}

/// The pixel of a picture that repeats, without filtering.
inline Rgba8 texel(const Image& image, const Vec2& uv) {
  const auto at = [](double v, int side) { return static_cast<int>(std::floor((v - std::floor(v)) * side)); };
  return image.pixels.at(at(uv.x, image.pixels.width()), image.pixels.height() - 1 - at(uv.y, image.pixels.height()));
}

inline bool near_an_edge(const Vec2& uv, const Image& image) {
  const Vec2 pixels = uv * Vec2{image.pixels.width(), image.pixels.height()};
  const Vec2 rest = glm::abs(pixels - glm::round(pixels));
  return rest.x < 0.01 || rest.y < 0.01;
}

/// Calls see(material, old, new) with texture coordinates of random points of all faces before and after.
template <class See>
void at_random_points(const Mesh& before, const Mesh& after, const See& see) {
  const Rng rng(3);
  for (std::uint32_t f = 0; f < before.face_count(); ++f) {
    for (std::uint64_t point = 0; point < 60; ++point) {
      Vec2 old_uv{0}, new_uv{0};
      double sum = 0;
      std::uint64_t corner = 0;
      for (const mesh::HalfedgeId h : mesh::halfedges_of(before.topology, mesh::FaceId(f))) {
        const double weight = rng.uniform(f * 1000 + point, corner++);
        const mesh::VertexId origin = before.topology.origin(h);
        old_uv += weight * Vec2(before.uvs.values[before.uvs.index_of(h, origin)]);
        new_uv += weight * Vec2(after.uvs.values[after.uvs.index_of(h, origin)]);
        sum += weight;
      }
      see(before.materials[before.groups[before.group_of(mesh::FaceId(f))].material], old_uv / sum, new_uv / sum);
    }
  }
}

/// How many random points show something else than before; along `axis` texture coordinates may leave 0 to 1.
inline int wrong_points(const Mesh& before, const AtlasMesh& made, int axis) {
  const Image& atlas = *made.mesh.materials[0].texture->image;
  int seen = 0, wrong = 0;
  at_random_points(before, made.mesh, [&](const mesh::Material& material, const Vec2& old_uv, const Vec2& new_uv) {
    CHECK(new_uv[1 - axis] >= 0);
    CHECK(new_uv[1 - axis] <= 1);
    const Image& own = *material.texture->image;
    if (near_an_edge(old_uv, own) || near_an_edge(new_uv, atlas)) return;
    ++seen;
    wrong += texel(atlas, new_uv) == texel(own, old_uv) ? 0 : 1;
    if (material.normals) wrong += texel(made.normals, new_uv) == texel(*material.normals->image, old_uv) ? 0 : 1;
  });
  CHECK(seen > 300);
  return wrong;
}

/// A patchwork of textures with powers of two as sides, of which the second has a normal map.
inline Mesh textured_patchwork(const Vec2& from, const Vec2& to) {
  Mesh result = patchwork(from, to);
  result.materials[0].texture = texture_of(test::random_image(16, 8, 8, true));
  result.materials[1].texture = texture_of(test::random_image(16, 32, 8, true));
  result.materials[1].normals = texture_of(test::random_image(16, 32, 8, true));
  result.materials[2].texture = texture_of(test::random_image(8, 8, 8, true));
  for (mesh::Material& material : result.materials) material.colour = Vec3f{1};
  return result;
}

}  // namespace weald::image::test_atlas
