#pragma once
// The stage `crop`: a window of a map.

#include <array>
#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/field.h"
#include "schema/decode.h"

namespace weald::resampling {

struct CropParams {
  schema::Input<Heightmap> from;
  std::optional<std::array<int, 4>> samples{};    ///< column, row, width, height
  std::optional<std::array<double, 4>> metres{};  ///< x, z, width, depth
};

/// The window of a map on `grid`. Throws StageError at the key if it does not lie inside the map or has fewer than 2 x
/// 2 samples.
Region cropped(const CropParams& params, const GridSpec& grid);

/// Stage `crop`: the samples of the window, unchanged and where they were in the world.
struct Crop {
  using Params = CropParams;
  static double seconds_each(const Params&) { return 1e-9; }
  /// Throws StageError as cropped().
  static GridSpec grid(const Params& params, const InputGrids& inputs);
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context, const InputGrids& grids);
};

}  // namespace weald::resampling

template <>
struct weald::schema::Schema<weald::resampling::CropParams> {
  using P = weald::resampling::CropParams;
  static constexpr std::string_view kind = "crop";
  static constexpr std::string_view summary =
      "Cuts a window out of a heightmap; its samples are unchanged and stay where they are in the world.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Heightmap to crop.", "", {}, Presence::required},
      Field{&P::samples, "samples", "The window in samples: first column, first row, columns and rows.", "",
            Range{0, 131073}},
      Field{&P::metres, "metres",
            "The window in metres: lowest x, lowest z, width and depth; the samples inside it and on its border are "
            "kept.",
            "m", Range{-1e9, 1e9}}};
  /// Checks that one window is given, and that it is not empty.
  static void check(const P& params, Checker& checker);
};
