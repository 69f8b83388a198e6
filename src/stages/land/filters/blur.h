#pragma once
// The stage `blur`: smooths a heightmap.

#include <array>
#include <utility>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/estimates.h"
#include "data/field.h"
#include "schema/decode.h"

namespace weald::filters {

enum class BlurMethod {
  gaussian,   ///< mean weighted by a Gaussian of the distance
  box,        ///< mean of a square
  bilateral,  ///< as gaussian, of samples of similar height
};

struct BlurParams {
  schema::Input<Heightmap> from;
  BlurMethod method = BlurMethod::gaussian;
  double radius = 10;     ///< metres: standard deviation of a Gaussian, half the side of a box
  double threshold = 20;  ///< metres, of a bilateral filter
};

/// Stage `blur`.
struct Blur {
  using Params = BlurParams;
  /// Throws StageError (key "radius") if the radius is too many samples for the method.
  static GridSpec grid(const Params& params, const InputGrids& inputs);
  /// A heightmap on the grid of the input; the work grows with the radius, for bilateral with its square.
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::filters

template <>
struct weald::schema::EnumNames<weald::filters::BlurMethod> {
  static constexpr auto names = names_in_order<weald::filters::BlurMethod>("gaussian", "box", "bilateral");
};

template <>
struct weald::schema::Schema<weald::filters::BlurParams> {
  using P = weald::filters::BlurParams;
  static constexpr std::string_view kind = "blur";
  static constexpr std::string_view summary =
      "Smooths a heightmap by means of the samples around each sample; beyond the border the nearest height counts.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Heightmap to smooth.", "", {}, Presence::required},
      Field{&P::method, "method",
            "How neighbours are weighted: gaussian, by distance, up to four radii; box, evenly within a square; "
            "bilateral, by distance, up to two radii, and by height, so that cliffs stay sharp."},
      Field{&P::radius, "radius",
            "Radius of the smoothing: the standard deviation for gaussian and bilateral, half of the side of the "
            "square for box; at most 1024 samples for gaussian, 4096 for box, 64 for bilateral.",
            "m", Range{0, 1e7}},
      Field{&P::threshold, "threshold",
            "Height difference from which a neighbour no longer counts, for bilateral; smaller differences count less "
            "the larger they are.",
            "m", Range{1e-6, 1e6}}};
  /// Checks that `threshold` is given for bilateral only.
  static void check(const P& params, Checker& checker);
};
