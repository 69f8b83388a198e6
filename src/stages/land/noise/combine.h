#pragma once
// The stage `combine`: combines two heightmaps, or a heightmap and a number.

#include <array>
#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/driven.h"
#include "data/field.h"
#include "schema/decode.h"

namespace weald::noise {

enum class CombineOperation { add, subtract, multiply, divide, power, difference, min, max, blend };

struct CombineParams {
  schema::Input<Heightmap> from;
  schema::Input<Heightmap> with{};
  std::optional<double> value{};  ///< metres; for multiply, divide and power a number without unit
  CombineOperation operation = CombineOperation::add;
  schema::Input<Heightmap> mask{};
  schema::Driven smoothing{0};  ///< metres
};

/// `a` and `b` combined: their sum, difference, product, quotient, power a^b, absolute difference, minimum or maximum;
/// `blend` gives b. Not finite for a quotient by 0, and for a power of a negative number whose exponent is not whole or
/// of 0 whose exponent is negative. With smoothing k > 0, min and max are smoothed where |a - b| < k by a quadratic
/// that differs from them by at most k / 4. Source: [quilez2013].
double combine(CombineOperation operation, double a, double b, double smoothing);

/// Stage `combine`. Where the mask is 0, a sample is that of the first heightmap even if the two combined are not
/// finite.
struct Combine {
  using Params = CombineParams;
  static double seconds_each(const Params&) { return 3e-9; }
  /// Throws StageError if the inputs' grids differ.
  static GridSpec grid(const Params& params, const InputGrids& inputs);
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::noise

template <>
struct weald::schema::EnumNames<weald::noise::CombineOperation> {
  static constexpr auto names = names_in_order<weald::noise::CombineOperation>(
      "add", "subtract", "multiply", "divide", "power", "difference", "min", "max", "blend");
};

template <>
struct weald::schema::Schema<weald::noise::CombineParams> {
  using P = weald::noise::CombineParams;
  static constexpr std::string_view kind = "combine";
  static constexpr std::string_view summary =
      "Combines two heightmaps, or a heightmap and a number, optionally within a mask.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "First heightmap.", "", {}, Presence::required},
      Field{&P::with, "with", "Second heightmap, on the same grid; unset: 'value' is used instead."},
      Field{&P::value, "value",
            "Number used instead of the second heightmap; for multiply a factor, for divide a divisor, for power an "
            "exponent.",
            "m", Range{-1e6, 1e6}},
      Field{
          &P::operation, "operation",
          "How the two are combined: difference is the absolute difference, so that with 'value: 0' it gives absolute "
          "heights; divide by 0, and a power that is not a number, are errors; blend changes from the first to the "
          "second as the mask rises from 0 to 1."},
      Field{&P::mask, "mask",
            "Where the result applies: fully where the mask is 1 or more, not at all where it is 0 or less, which "
            "keeps the first heightmap; unset: everywhere."},
      Field{&P::smoothing, "smoothing", "Height difference within which min and max are smoothed; 0: no smoothing.",
            "m", Range{0, 1e6}}};
  /// Checks that one of `with` and `value` is given, no `value` of 0 for divide, a mask for blend, and smoothing for
  /// min and max only.
  static void check(const P& params, Checker& checker);
};
