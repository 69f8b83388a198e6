#pragma once
// The stage `stamp`: a tile of copies of small pictures that lie on each other, such as fallen leaves.
//
// Copies are drawn at places that are reduced modulo the tile's size, so there is no seam by construction. A copy is
// laid on a plane fitted to the heights below it, so that leaves overlap with edges that have a height; normals and
// occlusion follow from the heights. The last of the points are drawn first, so that the copies on top are spread most
// evenly [mccool1992].

#include <array>
#include <optional>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/estimates.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "schema/decode.h"
#include "schema/part.h"

namespace weald::image {

/// Lengths in metres, angles in degrees, colours sRGB from 0 to 1.
struct StampParams {
  std::vector<schema::Input<Image>> from;
  std::vector<schema::Input<Image>> normals;
  schema::Input<Image> over;
  std::array<int, 2> size{512, 512};
  double width = 1;
  double length = 0.1;
  double length_variation = 0.3;
  int count = 400;
  std::array<double, 2> turn{0, 360};
  Vec3 colour{1};
  std::optional<Vec3> second_colour{};
  double colour_variation = 0.2;
  double thickness = 0.0005;
  double curl = 0.1;
  double tilt = 6;
  double drape = 0.5;
  double shade = 0.5;
};

/// A tile of stamped copies.
struct StampTile {
  Image colours;        ///< its alpha is the share that is covered
  Image normals;        ///< red to the right, green to the top
  Heightmap heights;    ///< metres
  Heightmap occlusion;  ///< share of the light from the sky, 0 to 1
};

/// The pictures that are stamped, and the ground below.
struct StampPictures {
  std::vector<const Image*> stamps;
  std::vector<const Image*> normals;  ///< empty, or as many as there are stamps, of the same sizes
  const Image* over = nullptr;        ///< of the tile's size
};

/// Draws the tile, which repeats without a seam. Errors: StageError for sizes that differ, for copies that are larger
/// than the tile, and for copies with more than 2^34 pixels together. Pre: there is a stamp.
StampTile stamped(const StampPictures& pictures, const StampParams& params, const RunContext& context);

/// Stage `stamp`. Copies lie at points of blue noise on the tile, later ones on top of earlier ones: each rests on the
/// plane fitted to what is below it, bends towards it by `drape`, and is nowhere below it.
struct Stamp {
  using Params = StampParams;
  static constexpr std::array kParts{
      schema::part<Image>("normals", "", "Normal map: red to the right, green to the top, blue up, 128 for zero."),
      schema::part<Heightmap>("height", "m", "Height of the top of what lies there."),
      schema::part<Heightmap>("occlusion", "",
                              "Ambient occlusion: the share of the light from the sky that reaches the surface, 0 to "
                              "1.")};
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static schema::WithParts<Image, Image, Heightmap> run(const Params& params, const schema::Inputs& inputs,
                                                        const RunContext& context);
};

}  // namespace weald::image

template <>
struct weald::schema::Schema<weald::image::StampParams> {
  using P = weald::image::StampParams;
  static constexpr std::string_view kind = "stamp";
  static constexpr std::string_view summary =
      "Scatters copies of small pictures over a tile that repeats without a seam, such as fallen leaves for the ground "
      "of a forest: with normals, heights and ambient occlusion.";
  static constexpr auto fields = Fields{
      Field{&P::from,
            "from",
            "Pictures of which copies are made, cut out by alpha; one that is listed twice is twice as frequent.",
            "",
            {},
            Presence::required},
      Field{&P::normals, "normals",
            "Normal maps of the pictures, one for each, green towards the top; none: the copies are smooth."},
      Field{&P::over, "over",
            "Opaque picture of the ground below, which repeats and has the size of the tile; unset: the ground is "
            "transparent."},
      Field{&P::size, "size", "Width and height of the tile.", "px", Range{16, 4096}},
      Field{&P::width, "width", "Width of the ground that the tile shows.", "m", Range{0.001, 1000}},
      Field{&P::length, "length", "Length of a copy, which is the height of its picture.", "m", Range{0.0001, 1000}},
      Field{&P::length_variation, "length_variation", "How much shorter copies are at most, as a share.", "",
            Range{0, 0.95}},
      Field{&P::count, "count", "Number of copies.", "", Range{0, 20000}},
      Field{&P::turn, "turn", "Bounds of the angle by which copies are turned anticlockwise.", "deg", Range{-360, 360}},
      Field{&P::colour, "colour", "Colour of the copies, sRGB, which multiplies the pictures.", "", Range{0, 1}},
      Field{&P::second_colour, "second_colour",
            "Second colour: each copy has a mixture of both, by chance; unset: the same as 'colour'.", "", Range{0, 1}},
      Field{&P::colour_variation, "colour_variation", "How much darker copies are at most, as a share.", "",
            Range{0, 1}},
      Field{&P::thickness, "thickness", "Thickness of a copy.", "m", Range{0, 100}},
      Field{&P::curl, "curl", "How far the ends of a copy are bent up, as a share of its length.", "", Range{0, 1}},
      Field{&P::tilt, "tilt", "Largest angle between a copy and what it lies on.", "deg", Range{0, 60}},
      Field{&P::drape, "drape", "How far a copy follows the shape of what it lies on; 0: it is stiff.", "",
            Range{0, 1}},
      Field{&P::shade, "shade", "How far places that receive little light are darkened in the picture.", "",
            Range{0, 1}}};
  /// Checks that there are pictures, and as many normal maps or none.
  static void check(const P& params, Checker& checker);
};
