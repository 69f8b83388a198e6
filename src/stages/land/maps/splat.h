#pragma once
// The stage `splat`: weights of ground layers, by which engines blend terrain textures.
//
// Layers are listed from the ground up and cover each other like paint. So weights always sum to 1, and another layer
// on top does not move the others, as weights divided by their sum would.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "methods/raster/derivatives.h"
#include "schema/decode.h"
#include "schema/part.h"
#include "stages/land/maps/detail/ground_conditions.h"
#include "stages/land/maps/detail/weights.h"

namespace weald::maps {

/// A range of values of another heightmap.
struct SplatMap : Band {
  schema::Input<Heightmap> from;
};

/// A ground layer. It covers the land where all its conditions hold.
struct SplatLayer : GroundConditions {
  std::vector<SplatMap> maps{};
  double amount = 1;              ///< share of the ground that it covers where they hold
  double noise = 0;               ///< shift of the limits by noise, as a multiple of their fade
  std::optional<double> patch{};  ///< metres; unset: the patch size of the splat
};

struct SplatParams {
  schema::Input<Heightmap> from;
  schema::Named<SplatLayer> layers;
  std::optional<double> patch{};  ///< metres; unset: a 24th of the map's longer side
};

/// Weights of layers from the share of the ground that each covers, from the ground up: later layers cover a part of
/// the earlier ones, and the first layer gets the rest. They sum to 1. Pre: as many weights as covers.
void stack_layers(std::span<const double> covers, std::span<double> weights);

/// The images of a splat: layers 1 to 4 and 5 to 8 in red, green, blue and alpha; channels without a layer are 0. The
/// eight channels of a pixel sum to 255.
struct SplatImages {
  Image first;
  Image second;
};

/// `maps` are the heightmaps that the layers name, layer by layer; each noise is seeded from `context.seed`. Errors:
/// StageError if one has another grid.
SplatImages make_splat(const Heightmap& map, std::span<const Heightmap* const> maps, const SplatParams& params,
                       const RunContext& context);

/// Stage `splat`.
struct Splat {
  using Params = SplatParams;
  static double seconds_each(const Params&) { return 1e-7; }
  static constexpr bool kNeedsOneGrid = true;
  static constexpr bool kKeepsSize = true;
  static constexpr std::array kParts{
      schema::part<Image>("second", "", "Weights of layers 5 to 8, in red, green, blue and alpha.")};
  static CutRule cut_rule(const Params&) { return {.is_allowed = true, .reach = kDerivativeRadius}; }
  static schema::WithParts<Image, Image> run(const Params& params, const schema::Inputs& inputs,
                                             const RunContext& context);
};

}  // namespace weald::maps

template <>
struct weald::schema::Schema<weald::maps::SplatMap> {
  using P = weald::maps::SplatMap;
  static constexpr auto fields = joined(Fields{Field{&P::from,
                                                     "from",
                                                     "Heightmap whose values are tested, such as a flow map, on the "
                                                     "same grid.",
                                                     "",
                                                     {},
                                                     Presence::required}},
                                        weald::maps::kBandFields);
  static void check(const P& params, Checker& checker) { weald::maps::check_band(params, checker); }
};

template <>
struct weald::schema::Schema<weald::maps::SplatLayer> {
  using P = weald::maps::SplatLayer;
  static constexpr auto fields = joined(
      weald::maps::kGroundFields,
      Fields{Field{&P::maps, "maps", "Further heightmaps, each with the values at which the layer lies."},
             Field{&P::amount, "amount", "Share of the ground that the layer covers where it has full weight.", "",
                   Range{0, 1}},
             Field{&P::noise, "noise", "Largest shift of the limits of the layer by noise, in multiples of their fade.",
                   "", Range{0, 10}},
             Field{&P::patch, "patch", "Size of the noise patches of the layer; unset: the stage's 'patch'.", "m",
                   Range{1e-3, 1e6}}});
};

template <>
struct weald::schema::Schema<weald::maps::SplatParams> {
  using P = weald::maps::SplatParams;
  static constexpr std::string_view kind = "splat";
  static constexpr std::string_view summary =
      "Distributes up to eight ground layers over the land, as weights that sum to 255 at every pixel: the first "
      "four in the channels of the image, the others in the part 'second'.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Heightmap whose heights, slopes and curvatures are tested.", "", {}, Presence::required},
      Field{&P::layers,
            "layers",
            "Layers by name, from the ground up: the first lies everywhere, each later one covers the layers before it "
            "where its conditions hold.",
            "",
            {},
            Presence::required},
      Field{&P::patch, "patch", "Size of the noise patches; unset: 1/24 of the map's longer side.", "m",
            Range{1e-3, 1e6}}};
  /// Requires one to eight layers, the first of them without conditions.
  static void check(const P& params, Checker& checker);
};
