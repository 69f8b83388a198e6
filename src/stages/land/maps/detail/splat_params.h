#pragma once
// Parameters of the stage `splat`: the ground layers, and the conditions under which they cover the land.

#include <optional>
#include <vector>

#include "data/artifact_names.h"
#include "data/heightmap.h"
#include "schema/decode.h"
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
