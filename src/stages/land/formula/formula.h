#pragma once
// The stage `formula`: a heightmap from an expression over heightmaps and coordinates.

#include <string_view>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/estimates.h"
#include "data/field.h"
#include "schema/decode.h"
#include "schema/source_text.h"
#include "stages/land/noise/grid_params.h"

namespace weald::formula {

struct FormulaParams : noise::GridParams {
  schema::Named<schema::Input<Heightmap>> of{};
  schema::Named<schema::Located<double>> define{};
  schema::SourceText value{};  ///< an expression of methods/expression
};

/// Stage `formula`: the value of the expression at each sample, computed in double precision and rounded to the nearest
/// float. Every operation and function is that of expression::apply(); all operands of if(), && and || are computed,
/// and only the value of the whole formula must be finite. Names are those under `of` and `define`, `x` and `z` (world,
/// metres), `pi`, `true` and `false`.
struct Formula {
  using Params = FormulaParams;
  /// The grid of the heightmaps, or that of the parameters if there are none. Throws StageError (key "of") if the grids
  /// of the heightmaps differ.
  static GridSpec grid(const Params& params, const InputGrids& inputs);
  /// A heightmap; the work grows with the number of operations.
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  /// Throws StageError (key "value") if the formula is wrong and was never checked.
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::formula

template <>
struct weald::schema::Schema<weald::formula::FormulaParams> {
  using P = weald::formula::FormulaParams;
  static constexpr std::string_view kind = "formula";
  static constexpr std::string_view summary =
      "Heightmap from a formula: an expression over heightmaps and coordinates, computed for each sample.";
  static constexpr auto fields = joined(
      Fields{Field{&P::of, "of",
                   "Heightmaps by the names that the formula has for them, all on the same grid; none: the grid below "
                   "is used."},
             Field{&P::value,
                   "value",
                   "The formula, an expression in which a name stands for the height of its heightmap at the sample, "
                   "and x and z for the sample's world coordinates in metres; conditions are 1 where they hold and 0 "
                   "elsewhere.",
                   "",
                   {},
                   Presence::required},
             Field{&P::define, "define", "Further names, each for a number.", "", Range{-1e30, 1e30}}},
      weald::noise::kGridFields);
  /// Checks the names and the formula, whose errors point at the character; warns about names that it does not use.
  static void check(const P& params, Checker& checker);
};
