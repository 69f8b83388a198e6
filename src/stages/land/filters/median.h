#pragma once
// The stage `median`: removes spikes and pits, and keeps edges.

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/field.h"
#include "schema/decode.h"

namespace weald::filters {

struct MedianParams {
  schema::Input<Heightmap> from;
  double radius = 5;  ///< metres
};

/// Stage `median`: the median of the samples at most `radius` away. Beyond the border the nearest sample counts.
struct Median {
  using Params = MedianParams;
  static double seconds_each(const Params&) { return 1e-7; }
  /// Throws StageError (key "radius") if the radius is more than 256 samples.
  static GridSpec grid(const Params& params, const InputGrids& inputs);
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::filters

template <>
struct weald::schema::Schema<weald::filters::MedianParams> {
  using P = weald::filters::MedianParams;
  static constexpr std::string_view kind = "median";
  static constexpr std::string_view summary =
      "Median of a heightmap within a circle: removes spikes, pits and everything else that is narrower than the "
      "circle, and keeps edges sharp.";
  static constexpr auto fields =
      Fields{Field{&P::from, "from", "Heightmap to filter.", "", {}, Presence::required},
             Field{&P::radius, "radius",
                   "Radius of the circle around each sample; below one cell nothing changes; at most 256 samples.", "m",
                   Range{0, 1e7}}};
};
