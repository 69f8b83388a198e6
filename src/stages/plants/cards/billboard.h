#pragma once
// The stage `billboard`: a mesh as a few crossed cards with pictures of it, for distant levels of detail.
//
// The cards are drawn without perspective and without light. Alpha is remapped until the area above one half is the
// covered area, since programs cut there. Normals depend on the position and hardly on the card, and each side is a
// one-sided face: otherwise a bright strip shows where cards cross. `strips` bends the cards so that a leaning trunk
// is in all of them, once.

#include <array>
#include <string>
#include <string_view>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/estimates.h"
#include "data/finish_params.h"
#include "data/image.h"
#include "data/mesh.h"
#include "schema/decode.h"
#include "schema/part.h"
#include "stages/plants/cards/detail/shown_mesh.h"

namespace weald::billboard {

struct BillboardParams : mesh::FinishParams {
  static constexpr std::string_view kUsualMaterial = "billboard";
  Shown from;
  int cards = 2;
  int resolution = 512;  ///< pixels
  bool top = false;
  int strips = 1;
  double depth = 1;  ///< share of the mesh's largest extent
  double normal_bend = 0.5;
  std::string material{kUsualMaterial};
  std::optional<double> roughness{};
};

/// Cards and their pictures.
struct BillboardSet {
  mesh::Mesh mesh;
  Image atlas;    ///< sRGB; alpha is coverage, adjusted so that the share above one half equals the covered share
  Image normals;  ///< tangent space of the cards, green grows with v
};

/// Makes upright cards that cross at the world's origin if it lies in the middle part of the mesh, otherwise in the
/// middle of the mesh; with several `params.strips`, in the middle of the wood at every height. The cards are turned by
/// equal angles, starting with one that faces south, and each is as wide and as high as its content. `params.top` adds
/// a horizontal card at half the height that shows the whole mesh. Front and back are separate faces, and the material
/// is one-sided. With a small `params.depth`, each card shows only the faces that are near its plane, or nearer to it
/// than to the other planes; cards without content are omitted. All pictures are rendered without perspective and
/// light, with 16 samples per pixel, and stand side by side in one atlas. For mipmaps, colours continue beyond the
/// edges and alpha keeps its coverage. Throws StageError (key "from") for a mesh without extent, and (key "resolution")
/// if a side of the atlas would have more than 8192 pixels. Source: [maciel1995].
BillboardSet make_billboard(const mesh::Mesh& mesh, const BillboardParams& params, const RunContext& context);

/// The stage: the cards, with the pictures as parts.
struct Billboard {
  using Params = BillboardParams;
  using Result = schema::WithParts<mesh::Mesh, Image>;
  static constexpr std::array kParts{
      schema::part<Image>("atlas", "", "Pictures of the cards, side by side; alpha is coverage."),
      schema::part<Image>("normals", "", "Normal map of the atlas."),
      schema::part<Image>("atlas_mask", "", "Opacity: the alpha of the atlas in all channels.")};
  static constexpr int kVersion = 3;
  /// Appended to the name of the material with a dot if it is not the default.
  static std::string picture_name(const Params& params, std::string_view part);
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Result run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::billboard

template <>
struct weald::schema::Schema<weald::billboard::BillboardParams> {
  using P = weald::billboard::BillboardParams;
  static constexpr std::string_view kind = "billboard";
  static constexpr std::string_view summary =
      "Shows a mesh as a billboard of a few crossed cards: the last level of detail, for distant views.";
  static constexpr auto own_fields = Fields{
      Field{&P::from, "from", "Mesh or scene to show; of a scene, every copy.", "", {}, Presence::required},
      Field{&P::cards, "cards", "Number of upright cards, turned by equal angles; each is visible from both sides.", "",
            Range{1, 8}},
      Field{&P::resolution, "resolution", "Pixels along the height of the mesh.", "px", Range{8, 4096}},
      Field{&P::top, "top", "Whether a horizontal card with the view from above is added."},
      Field{&P::strips, "strips",
            "Horizontal strips between which the cards are bent, to cross in the middle of the wood at every "
            "height; 1: flat cards that cross in a vertical line. A leaning trunk needs 6 or more; it then appears "
            "once from every side.",
            "", Range{1, 32}},
      Field{&P::depth, "depth",
            "Distance from its plane within which a card also shows parts that are closer to another card, as a share "
            "of the mesh's largest extent. 1: every card shows the whole mesh, and a leaning trunk appears once per "
            "card on flat cards; 0.1: with at least three cards most parts appear once, near their place.",
            "", Range{0, 1}},
      Field{&P::normal_bend, "normal_bend",
            "How far the cards' normals, which point up where the cards cross, tilt outwards away from that line for "
            "round shading; 0: not at all.",
            "", Range{0, 1}},
      Field{&P::material, "material", "Name of the material.", "", Range{1, 200}},
      mesh::roughness_field(&P::roughness)};
  static constexpr auto fields = joined(own_fields, mesh::kFinishFields);
};
