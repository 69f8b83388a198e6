#pragma once
// Mesh: DCEL topology with positions, attributes and material groups. World: right-handed, Y up, metres; faces are
// counter-clockwise seen from outside.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/math/vec.h"
#include "data/dcel.h"
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

/// A number about a mesh, or several, that other programs need, such as its collision bodies or the layout of its
/// pictures. Files write it as JSON: as a text, a number, a list of numbers or a list of rows.
struct Fact {
  std::string name;            ///< keys of nested objects, with dots between: "impostor.size_m"
  std::vector<double> values;  ///< finite
  std::uint32_t row = 1;       ///< 0: one number; 1: a list of numbers; more: a list of lists of this many numbers
  std::string text{};          ///< instead of values, if not empty
  bool operator==(const Fact&) const = default;
};

/// The data of each vertex of a mesh besides its position: lists with one entry for each vertex, or none. Base of Mesh,
/// Soup and TriangleList. All code that copies, joins, compares, stores or checks vertices iterates over
/// kVertexAttributes, so a new attribute needs only a member and a line there.
struct VertexAttributes {
  std::vector<Rgba8> colours;  ///< sRGB; renderers multiply them with the material's colour
  std::vector<Rgba8>
      wind;  ///< sway of a plant, for shaders; see stages/plants/skin/detail/wind.h. Not visible in pictures
  bool operator==(const VertexAttributes&) const = default;
};

/// One of the lists.
struct VertexAttribute {
  std::string_view name;
  std::vector<Rgba8> VertexAttributes::*values;
  Rgba8 neutral;  ///< value of vertices without this attribute when they are merged with vertices that have it
  std::array<const char*, 4> channels;  ///< names of the four numbers in PLY files
};

inline constexpr std::array kVertexAttributes{
    VertexAttribute{"colours", &VertexAttributes::colours, {255, 255, 255, 255}, {"red", "green", "blue", "alpha"}},
    VertexAttribute{
        "wind", &VertexAttributes::wind, {0, 0, 0, 0}, {"wind_bend", "wind_phase", "wind_flutter", "wind_branch"}},
};

/// Appends to each list of `to` the entry of vertex `i` of `from`, which may be `to`; does nothing if there are none.
inline void append_vertex(VertexAttributes& to, const VertexAttributes& from, std::size_t i) {
  for (const VertexAttribute& attribute : kVertexAttributes) {
    const std::vector<Rgba8>& values = from.*attribute.values;
    if (values.empty()) continue;
    const Rgba8 value = values[i];  // a copy, since this list may be the one that grows
    (to.*attribute.values).push_back(value);
  }
}

/// Whether two vertices have the same entries.
inline bool are_same_vertices(const VertexAttributes& attributes, std::size_t a, std::size_t b) {
  for (const VertexAttribute& attribute : kVertexAttributes) {
    const std::vector<Rgba8>& values = attributes.*attribute.values;
    if (!values.empty() && !(values[a] == values[b])) return false;
  }
  return true;
}

/// Whether each list has one entry for each of `count` vertices, or none.
inline bool fit_vertices(const VertexAttributes& attributes, std::size_t count) {
  for (const VertexAttribute& attribute : kVertexAttributes) {
    const std::size_t size = (attributes.*attribute.values).size();
    if (size != 0 && size != count) return false;
  }
  return true;
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
