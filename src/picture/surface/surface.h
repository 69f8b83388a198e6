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
#include "picture/surface/detail/texture_map.h"
#include "picture/surface/normal_texture.h"

namespace weald::render {

/// How a surface takes light.
enum class Finish {
  solid,  ///< lit on the side that is seen
  leaf,   ///< thin: a part of the light falls through from the other side
  water,  ///< the sea: shaded by the water model of the picture
  pool,   ///< water that is a mesh: the sky is mirrored in its colour
};

/// Name of the material of meshes that have Finish::pool.
inline constexpr std::string_view kPoolMaterial = "water";

/// Share of light that a leaf passes on where its material does not say.
inline constexpr float kLeafTranslucency = 0.38f;

/// What a surface looks like.
struct SurfaceMaterial {
  Vec3f colour{0.6f};  ///< linear
  float roughness = 0.9f;
  Finish finish = Finish::solid;
  std::shared_ptr<const TextureMap> texture{};     ///< null: none; the surface then needs texture coordinates
  std::shared_ptr<const NormalTexture> normals{};  ///< null: none; as for the texture
  std::optional<float> translucency{};  ///< of a leaf: share of light that falls through, also onto leaves behind
  float metallic = 0;                   ///< share of metal, whose colour is that of what it mirrors
  float opacity = 1;                    ///< share of what lies behind that it hides
  Vec3f emission{0.0f};                 ///< linear, times its strength
  // As for the texture; data are from 0 to 1.
  std::shared_ptr<const TextureMap> occlusion{};           ///< red: factor of the sky's light
  std::shared_ptr<const TextureMap> metallic_roughness{};  ///< green, blue: factors of `roughness` and `metallic`
  std::shared_ptr<const TextureMap> emission_texture{};    ///< factor of `emission`
  /// To be added to the level at which `texture` is seen, for `emission_texture` is smaller or larger.
  float emission_detail = 0;
  /// Of a leaf: factor of the light that falls through, by colour, before that of the surface is multiplied in.
  Vec3f glow{1.0f};
};

/// The `glow` of a leaf that is of this linear colour. Green ones pass on more yellow than they mirror, as leaves do;
/// the light in others, such as petals and paper, has their own colour.
Vec3f glow_of(const Vec3f& colour);

using TriangleIndices = std::array<std::uint32_t, 3>;

/// Triangles with indexed positions and normals. Lengths in metres.
struct Surface {
  std::vector<Vec3f> positions;
  std::vector<TriangleIndices> triangles;
  std::vector<Vec3f> normals;                   ///< unit length
  std::vector<TriangleIndices> normal_indices;  ///< per triangle; empty: as `triangles`
  std::vector<Vec3f> colours;                   ///< linear, per position, multiplied with the material's; empty: white
  std::vector<Vec2f> uvs;  ///< texture coordinates, moved as materials say; empty: none, and no material has a texture
  std::vector<TriangleIndices> uv_indices;  ///< per triangle, where there are texture coordinates
  /// Per triangle, bit i is set where its edge from corner i to the next is one of a face, not a cut; empty: none is.
  std::vector<std::uint8_t> edges;
  std::vector<std::uint16_t> triangle_materials;  ///< empty: all 0
  std::vector<SurfaceMaterial> materials = std::vector<SurfaceMaterial>(1);

  /// Number of triangles.
  std::uint32_t triangle_count() const { return static_cast<std::uint32_t>(triangles.size()); }
  /// The normal indices of triangle `t`, and its material.
  const TriangleIndices& normals_of(std::uint32_t t) const {
    return normal_indices.empty() ? triangles[t] : normal_indices[t];
  }
  const SurfaceMaterial& material_of(std::uint32_t t) const {
    return materials[triangle_materials.empty() ? 0 : triangle_materials[t]];
  }
  /// Whether a texture cuts holes somewhere.
  bool has_holes() const;
  /// Whether something behind a material is seen through it.
  bool is_see_through() const;
  /// Whether a material has a normal map.
  bool has_normal_maps() const;
  /// Whether a material has Finish::pool.
  bool has_pools() const;
};

/// Textures that were made ready, each once, so that surfaces can share them.
class TextureMaps {
 public:
  /// The map of a texture; `srgb` is only needed to make it.
  std::shared_ptr<const TextureMap> of(const mesh::Texture& texture, const SrgbTable& srgb);
  /// The map of a texture whose channels are numbers, not colours.
  std::shared_ptr<const TextureMap> data_of(const mesh::Texture& texture);
  /// The map of a texture that holds normals.
  std::shared_ptr<const NormalTexture> normals_of(const mesh::Texture& texture);

 private:
  std::vector<std::pair<mesh::Texture, std::shared_ptr<const TextureMap>>> known_;
  std::vector<std::pair<mesh::Texture, std::shared_ptr<const TextureMap>>> known_data_;
  std::vector<std::shared_ptr<const NormalTexture>> known_normals_;
};

/// The triangles of a mesh without their normals: `normals` is empty, `normal_indices` are those of surface_of(). Costs
/// a fraction of it.
Surface coloured_surface_of(const mesh::Mesh& mesh, TextureMaps& textures);
Surface coloured_surface_of(const mesh::Mesh& mesh);

/// Completes what coloured_surface_of() gave for the same mesh.
void add_normals(Surface& surface, const mesh::Mesh& mesh, double crease = 42);

/// Triangles of a mesh: a quad is cut along its shorter diagonal, a larger face into a fan. Faces with a corner that is
/// not finite are left out. Where the mesh has no normals, faces that meet at less than `crease` degrees share theirs.
Surface surface_of(const mesh::Mesh& mesh, double crease = 42);

/// A surface and a place where a copy of it stands.
struct SurfaceItem {
  const Surface* surface = nullptr;
  Mat4 world_from_surface{1.0};
};

/// Bounds of the surface's own positions.
Bounds bounds_of(const Surface& surface);

/// `m` times the point `p`.
inline Vec3 transform_point(const Mat4& m, const Vec3f& p) {
  const double x = static_cast<double>(p.x), y = static_cast<double>(p.y), z = static_cast<double>(p.z);
  return {m[0][0] * x + m[1][0] * y + m[2][0] * z + m[3][0], m[0][1] * x + m[1][1] * y + m[2][1] * z + m[3][1],
          m[0][2] * x + m[1][2] * y + m[2][2] * z + m[3][2]};
}

}  // namespace weald::render
