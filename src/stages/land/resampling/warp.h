#pragma once
// The stage `warp`: a map displaced by fields.

#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/driven.h"
#include "data/field.h"
#include "schema/decode.h"
#include "stages/land/resampling/detail/sampling_params.h"

namespace weald::resampling {

struct WarpParams : SamplingParams {
  schema::Input<Heightmap> from;
  schema::Driven x{0};  ///< metres
  schema::Driven z{0};  ///< metres
  schema::Driven strength{1};
  std::optional<double> max{};  ///< metres
};

/// Stage `warp`: the height of a sample at p is that of the input at p + strength * (x, z), with the displacements
/// along both axes limited to `max`. Source: [ebert2003] (domain distortion), [keys1981].
struct Warp {
  using Params = WarpParams;
  static double seconds_each(const Params&) { return 5e-8; }
  /// Without a largest displacement, a sample may depend on any other.
  static CutRule cut_rule(const Params& params) {
    return {.is_allowed = params.max.has_value(), .given_by = "'max'", .keeps_inputs = true};
  }
  /// Throws StageError if a displacement is driven from another grid.
  static GridSpec grid(const Params& params, const InputGrids& inputs);
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::resampling

template <>
struct weald::schema::Schema<weald::resampling::WarpParams> {
  using P = weald::resampling::WarpParams;
  static constexpr std::string_view kind = "warp";
  static constexpr std::string_view summary =
      "Displaces a heightmap in plan by fields: each sample takes the height at a displaced position.";
  static constexpr auto fields = joined(
      Fields{Field{&P::from, "from", "Heightmap to warp.", "", {}, Presence::required},
             Field{&P::x, "x", "Displacement along x of the position that is read.", "m", Range{-1e6, 1e6}},
             Field{&P::z, "z", "Displacement along z of the position that is read.", "m", Range{-1e6, 1e6}},
             Field{&P::strength, "strength", "Factor of both displacements.", "", Range{-1e6, 1e6}},
             Field{&P::max, "max",
                   "Largest displacement along each axis: greater ones are limited to it; it allows regions to be "
                   "built; unset: none.",
                   "m", Range{0, 1e6}}},
      weald::resampling::kSamplingFields);
  /// Checks that there is a displacement.
  static void check(const P& params, Checker& checker);
};
