#pragma once
// The stage `falloff`: a mask that falls from 1 in the middle of the map to 0 towards its edges, alone or applied to a
// heightmap.

#include <array>
#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/driven.h"
#include "data/field.h"
#include "schema/decode.h"
#include "stages/land/noise/fade.h"
#include "stages/land/noise/grid_params.h"

namespace weald::noise {

enum class FalloffShape {
  radial,  ///< ellipses through the midpoints of the edges
  square,  ///< rectangles like the map
};

struct FalloffParams : GridParams {
  schema::Input<Heightmap> from{};
  FalloffShape shape = FalloffShape::radial;
  double start = 0.4;
  double end = 1.0;
  Fade fade = Fade::cubic;
  schema::Driven edge{0};  ///< metres
};

/// Distance of sample (column, row) from the middle of the grid: 0 there, 1 at the midpoints of the edges; a radial
/// distance is sqrt(2) in the corners.
double falloff_distance(FalloffShape shape, const GridSpec& grid, int column, int row);

/// The mask at `distance`: 1 up to `start`, 0 from `end` on, with the fade between. Pre: start < end.
double falloff_share(const FalloffParams& params, double distance);

/// Stage `falloff`. Without `from` the field is the mask itself, on a grid of its own. With `from` it is edge + (height
/// - edge) * mask: the input in the middle, the height `edge` outside. With edge 0 this is height * mask.
struct Falloff {
  using Params = FalloffParams;
  static double seconds_each(const Params&) { return 8e-9; }
  /// Throws StageError if the edge is driven from another grid.
  static GridSpec grid(const Params& params, const InputGrids& inputs);
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::noise

template <>
struct weald::schema::EnumNames<weald::noise::FalloffShape> {
  static constexpr auto names = names_in_order<weald::noise::FalloffShape>("radial", "square");
};

template <>
struct weald::schema::Schema<weald::noise::FalloffParams> {
  using P = weald::noise::FalloffParams;
  static constexpr std::string_view kind = "falloff";
  static constexpr std::string_view summary =
      "Island mask: 1 in the middle of the map, falling to 0 towards its edges; with 'from', applied to a heightmap.";
  static constexpr auto fields =
      joined(Fields{Field{&P::from, "from",
                          "Heightmap that keeps its heights in the middle and sinks to 'edge' outside; unset: the mask "
                          "itself is made."}},
             weald::noise::kGridFields,
             Fields{Field{&P::shape, "shape", "Shape of the lines of equal distance from the middle."},
                    Field{&P::start, "start",
                          "Distance at which the fall begins: 0 is the middle of the map, 1 the "
                          "midpoints of its edges.",
                          "", Range{0, 10}},
                    Field{&P::end, "end", "Distance at which the fall ends; greater than 'start'.", "", Range{0, 10}},
                    Field{&P::fade, "fade", "Fade of the mask from 1 to 0."},
                    Field{&P::edge, "edge", "Height outside, with 'from'; 0: the heights are multiplied by the mask.",
                          "m", Range{-1e6, 1e6}}});
  /// Checks that the fall ends beyond its start, and that a grid and `from` are not both given.
  static void check(const P& params, Checker& checker);
};
