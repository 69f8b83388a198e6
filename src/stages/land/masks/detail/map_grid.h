#pragma once
// The grid of a stage that draws on a map of its own, or on the grid of another map.

#include "data/artifact_names.h"
#include "data/field.h"
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

}  // namespace weald::masks
