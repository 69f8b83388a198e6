#pragma once
// The parameters of every stage that generates a heightmap: number, distance and position of samples.

#include <array>
#include <initializer_list>
#include <span>
#include <string_view>

#include "data/driven.h"
#include "data/estimates.h"
#include "data/heightmap.h"
#include "schema/decode.h"
#include "schema/field.h"
#include "schema/part.h"

namespace weald::noise {

/// Base of the parameter structs of generating stages. Maps larger than kMaxSamples can be built in regions only.
struct GridParams {
  static constexpr bool kMakesGrid =
      true;  ///< a preset's `grid` gives what a stage with these parameters does not name

  std::array<int, 2> size{513, 513};  ///< samples along x and z
  double cell_size = 1.0;             ///< metres between samples
  Vec2 origin{0, 0};                  ///< world (x, z) of sample (0, 0), metres
};

/// Rows of the Schema table for GridParams; a stage appends its own rows by joined().
inline constexpr auto kGridFields = schema::Fields{
    schema::Field{&GridParams::size, "size",
                  "Samples along x (east) and z (south); maps of more than 16385 x 16385 are built in regions.", "",
                  schema::Range{2, 131073}},
    schema::Field{&GridParams::cell_size, "cell_size", "Distance between neighbouring samples.", "m",
                  schema::Range{1e-4, 1e4}},
    schema::Field{&GridParams::origin, "origin", "World x and z of the first sample.", "m", schema::Range{-1e9, 1e9}}};

/// The grid that the parameters describe.
inline GridSpec grid_spec(const GridParams& params) {
  return {params.size[0], params.size[1], params.cell_size, params.origin};
}

/// A parameter that a heightmap may drive, and its key.
struct DrivenKey {
  const schema::Driven* parameter = nullptr;
  std::string_view key;
};

/// The grid of a stage with parameters that heightmaps may drive. Throws StageError at the key of a parameter whose
/// heightmap has another grid.
GridSpec driven_grid(const GridParams& params, std::initializer_list<DrivenKey> driven, const InputGrids& inputs);

/// The estimate of a stage that makes a heightmap and `parts`, heightmaps too, on the grid of the first heightmap that
/// it reads (`read`), or on that of its parameters if it reads none. Unknown if the grid of what it reads is.
Estimate estimate_on_grid(const GridParams& params, std::span<const schema::InputUse> read,
                          std::span<const schema::PartInfo> parts, const schema::Estimates& inputs);

}  // namespace weald::noise
