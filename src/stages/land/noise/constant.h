#pragma once
// The stage `constant`: a level heightmap.

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/field.h"
#include "schema/decode.h"
#include "stages/land/noise/grid_params.h"

namespace weald::noise {

struct ConstantParams : GridParams {
  double value = 0;  ///< metres
};

/// Stage `constant`: every sample is `value`.
struct Constant {
  using Params = ConstantParams;
  static double seconds_each(const Params&) { return 5e-10; }
  static GridSpec grid(const Params& params, const InputGrids&) { return grid_spec(params); }
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::noise

template <>
struct weald::schema::Schema<weald::noise::ConstantParams> {
  using P = weald::noise::ConstantParams;
  static constexpr std::string_view kind = "constant";
  static constexpr std::string_view summary = "Level heightmap: the same number at every sample.";
  static constexpr auto fields = joined(
      weald::noise::kGridFields, Fields{Field{&P::value, "value", "Height of every sample.", "m", Range{-1e6, 1e6}}});
};
