#pragma once
// The stage `card`: a leaf, a frond or a twig as one card with a picture of it.
//
// The picture shows what the full plant looks like, because its own settings make it: a branch of median length,
// straightened, since an arching frond is foreshortened at its tip. The card is bent again where it stands.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

/// Free pixels around the picture of a card, which has a texture of its own.
inline constexpr int kCardPadding = 4;

/// Side from which a card shows a mesh.
enum class CardSide {
  front,  ///< down the z axis; y is along the card
  top,    ///< down the y axis; -z is along the card
};

struct CardParams : mesh::FinishParams {
  static constexpr std::string_view kUsualMaterial = "card";
  Shown from;
  CardSide side = CardSide::front;
  std::array<int, 2> size{256, 512};  ///< pixels
  int pieces = 1;
  double fold = 0;  ///< degrees
  double curl = 0;  ///< degrees
  double curl_rise = 1;
  std::string material{kUsualMaterial};
  std::optional<double> roughness{};
};

/// A card and its picture.
struct CardSet {
  mesh::Mesh mesh;
  Image colours;  ///< sRGB; alpha is coverage, as of a billboard
  Image normals;  ///< tangent space of the card, green along it
};

/// The mesh as seen from `side`, on a strip along the y axis with one picture. The strip has `pieces` segments, each as
/// wide as its content. It is as large as the mesh, faces z, and its foot is the mesh's origin. It is bent down by
/// `curl` degrees from the origin to its upper end, in proportion to the distance raised to the power `curl_rise`, and
/// then rotated to bring both ends back onto the y axis. The halves to the left and right of that axis are raised by
/// `fold` degrees. The picture is rendered without perspective and light, with 16 samples per pixel; it has free pixels
/// at its border, and colours continue beyond edges. Throws StageError (key "from") for a mesh that does not extend
/// beyond its origin along the card.
CardSet make_card(const mesh::Mesh& mesh, const CardParams& params, const RunContext& context);

/// The stage: the card, with its pictures as parts.
struct Card {
  using Params = CardParams;
  using Result = schema::WithParts<mesh::Mesh, Image>;
  static constexpr std::array kParts{
      schema::part<Image>("colours", "", "Picture on the card; alpha is coverage."),
      schema::part<Image>("normals", "", "Normal map of the picture."),
      schema::part<Image>("colours_mask", "", "Opacity: the alpha of the picture in all channels.")};
  static constexpr int kVersion = 2;
  /// Appended to the name of the material with a dot if it is not the default.
  static std::string picture_name(const Params& params, std::string_view part);
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Result run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::billboard

template <>
struct weald::schema::EnumNames<weald::billboard::CardSide> {
  static constexpr auto names = names_in_order<weald::billboard::CardSide>("front", "top");
};

template <>
struct weald::schema::Schema<weald::billboard::CardParams> {
  using P = weald::billboard::CardParams;
  static constexpr std::string_view kind = "card";
  static constexpr std::string_view summary =
      "Shows a leaf, a frond or a twig as a picture on one card, for plants with few triangles.";
  static constexpr auto own_fields = Fields{
      Field{&P::from, "from", "Mesh or scene to show, with its foot at the origin.", "", {}, Presence::required},
      Field{&P::side, "side",
            "Side of the mesh that the card shows: front, for a mesh that stands along y and faces z, as leaves and "
            "surfaces do; top, for a mesh that lies along -z and faces up, as the part 'branch' of branch_organs "
            "does. The card itself stands along y."},
      Field{&P::size, "size",
            "Width and height of the picture, in about the proportions of the mesh; powers of two suit engines best.",
            "px", Range{16, 4096}},
      Field{&P::pieces, "pieces",
            "Segments that the card is divided into along its length. Each is as wide as its content, so more "
            "segments cover less empty space and bend more smoothly.",
            "", Range{1, 64}},
      Field{&P::fold, "fold",
            "Angle by which the halves of the card are raised from flat; 0: the card is not "
            "divided into halves.",
            "deg", Range{0, 80}},
      Field{&P::curl, "curl",
            "Angle by which the card bends down between its foot and its tip, which stay on the y axis.", "deg",
            Range{-360, 360}},
      Field{&P::curl_rise, "curl_rise",
            "Distribution of the bend: 1 even, 2 twice as much at the tip as in the middle and hardly any at the foot.",
            "", Range{0.1, 10}},
      Field{&P::material, "material", "Name of the material.", "", Range{1, 200}},
      mesh::roughness_field(&P::roughness)};
  static constexpr auto fields = joined(own_fields, mesh::kFinishFields);
};
