#pragma once
// The stage `thermal_erosion`: slopes steeper than the talus angle slide down until they rest.

#include <array>
#include <string_view>
#include <utility>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/driven.h"
#include "data/heightmap.h"
#include "schema/decode.h"

namespace weald::terrain {

/// When thermal erosion ends.
enum class ThermalEnd { steps, rest };

struct ThermalErosionParams {
  schema::Input<Heightmap> from;
  schema::Driven talus = 35;  ///< degrees
  int iterations = 50;
  double rate = 0.5;
  ThermalEnd until = ThermalEnd::steps;
};

/// Steps after which erosion at rest gives up, with a warning.
inline constexpr int kMaxRestSteps = 20000;

/// The heightmap after `params.iterations` steps. In each step every pair of neighbours (of eight) whose slope exceeds
/// the talus angle moves material from the higher to the lower sample: rate * w * (height difference beyond the talus),
/// where w is 1/5 for neighbours along a row or column and 1/20 for diagonals, which prevents a preference for the
/// grid's axes. All updates of one iteration read the heights before it, so the result does not depend on the order or
/// the threads. The sum of heights is preserved up to float rounding, nothing leaves the map, and heights stay within
/// the range of the input. At rest the slopes to all eight neighbours are at most the talus, and the slopes in
/// directions between them are at most 1.083 times its tangent. If the talus is a heightmap, `talus_field`, the limit
/// between two samples is the mean of their tangents. Time: below 1 ns per iteration and sample on one core with AVX2,
/// far less where slopes are at rest; several times that with `talus_field`. Memory: two copies of the map.
///
/// With ThermalEnd::rest, `iterations` and `rate` are ignored: the result is close to the land nearest to the input on
/// which no slope is steeper than the talus, and a tower becomes a round cone of the same volume. The gradient in each
/// of the four triangles between four samples is at most the talus (with `talus_field` the least of the four), and so
/// is the slope between any two of them; slopes that slid rest at 99.8 % of its tangent. A warning is given if
/// kMaxRestSteps steps were not enough. Heights may then leave the range of the input slightly. Memory: 12 floats per
/// sample.
///
/// Throws StageError if `talus_field` lies on another grid. Source: [musgrave1989] (thermal weathering), [patra2006]
/// (isotropic weights), [evans1997] (collapse as projection).
Heightmap erode_thermally(const Heightmap& map, const ThermalErosionParams& params, const RunContext& context,
                          const Heightmap* talus_field = nullptr);

/// Stage `thermal_erosion`.
struct ThermalErosion {
  using Params = ThermalErosionParams;
  static double seconds_each(const Params& params) { return params.iterations * 8e-10; }
  static constexpr bool kNeedsOneGrid = true;
  static constexpr bool kKeepsSize = true;
  /// Material moves by one sample in each step, so a window needs as many samples around it as there are steps.
  static CutRule cut_rule(const Params& params) {
    if (params.until == ThermalEnd::rest) return {.given_by = "'until: steps'"};
    return {.halo = params.iterations};
  }
  static Heightmap run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
    return erode_thermally(inputs[params.from], params, context, inputs.maybe(params.talus));
  }
};

}  // namespace weald::terrain

template <>
struct weald::schema::EnumNames<weald::terrain::ThermalEnd> {
  static constexpr auto names = names_in_order<weald::terrain::ThermalEnd>("steps", "rest");
};

template <>
struct weald::schema::Schema<weald::terrain::ThermalErosionParams> {
  using P = weald::terrain::ThermalErosionParams;
  static constexpr std::string_view kind = "thermal_erosion";
  static constexpr std::string_view summary =
      "Thermal erosion: material on slopes steeper than the talus angle slides down and forms scree.";
  static constexpr auto fields =
      Fields{Field{&P::from, "from", "Heightmap to erode.", "", {}, Presence::required},
             Field{&P::talus, "talus", "Talus angle: the steepest stable slope.", "deg", Range{0, 89}},
             Field{&P::iterations, "iterations", "Number of steps; material moves by one sample in each step.", "",
                   Range{0, 10000}},
             Field{&P::rate, "rate", "Share of the largest stable step that each iteration takes; 0 moves nothing.", "",
                   Range{0, 1}},
             Field{&P::until, "until",
                   "When erosion ends: after 'iterations' steps, or at rest, when no slope is steeper than the talus "
                   "angle in any direction; slopes that slid then lie at 99.8 % of its tangent."}};
  static void check(const P& params, Checker& checker) {
    if (params.until == weald::terrain::ThermalEnd::steps) return;
    for (const std::string_view key : {"iterations", "rate"}) {
      if (checker.given(key))
        checker.warning(key,
                        "this is used only if erosion ends after a number of steps, not "
                        "at rest");
    }
  }
};
