#pragma once
// The grid of a map that is made from a map on another grid.

#include <array>
#include <optional>

#include "data/artifact_names.h"
#include "data/field.h"
#include "schema/decode.h"

namespace weald::resampling {

/// Base of the parameter structs of stages that change the grid.
struct TargetGridParams {
  schema::Input<Heightmap> like{};
  std::optional<std::array<int, 2>> size{};
  std::optional<double> cell_size{};  ///< metres
  std::optional<Vec2> origin{};       ///< metres
};

/// Rows of the Schema table for TargetGridParams.
inline constexpr auto kTargetGridFields = schema::Fields{
    schema::Field{&TargetGridParams::like, "like", "Heightmap whose grid is used."},
    schema::Field{&TargetGridParams::size, "size", "Samples along x and z; unset: as many as lie within the input map.",
                  "", schema::Range{2, 131073}},
    schema::Field{
        &TargetGridParams::cell_size, "cell_size",
        "Distance between neighbouring samples; unset: that of the input, or with 'size' the largest at which "
        "the new map stays within the input map.",
        "m", schema::Range{1e-4, 1e4}},
    schema::Field{&TargetGridParams::origin, "origin", "World x and z of the first sample; unset: that of the input.",
                  "m", schema::Range{-1e9, 1e9}}};

/// The new grid for a map on the grid `from`. Throws StageError at the key at fault if fewer than 2 x 2 samples lie
/// within the input map, or if the cell size would leave its range.
GridSpec target_grid(const TargetGridParams& params, const GridSpec& from, const InputGrids& inputs);

/// Whether any of the keys is given.
bool changes_grid(const TargetGridParams& params);

/// Reports keys that are given beside `like`.
void check_target_grid(const TargetGridParams& params, schema::Checker& checker);

}  // namespace weald::resampling
