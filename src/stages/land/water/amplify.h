#pragma once
// The stage `amplify`: fine land from a coarse map of eroded land, window by window.
//
// A coarse map that was eroded as a whole holds the large valleys. `amplify` halves its cells level by level, and each
// level erodes for a few steps with streams and slopes of its own size (stages/land/water/detail/amplify_level.h). The
// drainage of the coarse land is kept (stages/land/water/detail/amplify_net.h): rivers that descend on the coarse map
// descend on the fine one, and no pit is added in the ground between them.
//
// A sample depends on a bounded number of coarse samples, so windows of worlds too large to be built as a whole have
// the same bits as the whole.

#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/estimates.h"
#include "data/field.h"
#include "schema/decode.h"

namespace weald::hydrology {

struct AmplifyParams {
  schema::Input<Heightmap> from{};
  schema::Input<Heightmap> area{};
  int levels = 3;
  double detail = 1;
  double winding = 1;
  double incision = 1;
  int steps = 6;
  double talus = 45;  ///< degrees
  double creep = 0.35;
  std::optional<double> source_area{};  ///< m^2
};

/// Stage `amplify`. Sample (2^levels i, 2^levels j) of the result lies at sample (i, j) of the input. Without detail,
/// winding, incision and steps the result is the input, interpolated by cubic convolution level by level: exact at the
/// input's samples, and for polynomials of degree two.
///
/// With incision, every sample has a lower neighbour, but those on the border, those at pits of the input, and those
/// where the input descends by less than the precision of its heights. Chance depends on the seed and on the place in
/// the world, in whole coarse cells. Time: some 180 ns per sample on one core. Memory: some 20 MB for each thread.
/// Source: [schott2024] (erosion level by level), [schott2023] (stream power with a given drainage area), [braun2013]
/// (implicit steps), [planchon2002] (filling from above).
struct Amplify {
  using Params = AmplifyParams;
  /// Throws StageError (key "area") if the drainage areas lie on another grid than the heights, (key "from") for a
  /// heightmap of fewer than 2 x 2 samples, and (key "levels") if the result would be wider than 131073 samples.
  static GridSpec grid(const Params& params, const InputGrids& inputs);
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context, const InputGrids& grids);
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
};

}  // namespace weald::hydrology

template <>
struct weald::schema::Schema<weald::hydrology::AmplifyParams> {
  using P = weald::hydrology::AmplifyParams;
  static constexpr std::string_view kind = "amplify";
  static constexpr std::string_view summary =
      "Refines a coarse map of eroded land level by level: its valleys go on, and streams and slopes of every size "
      "erode "
      "the new ground. Works on regions.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Coarse heightmap of eroded land.", "", {}, Presence::required},
      Field{&P::area, "area",
            "Drainage area of each coarse sample, m2, as 'flow' makes it; unset: only water from nearby is counted, so "
            "large rivers are not told from small ones."},
      Field{&P::levels, "levels", "How often the cells are halved: 4 makes a grid 16 times finer.", "", Range{1, 6}},
      Field{&P::detail, "detail", "Height of the bumps that each level adds before it erodes, relative to the relief.",
            "", Range{0, 10}},
      Field{
          &P::winding, "winding",
          "How far each level bends valleys and ridges: 1 moves them by up to about one of the level's coarser cells.",
          "", Range{0, 1}},
      Field{&P::incision, "incision",
            "How strongly streams erode in each step; 0: they do not, and the drainage of the coarse land is not kept.",
            "", Range{0, 10}},
      Field{&P::steps, "steps", "Steps of erosion on each level; valleys grow by one sample in each step.", "",
            Range{0, 32}},
      Field{&P::talus, "talus", "Talus angle: steeper slopes slide.", "deg", Range{0, 89}},
      Field{&P::creep, "creep", "Creep of soil, which rounds ridges: share of the largest stable step.", "",
            Range{0, 1}},
      Field{&P::source_area, "source_area",
            "Drainage area below which ground is a hillslope rather than a channel: larger values make broader "
            "slopes, less dissected by streams; unset: a coarse cell.",
            "m2", Range{0, 1e9}}};
};
