#pragma once
// The stage `resample`: a map on another grid.

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/field.h"
#include "schema/decode.h"
#include "stages/land/resampling/detail/sampling_params.h"
#include "stages/land/resampling/detail/target_grid.h"

namespace weald::resampling {

struct ResampleParams : TargetGridParams, SamplingParams {
  schema::Input<Heightmap> from;
};

/// Stage `resample`: heights of the input at the positions of the samples of another grid; where a sample coincides
/// with one of the input, its height is that height, except for `area` on coarser grids. Source: [keys1981].
struct Resample {
  using Params = ResampleParams;
  static double seconds_each(const Params&) { return 1e-8; }
  /// Throws StageError as target_grid().
  static GridSpec grid(const Params& params, const InputGrids& inputs) {
    return target_grid(params, inputs[params.from], inputs);
  }
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context, const InputGrids& grids);
};

}  // namespace weald::resampling

template <>
struct weald::schema::Schema<weald::resampling::ResampleParams> {
  using P = weald::resampling::ResampleParams;
  static constexpr std::string_view kind = "resample";
  static constexpr std::string_view summary =
      "Puts a heightmap on another grid, finer, coarser or elsewhere, so that maps of different grids can be combined.";
  static constexpr auto fields =
      joined(Fields{Field{&P::from, "from", "Heightmap to resample.", "", {}, Presence::required}},
             weald::resampling::kTargetGridFields, weald::resampling::kSamplingFields);
  /// Checks that a grid is given, once.
  static void check(const P& params, Checker& checker);
};
