#pragma once
// material: the appearance of the groups of a mesh or of the meshes of a scene.

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/estimates.h"
#include "data/finish_params.h"
#include "data/mesh.h"
#include "data/scene.h"
#include "schema/codec.h"

namespace weald::mesh {

struct AssignMaterialParams : FinishParams {
  schema::Input<Mesh, scene::Scene> from;
  std::optional<std::string> group;
  std::optional<std::string> name;
  std::optional<Vec3> colour;
  std::optional<double> roughness;
  std::optional<bool> two_sided;
  schema::Input<Image> texture;
  double cutout = 0.5;
  schema::Input<Image> normals;
  schema::Input<Image> occlusion;
  schema::Input<Image> metallic_roughness;
  schema::Input<Image> emission_texture;
  std::optional<double> translucency;
};

/// New pictures of a material; null: unchanged.
struct MaterialPictures {
  std::shared_ptr<const Image> texture;
  std::shared_ptr<const Image> normals;
  std::shared_ptr<const Image> occlusion{};
  std::shared_ptr<const Image> metallic_roughness{};
  std::shared_ptr<const Image> emission{};
};

/// The mesh with the materials of the chosen groups changed by all parameters that are set. Materials that no group
/// uses any more are dropped. If two different materials have the same name, `.2`, `.3` and so on is appended to the
/// later ones. Errors: StageError if no group has the name (key "group"), or for a picture on a mesh without texture
/// coordinates, an empty picture, and a picture larger than kMaxTextureSide (its key).
Mesh with_material(Mesh mesh, const AssignMaterialParams& params, const MaterialPictures& pictures);

/// The scene with the materials of all its meshes changed, levels of detail included. Meshes without the chosen groups
/// stay as they are. Errors: as above; StageError (key "group") if no mesh has the group.
scene::Scene with_material(const scene::Scene& scene, const AssignMaterialParams& params,
                           const MaterialPictures& pictures);

/// Stage `material`: a mesh for a mesh, a scene for a scene.
struct AssignMaterial {
  using Params = AssignMaterialParams;
  static double seconds_each(const Params&) { return 3e-8; }
  /// A cut part of the land has the same material as the whole.
  static CutRule cut_rule(const Params&) { return {.is_allowed = true}; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static std::variant<Mesh, scene::Scene> run(const Params& params, const schema::Inputs& inputs,
                                              const RunContext& context);
};

}  // namespace weald::mesh

template <>
struct weald::schema::Schema<weald::mesh::AssignMaterialParams> {
  using P = weald::mesh::AssignMaterialParams;
  static constexpr std::string_view kind = "material";
  static constexpr std::string_view summary =
      "Gives groups of a mesh, or of the meshes of a scene, another colour, finish or texture.";
  static constexpr auto own_fields = Fields{
      Field{
          &P::from, "from", "Mesh whose material is changed, or scene, whose meshes are.", "", {}, Presence::required},
      Field{&P::group, "group", "Name of the groups that get the material; unset: all groups."},
      Field{&P::name, "name", "Name of the material; unset: unchanged."},
      Field{&P::colour, "colour",
            "Colour, sRGB, which multiplies a texture; unset: white with a texture, otherwise unchanged.", "",
            Range{0, 1}},
      weald::mesh::roughness_field(&P::roughness),
      Field{&P::two_sided, "two_sided",
            "Whether the surface is visible from both sides and lets light through, as "
            "leaves do; unset: unchanged."},
      Field{&P::texture, "texture",
            "Image laid over the surface by its texture coordinates, repeated outside of 0 to 1; unset: unchanged."},
      Field{&P::cutout, "cutout",
            "Where the texture's alpha is below this, the surface is cut out; 0: alpha is ignored.", "", Range{0, 1}},
      Field{&P::normals, "normals",
            "Normal map, laid over the surface like the texture: red along u, green along v, blue outwards, 128 for "
            "zero; unset: unchanged."},
      Field{&P::occlusion, "occlusion",
            "Occlusion map: its red channel is the share of the sky's light that reaches the surface; unset: "
            "unchanged."},
      Field{&P::metallic_roughness, "metallic_roughness",
            "Image whose green channel multiplies 'roughness' and whose blue channel multiplies 'metallic', each "
            "then 1 if unset; 'occlusion' may name the same stage (a packed ORM picture); unset: unchanged."},
      Field{&P::emission_texture, "emission_texture",
            "Image that multiplies 'emission', which is then white if unset; unset: unchanged."},
      Field{&P::translucency, "translucency",
            "Translucency: share of light that passes through a two-sided material, also onto the leaves behind it, "
            "so that crowns glow; unset: unchanged, and for new materials 0.38, with shadows as of a solid object.",
            "", Range{0, 1}}};
  static constexpr auto fields = joined(own_fields, weald::mesh::kFinishFields);
};
