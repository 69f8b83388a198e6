#pragma once
// The stage `leaf_texture`: a picture of a leaf, or of a twig with leaves, for cards.
//
// An outline is two Bezier curves for each half, displaced along the veins for lobes and teeth, so that veins end in
// lobes. Transparent pixels have the colour of the visible pixels around them, so that mip maps find no other colour.
// A card with a twig of ten leaves has the detail of ten cards and two triangles.

#include <array>
#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/estimates.h"
#include "data/image.h"
#include "schema/decode.h"
#include "schema/part.h"
#include "stages/plants/textures/detail/leaf_form.h"

namespace weald::texture {

/// Unset values are taken from the species.
struct LeafTextureParams {
  LeafSpecies species = LeafSpecies::oak;
  std::array<int, 2> size{512, 512};
  std::optional<Arrangement> arrangement{};
  std::optional<int> count{};
  int twigs = 0;
  std::optional<double> spread{}, spacing{}, taper{};
  std::optional<double> aspect{}, widest{}, base{}, tip{};
  std::optional<int> lobes{};
  std::optional<double> lobe_depth{};
  std::optional<int> teeth{};
  std::optional<double> tooth_depth{};
  std::optional<Venation> venation{};
  std::optional<int> veins{};
  std::optional<double> vein_angle{}, petiole{};
  std::optional<Vec3> colour{}, patch_colour{}, vein_colour{}, twig_colour{}, autumn_colour{}, autumn_patch_colour{};
  double patches = 0.5;
  double autumn = 0;
  double relief = 1;
};

/// The shapes and colours that the parameters describe.
SpeciesForm leaf_form_of(const LeafTextureParams& params);

/// A picture with alpha, and the normals of the same pixels. Colours continue beyond the edges of leaves, so that mip
/// levels of the picture have no fringe.
struct LeafImages {
  Image colours;
  Image normals;
};

/// Paints the picture, scaled to contain the whole arrangement. The foot of the stalk or twig is in the middle of the
/// lower edge. Takes up to 16 samples per pixel on edges, 1 inside. Memory: 60 bytes per pixel, and up to 420 MB for
/// blades of the greatest width with the longest stalks.
LeafImages paint_leaves(const LeafTextureParams& params, const RunContext& context);

/// Stage `leaf_texture`.
struct LeafTexture {
  using Params = LeafTextureParams;
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static constexpr std::array kParts{
      schema::part<Image>("normals", "",
                          "Normal map: red to the right, green to the top, blue towards the viewer, 128 for zero."),
      schema::part<Image>(schema::kMaskPart, "", "Opacity: the alpha of the picture in all channels.")};
  static schema::WithParts<Image, Image> run(const Params& params, const schema::Inputs&, const RunContext& context);
};

}  // namespace weald::texture

template <>
struct weald::schema::Schema<weald::texture::LeafTextureParams> {
  using P = weald::texture::LeafTextureParams;
  static constexpr std::string_view kind = "leaf_texture";
  static constexpr std::string_view summary =
      "Texture of a leaf, or of a twig with leaves or needles, cut out by alpha, for leaf cards.";
  static constexpr auto fields = Fields{
      Field{&P::species, "species",
            "Species of the leaf; parameters below that are unset take their values from the "
            "species."},
      Field{&P::size, "size", "Width and height of the picture; a card should have the same proportions.", "px",
            Range{16, 4096}},
      Field{&P::arrangement, "arrangement",
            "Content of the picture: one leaf (single), or a twig with alternate leaves, opposite leaves (compound "
            "leaves, fronds), or needles all around (brush)."},
      Field{&P::count, "count", "Leaves on the twig; pairs of leaves if they are opposite.", "", Range{1, 400}},
      Field{&P::twigs, "twigs",
            "Side twigs, each with leaves of its own, so that a card shows a whole branchlet; not for single leaves.",
            "", Range{0, 24}},
      Field{&P::spread, "spread", "Angle between a leaf and its twig.", "deg", Range{5, 120}},
      Field{&P::spacing, "spacing",
            "Distance between neighbouring leaves along the twig, as a share of a leaf's "
            "length.",
            "", Range{0.001, 2}},
      Field{&P::taper, "taper", "How much shorter leaves become towards the end of the twig; 0: not at all.", "",
            Range{0, 1}},
      Field{&P::aspect, "aspect", "Ratio of the blade's width to its length.", "", Range{0.01, 2}},
      Field{&P::widest, "widest", "Position of the blade's widest point, as a share of its length.", "",
            Range{0.05, 0.95}},
      Field{&P::base, "base", "Shape of the foot of the blade: 0 a wedge, 0.5 round, 1 heart-shaped.", "", Range{0, 1}},
      Field{&P::tip, "tip", "Shape of the tip of the blade: 0 round, 0.5 pointed, 1 elongated.", "", Range{0, 1}},
      Field{&P::lobes, "lobes", "Lobes on each side of the midrib; with palmate veins, lobes of the whole leaf.", "",
            Range{0, 40}},
      Field{&P::lobe_depth, "lobe_depth", "Depth of the gaps between lobes, as a share of the distance to the midrib.",
            "", Range{0, 0.95}},
      Field{&P::teeth, "teeth", "Teeth on each side of the blade; with palmate veins, teeth of each lobe.", "",
            Range{0, 100}},
      Field{&P::tooth_depth, "tooth_depth", "Depth of the teeth as a share of half the width.", "", Range{0, 0.9}},
      Field{&P::venation, "venation", "Layout of the veins: from a midrib, fanning out from the foot, or parallel."},
      Field{&P::veins, "veins", "Large veins on each side of the midrib.", "", Range{0, 40}},
      Field{&P::vein_angle, "vein_angle", "Angle between the midrib and its veins.", "deg", Range{5, 85}},
      Field{&P::petiole, "petiole", "Length of the stalk as a share of the blade's length.", "", Range{0, 2}},
      Field{&P::colour, "colour", "Colour of the blade, sRGB.", "", Range{0, 1}},
      Field{&P::patch_colour, "patch_colour", "Colour of irregular patches on the blade, sRGB.", "", Range{0, 1}},
      Field{&P::vein_colour, "vein_colour", "Colour of the large veins and the stalk, sRGB.", "", Range{0, 1}},
      Field{&P::twig_colour, "twig_colour", "Colour of the twig, sRGB.", "", Range{0, 1}},
      Field{&P::autumn_colour, "autumn_colour", "Colour of leaves in autumn, sRGB.", "", Range{0, 1}},
      Field{&P::autumn_patch_colour, "autumn_patch_colour", "Colour of autumn leaves at their edges and in patches.",
            "", Range{0, 1}},
      Field{&P::patches, "patches", "Irregularity of the blade's colours.", "", Range{0, 1}},
      Field{&P::autumn, "autumn",
            "How far leaves have turned to their autumn colours: from the edges inwards, and last along the veins.", "",
            Range{0, 1}},
      Field{&P::relief, "relief", "Height of veins and bulges in the normal map; 0: flat, 1: natural.", "",
            Range{0, 4}}};
};
