#pragma once
// The stage `colour_ramp`: maps the values of a heightmap to colours.

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/math/vec.h"
#include "base/palette.h"
#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "methods/raster/ramp.h"
#include "schema/decode.h"
#include "schema/palette_names.h"

namespace weald::maps {

/// Blending of colours between two stops.
enum class RampBlend {
  linear,  ///< linearly, in sRGB values
  smooth,  ///< slowly near the stops
  steps,   ///< not at all: each stop's colour extends to the next one
};

struct ColourRampParams {
  schema::Input<Heightmap> from;
  std::vector<std::array<double, 4>> ramp;       ///< value, red, green, blue (sRGB); empty: the palette
  Palette palette = Palette::temperate;          ///< used if there is no ramp
  std::optional<std::array<double, 2>> range{};  ///< values of the palette's ends; unset: the map's
  RampBlend blend = RampBlend::linear;
  schema::Input<Heightmap> shade{};
};

/// Most stops of a ramp.
inline constexpr std::size_t kMaxRampStops = 256;

/// Values and their sRGB colours.
using RampStop = raster::RampStop<double>;

/// The stops of `params` for a map whose values span `values`.
std::vector<RampStop> ramp_stops(const ColourRampParams& params, const HeightRange& values);

/// Colour of `value`; below the first and above the last stop the colour of that stop. Pre: at least one stop, values
/// increasing.
Vec3 ramp_colour(std::span<const RampStop> stops, RampBlend blend, double value);

/// Stage `colour_ramp`: an opaque image with a pixel per sample.
struct ColourRamp {
  using Params = ColourRampParams;
  static double seconds_each(const Params&) { return 1.5e-8; }
  static constexpr bool kNeedsOneGrid = true;
  static constexpr bool kKeepsSize = true;
  /// Without a given range the ramp spans the values of the whole map.
  static CutRule cut_rule(const Params& params) {
    return {.is_allowed = params.range || !params.ramp.empty(), .reach = 0, .given_by = "'range'"};
  }
  static Image run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::maps

template <>
struct weald::schema::EnumNames<weald::maps::RampBlend> {
  static constexpr auto names = names_in_order<weald::maps::RampBlend>("linear", "smooth", "steps");
};

template <>
struct weald::schema::Schema<weald::maps::ColourRampParams> {
  using P = weald::maps::ColourRampParams;
  static constexpr std::string_view kind = "colour_ramp";
  static constexpr std::string_view summary = "Colours a heightmap: each value gets a colour from a ramp or a palette.";
  static constexpr auto fields =
      Fields{Field{&P::from, "from", "Heightmap to colour.", "", {}, Presence::required},
             Field{&P::ramp, "ramp",
                   "Stops [value, red, green, blue (sRGB)] in order of increasing value; empty: the "
                   "palette is used.",
                   "", Range{-1e12, 1e12}},
             Field{&P::palette, "palette", "Colours from the lowest to the highest value, used if there is no ramp."},
             Field{&P::range, "range",
                   "Values at the ends of the palette; unset: the lowest and the highest value of the "
                   "map.",
                   "", Range{-1e12, 1e12}},
             Field{&P::blend, "blend", "How colours are blended between two stops."},
             Field{&P::shade, "shade",
                   "Heightmap of brightness, 0 to 1, on the same grid, which multiplies the colours; unset: none."}};
  /// Checks that stops increase, colours lie between 0 and 1, and the range is ordered.
  static void check(const P& params, Checker& checker);
};
