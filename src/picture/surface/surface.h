#pragma once
// Surface: triangles ready to be drawn, with normals and linear colours.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/math/vec.h"
#include "data/mesh.h"
#include "data/scene.h"
#include "picture/surface/detail/texture_map.h"
#include "picture/surface/normal_texture.h"

namespace weald::render {

/// How a surface responds to light.
enum class Finish {
  solid,  ///< lit on the visible side
  leaf,   ///< thin and translucent: part of the light passes through from the far side
  water,  ///< the sea, shaded by the picture's water model
  pool,   ///< a mesh of water: the sky is mirrored over its colour
};

/// Name of the material that gives a mesh Finish::pool.
inline constexpr std::string_view kPoolMaterial = "water";

/// Translucency of a leaf whose material sets none.
inline constexpr float kLeafTranslucency = 0.38f;

/// Shading properties of a surface.
struct SurfaceMaterial {
  Vec3f colour{0.6f};  ///< linear
  float roughness = 0.9f;
  Finish finish = Finish::solid;
  std::shared_ptr<const TextureMap> texture{};     ///< null: none; otherwise the surface needs texture coordinates
  std::shared_ptr<const NormalTexture> normals{};  ///< null: none; otherwise the surface needs texture coordinates
  std::optional<float> translucency{};  ///< of a leaf: share of light passed through, also onto leaves behind it
  float metallic = 0;                   ///< share of metal; metal tints its reflections by its colour
  float opacity = 1;                    ///< share of the background that the surface hides
  Vec3f emission{0.0f};                 ///< linear, multiplied by its strength
  // Data maps with values from 0 to 1. Null: none; otherwise the surface needs texture coordinates.
  std::shared_ptr<const TextureMap> occlusion{};           ///< red: factor of the sky's light
  std::shared_ptr<const TextureMap> metallic_roughness{};  ///< green, blue: factors of `roughness` and `metallic`
  std::shared_ptr<const TextureMap> emission_texture{};    ///< factor of `emission`
  /// Added to the mip level of `texture` to get that of `emission_texture`, which may differ in size.
  float emission_detail = 0;
  /// For a leaf: factor per channel of the light that passes through, before it is multiplied by the surface's colour.
  Vec3f glow{1.0f};
};

/// The `glow` of a leaf of this linear colour. Green leaves transmit more yellow light than they reflect; other
/// colours, such as petals and paper, transmit their own colour.
Vec3f glow_of(const Vec3f& colour);

using TriangleIndices = std::array<std::uint32_t, 3>;

/// Triangles with indexed positions and normals. Lengths are in metres.
struct Surface {
  std::vector<Vec3f> positions;
  std::vector<TriangleIndices> triangles;
  std::vector<Vec3f> normals;                   ///< unit length
  std::vector<TriangleIndices> normal_indices;  ///< per triangle; empty: same as `triangles`
  /// Linear, per position, multiplied by the material's colour; empty: white.
  std::vector<Vec3f> colours;
  std::vector<Vec2f> uvs;  ///< with the material's transform applied; empty: none, and no material has a texture
  std::vector<TriangleIndices> uv_indices;  ///< per triangle, if there are texture coordinates
  /// Per triangle: bit i is set if the edge from corner i to the next is an edge of a face rather than a diagonal
  /// inside one. Empty: no edge is.
  std::vector<std::uint8_t> edges;
  std::vector<std::uint16_t> triangle_materials;  ///< empty: all 0
  std::vector<SurfaceMaterial> materials = std::vector<SurfaceMaterial>(1);

  /// Number of triangles.
  std::uint32_t triangle_count() const { return static_cast<std::uint32_t>(triangles.size()); }
  /// Normal indices of triangle `t`.
  const TriangleIndices& normals_of(std::uint32_t t) const {
    return normal_indices.empty() ? triangles[t] : normal_indices[t];
  }
  /// Material of triangle `t`.
  const SurfaceMaterial& material_of(std::uint32_t t) const {
    return materials[triangle_materials.empty() ? 0 : triangle_materials[t]];
  }
  /// Whether a texture cuts holes into any part of the surface.
  bool has_holes() const;
  /// Whether any material lets the background show through.
  bool is_see_through() const;
  /// Whether any material has Finish::pool.
  bool has_pools() const;
};

/// Cache of prepared textures that surfaces share; each texture is prepared once.
class TextureMaps {
 public:
  /// The map of a colour texture; `srgb` is only used to build it.
  std::shared_ptr<const TextureMap> of(const mesh::Texture& texture, const SrgbTable& srgb);
  /// The map of a texture whose channels hold numbers instead of colours.
  std::shared_ptr<const TextureMap> data_of(const mesh::Texture& texture);
  /// The map of a texture that holds normals.
  std::shared_ptr<const NormalTexture> normals_of(const mesh::Texture& texture);

 private:
  std::vector<std::pair<mesh::Texture, std::shared_ptr<const TextureMap>>> known_;
  std::vector<std::pair<mesh::Texture, std::shared_ptr<const TextureMap>>> known_data_;
  std::vector<std::shared_ptr<const NormalTexture>> known_normals_;
};

/// The triangles of a mesh without normals: `normals` stays empty, `normal_indices` are the same as in surface_of().
/// Much cheaper than surface_of().
Surface coloured_surface_of(const mesh::Mesh& mesh, TextureMaps& textures);
Surface coloured_surface_of(const mesh::Mesh& mesh);

/// Adds the normals to a surface that coloured_surface_of() built from the same mesh.
void add_normals(Surface& surface, const mesh::Mesh& mesh, double crease = 42);

/// The triangles of a mesh. A quad is split along its shorter diagonal, a larger face into a fan. Faces with a
/// non-finite corner are skipped. If the mesh has no normals, faces that meet at less than `crease` degrees share
/// smooth normals.
Surface surface_of(const mesh::Mesh& mesh, double crease = 42);

/// An instance of a surface: the surface, its transform, and the tint of its colours.
struct SurfaceItem {
  const Surface* surface = nullptr;
  Mat4 world_from_surface{1.0};
  scene::Tint tint{};
};

/// Bounds of the surface's positions, without any transform.
Bounds bounds_of(const Surface& surface);

/// Transforms the point `p` by `m`.
inline Vec3 transform_point(const Mat4& m, const Vec3f& p) {
  const double x = static_cast<double>(p.x), y = static_cast<double>(p.y), z = static_cast<double>(p.z);
  return {m[0][0] * x + m[1][0] * y + m[2][0] * z + m[3][0], m[0][1] * x + m[1][1] * y + m[2][1] * z + m[3][1],
          m[0][2] * x + m[1][2] * y + m[2][2] * z + m[3][2]};
}

/// Box that contains transform_point(m, p), as rounded, for all points `p` of a box; empty for an empty one.
inline Bounds placed_box(const Bounds& box, const Mat4& m) {
  if (box.empty()) return {};
  Bounds placed;
  for (int row = 0; row < 3; ++row) {
    const auto at = [&](int axis, bool most) {
      return m[axis][row] * ((m[axis][row] < 0.0) != most ? box.max[axis] : box.min[axis]);
    };
    placed.min[row] = at(0, false) + at(1, false) + at(2, false) + m[3][row];
    placed.max[row] = at(0, true) + at(1, true) + at(2, true) + m[3][row];
  }
  return placed;
}

}  // namespace weald::render
