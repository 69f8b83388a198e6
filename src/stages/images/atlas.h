#pragma once
// The stage `atlas`: packs all textures of a mesh into one picture with one material.
//
// Bark repeats, and an atlas cannot: a repeating texture is stored as far as the longest face extends, and faces are
// shifted by whole repeats. Materials with longer faces keep their textures, or span the atlas (`repeats: strips`). No
// face is cut. Levels of detail share an atlas through `shared_by`: the pictures depend on that list alone.

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/estimates.h"
#include "data/image.h"
#include "data/mesh.h"
#include "schema/decode.h"
#include "schema/part.h"

namespace weald::image {

/// How many materials share the atlas.
enum class AtlasMaterials {
  one,
  by_side,  ///< one for two-sided surfaces such as leaves, one for the others
};

/// How a texture that repeats more often than AtlasParams::max_repeats is packed.
enum class AtlasRepeats {
  copies,  ///< not packed: its material keeps its own textures
  strips,  ///< across the whole atlas, repeating along one axis
};

/// Most meshes that share an atlas.
inline constexpr std::size_t kMaxAtlasMeshes = 16;

struct AtlasParams {
  schema::Input<mesh::Mesh> from;
  std::vector<schema::Input<mesh::Mesh>> shared_by;
  int max_size = 4096;  ///< pixels
  int gutter = 8;       ///< pixels
  int max_repeats = 4;
  AtlasRepeats repeats = AtlasRepeats::copies;
  AtlasMaterials materials = AtlasMaterials::one;
  std::string name = "atlas";
};

/// A mesh whose materials share an atlas, and its pictures.
struct AtlasMesh {
  mesh::Mesh mesh;
  Image colours;
  Image normals;   ///< flat if no material had a normal map
  Image orm;       ///< occlusion, roughness, metallic
  Image emission;  ///< sRGB; multiplied by the emission strength of the material
};

/// Packs the pictures of the mesh's materials into one picture per use, and maps the texture coordinates to it.
/// Colours, metallic, roughness and emission of materials are multiplied into the pictures. A material that replaces
/// several is two-sided or cut out if one of them was, and has the first translucency among them. If none of them is
/// metallic or has an occlusion or roughness map, it has their mean roughness over the faces instead of such a map. A
/// material that is transparent, or has a face that spans more than `max_repeats` repeats of its texture, keeps its own
/// textures, with a warning. With AtlasRepeats::strips, too many repeats matter only along both axes, or along another
/// axis than for most faces. Errors: StageError for a mesh without texture coordinates or faces, with more than 256
/// materials or none that can be packed, and if `max_size` is too small.
AtlasMesh with_atlas(const mesh::Mesh& mesh, const AtlasParams& params, const RunContext& context);
/// Packs the textures of mesh `number` of several meshes that share the pictures. The pictures depend only on the
/// meshes and their order.
AtlasMesh with_shared_atlas(std::span<const mesh::Mesh* const> meshes, std::size_t number, const AtlasParams& params,
                            const RunContext& context);

/// Stage `atlas`.
struct Atlas {
  using Params = AtlasParams;
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static constexpr std::array kParts{
      schema::part<Image>("colours", "", "Colours of the atlas."),
      schema::part<Image>("colours_mask", "", "Opacity of the atlas, copied to all channels."),
      schema::part<Image>("normals", "", "Normal map of the atlas: red along u, green along v, blue outwards."),
      schema::part<Image>("orm", "", "Occlusion, roughness and metallic of the atlas in red, green and blue."),
      schema::part<Image>("emission", "",
                          "Emission of the atlas: sRGB, multiplied by the emission strength of the "
                          "material.")};
  static schema::WithParts<mesh::Mesh, Image> run(const Params& params, const schema::Inputs& inputs,
                                                  const RunContext& context);
};

}  // namespace weald::image

template <>
struct weald::schema::EnumNames<weald::image::AtlasMaterials> {
  static constexpr auto names = names_in_order<weald::image::AtlasMaterials>("one", "by_side");
};

template <>
struct weald::schema::EnumNames<weald::image::AtlasRepeats> {
  static constexpr auto names = names_in_order<weald::image::AtlasRepeats>("copies", "strips");
};

template <>
struct weald::schema::Schema<weald::image::AtlasParams> {
  using P = weald::image::AtlasParams;
  static constexpr std::string_view kind = "atlas";
  static constexpr std::string_view summary =
      "Packs all textures of a mesh into one atlas with one material; an engine then renders the mesh in one draw "
      "call.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Mesh whose textures are packed.", "", {}, Presence::required},
      Field{&P::shared_by, "shared_by",
            "All meshes that share the atlas, `from` among them, such as the levels of detail [tree, tree.lod1, "
            "tree.lod2]. Meshes whose atlas stages have the same list get the same material. Unset: `from` "
            "alone."},
      Field{&P::max_size, "max_size",
            "Longest side of the atlas, a power of two; textures are halved in size until "
            "they fit.",
            "px", Range{64, 8192}},
      Field{&P::gutter, "gutter",
            "Gutter around each texture in pixels, a power of two, which continues the texture beyond its edge; 8 "
            "keeps three mip levels free of bleeding.",
            "px", Range{0, 64}},
      Field{&P::max_repeats, "max_repeats",
            "Most repeats of its texture that a face may span. A repeating texture is copied into the atlas as often "
            "as the face with the most repeats requires; a material whose faces span more repeats keeps its own "
            "textures.",
            "", Range{1, 16}},
      Field{&P::repeats, "repeats",
            "Treatment of textures that repeat more often than `max_repeats`: copies (the material keeps its own "
            "textures) "
            "or strips (the texture spans the whole atlas and repeats along one axis: texture coordinates leave 0 to "
            "1 along that axis, and no face is cut)."},
      Field{&P::materials, "materials",
            "Materials of the atlas: one (a single material, two-sided if any packed material was) or by_side (one for "
            "two-sided surfaces such as leaves, which let light through, and one for the rest)."},
      Field{&P::name, "name",
            "Name of the material; with by_side, the name of the two-sided material ends in "
            "_two_sided."}};
  /// Checks that sizes are powers of two, and that at most kMaxAtlasMeshes meshes share the atlas, among them `from`.
  static void check(const P& params, Checker& checker);
};
