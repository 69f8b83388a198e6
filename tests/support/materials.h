#pragma once
// A mesh whose material has every key, for the tests of files and digests.

#include <array>
#include <memory>
#include <utility>

#include "data/mesh.h"
#include "methods/mesh/build.h"

namespace weald::test {

inline mesh::Texture picture_named(const std::string& name, const Rgba8& pixel) {
  return {name, std::make_shared<const Image>(Image{Grid<Rgba8>(2, 2, pixel)}), 0.0f};
}

/// A material with a value of its own for each key.
inline mesh::Material full_material() {
  mesh::Material material{.name = "lamp", .colour = {1, 0.5f, 0.25f}, .roughness = 0.5f, .two_sided = true};
  material.texture = picture_named("paint", {200, 100, 50, 255});
  material.normals = picture_named("bumps", {128, 128, 255, 255});
  material.translucency = 0.25f;
  material.metallic = 0.75f;
  material.emission = {1, 0.5f, 0};
  material.emission_strength = 8;
  material.opacity = 0.5f;
  material.occlusion = picture_named("packed", {90, 200, 30, 255});
  material.metallic_roughness = material.occlusion;
  material.emission_texture = picture_named("glow", {255, 255, 10, 255});
  material.uv_scale = {4, 2};
  material.uv_offset = {0.5f, 0.25f};
  return material;
}

/// A square with texture coordinates from 0 to 1.
inline mesh::Mesh square_with(const mesh::Material& material) {
  mesh::Soup soup;
  soup.positions = {{0, 0, 0}, {0, 0, 2}, {2, 0, 2}, {2, 0, 0}};
  soup.uvs = {{0, 1}, {0, 0}, {1, 0}, {1, 1}};
  soup.corner_uvs = {0, 1, 2, 3};
  soup.normals = {{0, 1, 0}};
  soup.corner_normals = {0, 0, 0, 0};
  soup.add_face(std::array<std::uint32_t, 4>{0, 1, 2, 3});
  soup.materials = {material};
  soup.groups = {{material.name, 0}};
  return mesh::build_checked(std::move(soup));
}

}  // namespace weald::test
