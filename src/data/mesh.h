#pragma once
// Mesh: DCEL topology with positions, attributes and material groups. World: right-handed, Y up, metres; faces are
// counter-clockwise seen from outside.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/math/vec.h"
#include "data/dcel.h"
#include "data/detail/facts.h"
#include "data/detail/vertex_attributes.h"
#include "data/image.h"
#include "schema/input.h"

namespace weald::mesh {

/// Longest side that the picture of a texture may have, pixels.
inline constexpr int kMaxTextureSide = 8192;

/// A picture laid over a surface by its texture coordinates: (0, 0) is the lower left corner of the picture and (1, 1)
/// the upper right one; beyond them it repeats.
struct Texture {
  std::string name;                    ///< its name in messages
  std::shared_ptr<const Image> image;  ///< not null, not empty; multiplies the material's colour in linear light
  float cutout = 0;  ///< the surface is cut out where alpha (0 to 1) is below this; 0: alpha is ignored
  /// Compares pixels, not addresses.
  bool operator==(const Texture& other) const;
};

/// Whether both are the same picture, pixel by pixel. Pre: neither is null.
bool same_picture(const std::shared_ptr<const Image>& a, const std::shared_ptr<const Image>& b);

/// The appearance of a surface. Colours are sRGB, 0 to 1.
struct Material {
  std::string name = "default";
  Vec3f colour{0.8f, 0.8f, 0.8f};
  float roughness = 0.9f;  ///< 0 mirror, 1 matt
  bool two_sided = false;  ///< leaves and other cards
  std::optional<Texture> texture{};
  /// Normal map: directions in the frame of u, v and the normal (green grows with v), 128 for zero; no cutout.
  std::optional<Texture> normals{};
  /// Translucency: share of light that passes through, also onto the surfaces behind, 0 to 1; unset: two-sided surfaces
  /// let some light through but cast the shadow of a solid object; other surfaces let none through.
  std::optional<float> translucency{};
  float metallic = 0;                  ///< 0 dielectric, 1 metal, whose reflections have its own colour
  Vec3f emission{0.0f};                ///< colour of the emitted light; black: none
  float emission_strength = 1;         ///< factor of the emitted light: 1 is as bright as a white wall in sunlight
  float opacity = 1;                   ///< share of the light from behind that it hides, 0 to 1
  std::optional<Texture> occlusion{};  ///< red: share of the sky's light that arrives; no cutout
  std::optional<Texture> metallic_roughness{};  ///< green and blue multiply `roughness` and `metallic`; no cutout
  std::optional<Texture> emission_texture{};    ///< multiplies `emission` in linear light; no cutout
  Vec2f uv_scale{1.0f};                         ///< all textures are looked up at uv * uv_scale + uv_offset
  Vec2f uv_offset{0.0f};
  bool operator==(const Material&) const = default;
};

/// The textures of a material, in a fixed order: colour, normals, occlusion, metallic and roughness, emission.
std::vector<const Texture*> textures_of(const Material& material);

/// Whether the material transforms the UVs at which textures are looked up.
inline bool moves_uvs(const Material& material) {
  return material.uv_scale != Vec2f{1.0f} || material.uv_offset != Vec2f{0.0f};
}

/// A named set of faces with one material.
struct Group {
  std::string name = "mesh";
  std::uint16_t material = 0;  ///< index into Mesh::materials
  bool operator==(const Group&) const = default;
};

/// Values at corners, as in OBJ: a list of values and one index per half-edge. With an empty `index`, the value of a
/// corner is that of its origin vertex (values.size() == vertex count). No values: the attribute is absent.
template <class T>
struct CornerAttribute {
  std::vector<T> values;
  std::vector<std::uint32_t> index;  ///< per half-edge; entries of boundary half-edges are unused (0)

  /// True if the attribute is absent.
  bool empty() const { return values.empty(); }
  /// Index into `values` for the corner of h, which starts at `origin`.
  std::uint32_t index_of(HalfedgeId h, VertexId origin) const { return index.empty() ? origin.index : index[h.index]; }
};

/// A surface in the world.
struct Mesh : VertexAttributes {
  Dcel topology;
  std::vector<Vec3f> positions;            ///< per vertex, metres
  CornerAttribute<Vec2f> uvs;              ///< v grows upwards, as in OBJ
  CornerAttribute<Vec3f> normals;          ///< unit length
  std::vector<std::uint16_t> face_groups;  ///< per face, index into groups; empty: every face is in group 0
  std::vector<Group> groups{Group{}};
  std::vector<Material> materials{Material{}};
  std::vector<Fact> facts{};  ///< valid for the mesh in its present position; stages that move or change it drop them

  std::uint32_t vertex_count() const { return topology.vertex_count(); }
  std::uint32_t face_count() const { return topology.face_count(); }
  /// The group of a face.
  std::uint16_t group_of(FaceId f) const { return face_groups.empty() ? std::uint16_t{0} : face_groups[f.index]; }
};

/// Bounds of the positions; empty for no vertices.
Bounds bounds(const Mesh& mesh);

}  // namespace weald::mesh

template <>
struct weald::schema::ArtifactName<weald::mesh::Mesh> {
  static constexpr std::string_view value = "mesh";
};
