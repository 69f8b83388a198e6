#pragma once
// The stage `bark_texture`: a tiling picture of bark, with its normals and heights.
//
// Height, colour and normals are one function of the position, so that cracks are dark where they are deep. All noise
// comes from tables of whole lattices of the tile: it repeats by construction, and nothing is blended over a seam.

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/estimates.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "schema/decode.h"
#include "schema/part.h"

namespace weald::texture {

/// Kinds of bark.
enum class BarkKind {
  ridged,  ///< oak: long ridges that fork and meet, deep furrows between them
  birch,   ///< white and thin, with dark level marks, peeling edges and black scars
  plated,  ///< pine: flaky plates in layers, reddish, with dark cracks
  smooth,  ///< beech, cherry: fine level wrinkles and pale patches
  ringed,  ///< palm: rings where leaves were, with fibres along the stem
};

/// Parameters of bark; unset values are taken from the kind.
struct BarkTextureParams {
  BarkKind kind = BarkKind::ridged;
  std::array<int, 2> size{512, 512};
  double width = 0.5;             ///< metres
  std::optional<double> depth{};  ///< metres
  std::optional<int> count{};     ///< ridges, plates or rings
  std::optional<Vec3> colour{}, patch_colour{}, crack_colour{};
  double unevenness = 0.5;
  double shade = 0.5;
  double moss = 0;
  Vec3 moss_colour{0.26, 0.30, 0.13};
};

/// A tile of bark: an opaque picture, its normals, and its heights in metres.
struct BarkTile {
  Image colours;
  Image normals;
  Heightmap heights;
};

/// Makes a tile of bark, which wraps around from the last column to the first and from the last row to the first.
/// Memory: 60 bytes per pixel and up to 200 MB of tables.
BarkTile make_bark(const BarkTextureParams& params, const RunContext& context);

/// Stage `bark_texture`.
struct BarkTexture {
  using Params = BarkTextureParams;
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static constexpr std::array kParts{
      schema::part<Image>("normals", "",
                          "Normal map: red to the right, green to the top, blue out of the bark, 128 for zero."),
      schema::part<Heightmap>("height", "m", "Height of the bark above its deepest furrow.")};
  static schema::WithParts<Image, Image, Heightmap> run(const Params& params, const schema::Inputs&,
                                                        const RunContext& context);
};

}  // namespace weald::texture

template <>
struct weald::schema::EnumNames<weald::texture::BarkKind> {
  static constexpr auto names =
      names_in_order<weald::texture::BarkKind>("ridged", "birch", "plated", "smooth", "ringed");
};

template <>
struct weald::schema::Schema<weald::texture::BarkTextureParams> {
  using P = weald::texture::BarkTextureParams;
  static constexpr std::string_view kind = "bark_texture";
  static constexpr std::string_view summary = "Seamlessly tiling bark texture with a normal map and heights.";
  static constexpr auto fields = Fields{
      Field{&P::kind, "bark",
            "Kind of bark: ridged (oak), birch, plated (pine), smooth (beech, cherry) or ringed (palm); parameters "
            "below that are unset take their values from the kind."},
      Field{&P::size, "size", "Width and height of the picture; one may be at most four times the other.", "px",
            Range{16, 4096}},
      Field{&P::width, "width", "Width of the bark that the picture shows.", "m", Range{0.01, 100}},
      Field{&P::depth, "depth", "Height difference between the top of the bark and its deepest furrow.", "m",
            Range{0, 10}},
      Field{&P::count, "count", "Ridges or plates side by side; for ringed bark, rings one above the other.", "",
            Range{1, 32}},
      Field{&P::colour, "colour", "Colour of the bark, sRGB.", "", Range{0, 1}},
      Field{&P::patch_colour, "patch_colour", "Colour of irregular patches, sRGB.", "", Range{0, 1}},
      Field{&P::crack_colour, "crack_colour", "Colour of furrows, cracks and marks, sRGB.", "", Range{0, 1}},
      Field{&P::unevenness, "unevenness", "Variation of brightness and colour.", "", Range{0, 1}},
      Field{&P::shade, "shade", "How far furrows, which receive little light, are darkened in the picture.", "",
            Range{0, 1}},
      Field{&P::moss, "moss", "Share of the bark covered by moss.", "", Range{0, 1}},
      Field{&P::moss_colour, "moss_colour", "Colour of the moss, sRGB.", "", Range{0, 1}}};
  /// Checks that no side of the picture is more than four times the other: finer noise tables would need much memory.
  static void check(const P& params, Checker& checker);
};
