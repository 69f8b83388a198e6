#pragma once
// The stage `sharpen`: an unsharp mask.

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/field.h"
#include "schema/decode.h"

namespace weald::filters {

struct SharpenParams {
  schema::Input<Heightmap> from;
  double radius = 10;    ///< metres, standard deviation
  double amount = 1;     ///< share of the detail that is added
  double threshold = 0;  ///< metres
};

/// Height after unsharp masking: `height` plus `amount` times its difference from the `smooth` height, which the
/// threshold first moves towards 0.
double sharpened(const SharpenParams& params, double height, double smooth);

/// Stage `sharpen`.
struct Sharpen {
  using Params = SharpenParams;
  static double seconds_each(const Params&) { return 1.4e-8; }
  /// Throws StageError (key "radius") if the radius is more than 1024 samples.
  static GridSpec grid(const Params& params, const InputGrids& inputs);
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::filters

template <>
struct weald::schema::Schema<weald::filters::SharpenParams> {
  using P = weald::filters::SharpenParams;
  static constexpr std::string_view kind = "sharpen";
  static constexpr std::string_view summary =
      "Sharpens a heightmap by an unsharp mask: adds the difference between it and a smoothed copy.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Heightmap to sharpen.", "", {}, Presence::required},
      Field{&P::radius, "radius",
            "Standard deviation of the Gaussian that smooths the copy: about the size of the features that become "
            "sharper; at most 1024 samples.",
            "m", Range{0, 1e7}},
      Field{&P::amount, "amount", "Factor of the difference that is added.", "", Range{0, 100}},
      Field{&P::threshold, "threshold",
            "Amount by which the magnitude of the difference is lowered first, so that fine detail below it stays as "
            "it is.",
            "m", Range{0, 1e6}}};
};
