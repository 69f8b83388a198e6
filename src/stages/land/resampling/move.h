#pragma once
// The stage `move`: a map mirrored, scaled, rotated and translated in plan.

#include <array>
#include <optional>
#include <utility>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/field.h"
#include "schema/decode.h"
#include "stages/land/resampling/detail/sampling_params.h"
#include "stages/land/resampling/detail/target_grid.h"

namespace weald::resampling {

/// The axes along which a map is reversed.
enum class Mirror { none, x, z, both };

struct MoveParams : TargetGridParams, SamplingParams {
  schema::Input<Heightmap> from;
  Vec2 translate{0, 0};  ///< metres
  double rotate = 0;     ///< degrees
  Vec2 scale{1, 1};
  Mirror mirror = Mirror::none;
  std::optional<Vec2> centre{};  ///< metres; unset: the middle of the map
};

/// The position in the unmoved map of what stands at a position after the move.
struct Unmove {
  Vec2 centre{0}, moved_centre{0};  ///< metres
  Vec2 x{0}, z{0};                  ///< displacement in the unmoved map for a metre east, and for a metre south

  Vec2 operator()(const Vec2& p) const {
    const Vec2 off = p - moved_centre;
    return centre + x * off.x + z * off.y;
  }
};

/// The inverse of the move of a map on the grid `from`.
Unmove unmove(const MoveParams& params, const GridSpec& from);

/// Stage `move`: about the centre, the land is mirrored, scaled, rotated (clockwise seen from above) and then
/// translated; heights are kept. Interpolation `area` takes the mean of the bilinear surface at evenly spaced points of
/// each cell where the land shrinks, at most kMaxAreaPoints along a side. Source: [keys1981].
struct Move {
  using Params = MoveParams;
  static double seconds_each(const Params&) { return 4.4e-8; }
  static CutRule cut_rule(const Params&) { return {.is_allowed = true, .keeps_inputs = true}; }
  /// The input's grid, or the one that is given. Throws StageError as target_grid().
  static GridSpec grid(const Params& params, const InputGrids& inputs);
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context, const InputGrids& grids);
};

/// Largest number of points along a side of a cell whose mean is taken.
inline constexpr int kMaxAreaPoints = 32;

}  // namespace weald::resampling

template <>
struct weald::schema::EnumNames<weald::resampling::Mirror> {
  static constexpr auto names = names_in_order<weald::resampling::Mirror>("none", "x", "z", "both");
};

template <>
struct weald::schema::Schema<weald::resampling::MoveParams> {
  using P = weald::resampling::MoveParams;
  static constexpr std::string_view kind = "move";
  static constexpr std::string_view summary =
      "Mirrors, scales, rotates and then translates a heightmap in plan; heights are kept.";
  static constexpr auto fields = joined(
      Fields{
          Field{&P::from, "from", "Heightmap to move.", "", {}, Presence::required},
          Field{&P::translate, "translate", "Distance moved along x and z.", "m", Range{-1e9, 1e9}},
          Field{&P::rotate, "rotate", "Angle of the rotation, clockwise seen from above.", "deg", Range{-36000, 36000}},
          Field{&P::scale, "scale", "Factors of lengths along x and z.", "", Range{1e-3, 1e3}},
          Field{&P::mirror, "mirror", "Axes along which the land is reversed."},
          Field{&P::centre, "centre",
                "World x and z of the point that rotation, scale and mirror leave in place; unset: the middle "
                "of the map.",
                "m", Range{-1e9, 1e9}}},
      weald::resampling::kTargetGridFields, weald::resampling::kSamplingFields);
  /// Checks that the grid is given once.
  static void check(const P& params, Checker& checker);
};
