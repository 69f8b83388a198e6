#pragma once
// The stage `remap`: maps heights through a range, a curve and terraces.

#include <array>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/driven.h"
#include "data/field.h"
#include "schema/decode.h"

namespace weald::noise {

/// Equally spaced terraces.
struct Terraces {
  int steps = 6;                  ///< terraces at 0, 1/steps, ..., 1 of the range
  schema::Driven sharpness{0.8};  ///< 0: no change; 1: vertical steps
};

/// Whether positions within a range are measured by differences or by ratios.
enum class RangeScale { linear, logarithmic };

struct RemapParams {
  schema::Input<Heightmap> from;
  std::optional<std::array<double, 2>> input{};   ///< metres; unset: lowest and highest height of the input
  std::optional<std::array<double, 2>> output{};  ///< metres; unset: the input range
  RangeScale scale = RangeScale::linear;
  bool clamp = false;
  std::vector<Vec2> curve{};  ///< points of shares of the range, x increasing; empty: a straight line
  std::optional<Terraces> terrace{};
};

/// A terraced position in a range: `t` moved towards the nearest of the terraces at 0, 1/steps, ..., 1. Below sharpness
/// 1 it is continuous, with slope (1 - sharpness) / (1 + sharpness) on the terraces. Source: [schlick1994] (bias
/// curve).
double terrace(double t, int steps, double sharpness);

/// Maps `height`, in this order: position in the input range, logarithmic if `params.scale` says so (heights that are
/// not above 0 then count as its lowest); clamping to 0..1; curve; terraces; output range. `measured` is the input
/// range if `params.input` is unset; in an empty range the position is 0. Returns a function that is called for each
/// height, with the sharpness of the terraces at its sample. Throws StageError (key "scale") for a logarithmic scale
/// whose range does not lie above 0.
std::function<double(double height, double sharpness)> remap_function(const RemapParams& params,
                                                                      const std::array<double, 2>& measured);

/// Stage `remap`.
struct Remap {
  using Params = RemapParams;
  static double seconds_each(const Params& params) { return params.curve.empty() ? 5e-9 : 1.4e-8; }
  /// Without `input`, the whole input must be read for its range.
  static CutRule cut_rule(const Params& params) {
    return {.is_allowed = params.input.has_value(), .given_by = "'input'"};
  }
  /// Throws StageError if the sharpness is driven from another grid.
  static GridSpec grid(const Params& params, const InputGrids& inputs);
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::noise

template <>
struct weald::schema::EnumNames<weald::noise::RangeScale> {
  static constexpr auto names = names_in_order<weald::noise::RangeScale>("linear", "logarithmic");
};

template <>
struct weald::schema::Schema<weald::noise::Terraces> {
  using P = weald::noise::Terraces;
  static constexpr auto fields =
      Fields{Field{&P::steps, "steps", "Number of steps in the range; both ends are terraces too.", "", Range{1, 1000}},
             Field{&P::sharpness, "sharpness", "Flatness of the terraces: 0 changes nothing, 1 makes vertical steps.",
                   "", Range{0, 1}}};
};

template <>
struct weald::schema::Schema<weald::noise::RemapParams> {
  using P = weald::noise::RemapParams;
  static constexpr std::string_view kind = "remap";
  static constexpr std::string_view summary = "Maps heights through a range, a curve and terraces, in this order.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Heightmap whose heights are mapped.", "", {}, Presence::required},
      Field{&P::input, "input",
            "Lowest and highest height of the input range; unset: the lowest and highest height "
            "of the input.",
            "m", Range{-1e12, 1e12}},
      Field{&P::output, "output", "Heights that the ends of the range are mapped to; unset: the input range.", "m",
            Range{-1e6, 1e6}},
      Field{&P::scale, "scale",
            "Whether positions in the input range are measured by differences or by ratios of heights; logarithmic "
            "suits values that span powers of ten, such as flow, and needs a range above 0."},
      Field{&P::clamp, "clamp",
            "Whether heights outside the input range are clamped to its ends; otherwise the mapping is extrapolated in "
            "both directions."},
      Field{&P::curve, "curve",
            "Points [x, y] of a monotone curve, both as shares of the range, with x increasing; between two points "
            "it rises only if they do; empty: a straight line.",
            "", Range{-100, 100}},
      Field{&P::terrace, "terrace", "Equally spaced terraces; unset: none."}};
  /// Checks that ranges are not empty, and that a curve has 2 to 1000 points of increasing x.
  static void check(const P& params, Checker& checker);
};
