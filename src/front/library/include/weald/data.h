#pragma once
// The data of artifacts. Part of <weald/weald.h>, which programs should include.
//
// Nothing is copied: spans and pointers view memory of an object of the library, which the member `owner` keeps alive.
// Members have the names, units and meanings of those in <weald/weald_c_data.h>; a span is empty where an array is
// NULL.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <weald/detail.h>
#include <weald/weald_c.h>

namespace weald::api {

/// Heights on a regular grid; see weald_heightmap.
struct Heightmap {
  int width = 0, height = 0;
  double cell_size = 1, origin_x = 0, origin_z = 0;  ///< metres
  std::span<const float> heights;                    ///< metres, row by row, the northern row first
  std::shared_ptr<const void> owner;
};

/// Pixels of four bytes; see weald_image.
struct Image {
  int width = 0, height = 0;
  std::span<const std::uint8_t> rgba;  ///< row by row, the upper row first
  std::shared_ptr<const void> owner;
};

/// A picture that UVs map onto a surface; see weald_texture.
struct Texture {
  const char* name = nullptr;
  Image image;
  float cutout = 0;
};

/// The appearance of a surface; see weald_material and weald_texture_use.
struct Material : weald_material {
  std::optional<Texture> texture, normals, occlusion, metallic_roughness, emission_texture;
  std::shared_ptr<const weald_mesh> owner;
};

/// A polygon mesh; see weald_mesh_data.
struct Mesh {
  std::span<const float> positions, uvs, normals;
  std::span<const std::uint8_t> colours, wind;
  std::span<const std::uint32_t> face_starts, face_materials, corner_vertices, corner_uvs, corner_normals;
  std::vector<Material> materials;
  std::shared_ptr<const weald_mesh> owner;

  /// Number of vertices.
  std::size_t vertex_count() const noexcept { return positions.size() / 3; }
  /// Number of faces.
  std::size_t face_count() const noexcept { return face_materials.size(); }
};

/// The triangles of one material.
using TriangleRange = weald_triangle_range;

/// A mesh for graphics libraries: every vertex has all its attributes, faces are triangles; see weald_triangle_data.
struct TriangleMesh {
  std::span<const float> positions, uvs, normals;
  std::span<const std::uint8_t> colours, wind;
  std::span<const std::uint32_t> indices;
  std::span<const TriangleRange> ranges;
  std::vector<Material> materials;
  std::shared_ptr<const weald_triangles> owner;
};

/// A level of detail, shown while its height is at least `screen_size` (0 to 1) of the screen's; 0: always.
struct Level {
  Mesh mesh;
  double screen_size = 0;
};

/// A mesh shared by instances.
struct Prototype {
  const char* name = nullptr;
  std::vector<Level> levels;  ///< at least one; the finest first
};

/// Meshes, with the instances and groups of weald_scene_data.
struct Scene : weald_scene_data {
  std::vector<Prototype> prototypes;
  std::shared_ptr<const weald_scene> owner;
};

/// The polylines of weald_line_data.
struct Lines : weald_line_data {
  std::shared_ptr<const weald_lines> owner;
  /// The points of a polyline: x, y, z each, metres. Pre: line < line_count.
  std::span<const double> line(std::size_t line) const noexcept {
    return {points + 3 * starts[line], points + 3 * starts[line + 1]};
  }
};

/// The segments of weald_skeleton_data.
struct Skeleton : weald_skeleton_data {
  std::shared_ptr<const weald_skeleton> owner;
};

namespace detail {

inline Image image_of(const weald_image& from, std::shared_ptr<const void> owner) {
  const auto size = static_cast<std::size_t>(from.width) * static_cast<std::size_t>(from.height) * 4;
  return {from.width, from.height, span_of(from.rgba, size), std::move(owner)};
}

inline std::optional<Texture> texture_of(const std::shared_ptr<const weald_mesh>& mesh, std::size_t material,
                                         weald_texture_use use) {
  const auto from = filled<weald_texture>(weald_mesh_texture, mesh.get(), material, use);
  if (from.name == nullptr) return std::nullopt;
  return Texture{from.name, image_of({0, from.width, from.height, from.rgba}, mesh), from.cutout};
}

inline std::vector<Material> materials_of(const std::shared_ptr<const weald_mesh>& mesh) {
  std::vector<Material> made;
  for (std::size_t i = 0; i < weald_mesh_material_count(mesh.get()); ++i)
    made.push_back({filled<weald_material>(weald_mesh_material, mesh.get(), i),
                    texture_of(mesh, i, WEALD_TEXTURE_COLOUR), texture_of(mesh, i, WEALD_TEXTURE_NORMALS),
                    texture_of(mesh, i, WEALD_TEXTURE_OCCLUSION), texture_of(mesh, i, WEALD_TEXTURE_METALLIC_ROUGHNESS),
                    texture_of(mesh, i, WEALD_TEXTURE_EMISSION), mesh});
  return made;
}

inline Mesh mesh_of(std::shared_ptr<const weald_mesh> owner) {
  const auto from = filled<weald_mesh_data>(weald_mesh_get, owner.get());
  Mesh made;
  made.positions = span_of(from.positions, 3 * from.vertex_count);
  made.uvs = span_of(from.uvs, 2 * from.uv_count);
  made.normals = span_of(from.normals, 3 * from.normal_count);
  made.colours = span_of(from.colours, 4 * from.vertex_count);
  made.wind = span_of(from.wind, 4 * from.vertex_count);
  made.face_starts = span_of(from.face_starts, from.face_count + 1);
  made.face_materials = span_of(from.face_materials, from.face_count);
  made.corner_vertices = span_of(from.corner_vertices, from.corner_count);
  made.corner_uvs = span_of(from.corner_uvs, from.corner_count);
  made.corner_normals = span_of(from.corner_normals, from.corner_count);
  made.materials = materials_of(owner);
  made.owner = std::move(owner);
  return made;
}

inline TriangleMesh triangles_of(std::shared_ptr<const weald_triangles> owner, std::vector<Material> materials) {
  const auto from = filled<weald_triangle_data>(weald_triangles_get, owner.get());
  TriangleMesh made;
  made.positions = span_of(from.positions, 3 * from.vertex_count);
  made.uvs = span_of(from.uvs, 2 * from.vertex_count);
  made.normals = span_of(from.normals, 3 * from.vertex_count);
  made.colours = span_of(from.colours, 4 * from.vertex_count);
  made.wind = span_of(from.wind, 4 * from.vertex_count);
  made.indices = span_of(from.indices, from.index_count);
  made.ranges = span_of(from.ranges, from.range_count);
  made.materials = std::move(materials);
  made.owner = std::move(owner);
  return made;
}

inline Scene scene_of(std::shared_ptr<const weald_scene> owner) {
  Scene made{filled<weald_scene_data>(weald_scene_get, owner.get()), {}, std::move(owner)};
  for (std::size_t i = 0; i < made.prototype_count; ++i) {
    const auto from = filled<weald_prototype>(weald_scene_prototype, made.owner.get(), i);
    Prototype& prototype = made.prototypes.emplace_back();
    prototype.name = from.name;
    for (std::size_t n = 0; n < from.level_count; ++n) {
      const auto level = filled<weald_level>(weald_scene_level, made.owner.get(), i, n);
      prototype.levels.push_back({mesh_of({made.owner, level.mesh}), level.screen_size});
    }
  }
  return made;
}

}  // namespace detail

}  // namespace weald::api
