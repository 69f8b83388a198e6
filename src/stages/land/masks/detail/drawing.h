#pragma once
// What stages have in common that draw curves on a map of their own, or on the grid of another map.

#include <string_view>
#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/curve.h"
#include "data/field.h"
#include "data/polyline.h"
#include "schema/decode.h"
#include "stages/land/noise/grid_params.h"

namespace weald::masks {

/// Base of the parameter structs of such stages.
struct MapGridParams : noise::GridParams {
  schema::Input<Heightmap> like{};
};

/// Rows of the Schema table for MapGridParams.
inline constexpr auto kMapGridFields = schema::joined(
    schema::Fields{schema::Field{&MapGridParams::like, "like",
                                 "Heightmap whose grid is used; unset: the grid of 'size', 'cell_size' and 'origin'."}},
    noise::kGridFields);

/// The grid of the map that `like` names, or of the parameters.
inline GridSpec map_grid(const MapGridParams& params, const InputGrids& inputs) {
  const GridSpec* like = inputs.maybe(params.like);
  return like != nullptr ? *like : noise::grid_spec(params);
}

/// Reports every key of the grid that is given although the heightmap that `key` names sets it.
void check_grid_is_free(std::string_view key, schema::Checker& checker);

/// The paths of a curve as polylines within `tolerance` metres of it, with a warning at `key` for a curve that was
/// drawn upright. Throws StageError as curve::flatten().
std::vector<Polyline> lines_on_ground(const curve::Curve& curve, double tolerance, std::string_view key,
                                      const RunContext& context);

}  // namespace weald::masks
