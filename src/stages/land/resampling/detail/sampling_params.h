#pragma once
// How stages read a map between its samples and beyond its border.

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "data/heightmap.h"
#include "methods/raster/sampling.h"
#include "schema/decode.h"

namespace weald::resampling {

/// Base of the parameter structs of such stages.
struct SamplingParams {
  raster::Interpolation interpolation = raster::Interpolation::bicubic;
  std::optional<double> outside{};  ///< metres
};

/// Rows of the Schema table for SamplingParams.
inline constexpr auto kSamplingFields = schema::Fields{
    schema::Field{&SamplingParams::interpolation, "interpolation",
                  "Interpolation of heights between samples: nearest keeps the samples' values; bilinear; bicubic, "
                  "smooth (Catmull-Rom), may overshoot at cliffs; area, the mean over each new cell where cells grow, "
                  "else bilinear."},
    schema::Field{&SamplingParams::outside, "outside",
                  "Height beyond the border of the input; unset: the heights of its border continue.", "m",
                  schema::Range{-1e6, 1e6}}};

/// Samples along each side of a place that an interpolation may read.
inline constexpr int kReach = 2;

/// The samples of a map that samples at fractional places from `low` to `high` depend on; magnitudes may be of any
/// size.
Region region_around(const Vec2& low, const Vec2& high, const GridSpec& map);

/// Fractional sample coordinates in `map` of the world position `p`, snapped to coinciding samples.
Vec2 place_in(const GridSpec& map, const Vec2& p);

/// Whether a place lies beyond the outermost samples of a map.
bool is_outside(const GridSpec& map, const Vec2& place);

}  // namespace weald::resampling

template <>
struct weald::schema::EnumNames<weald::raster::Interpolation> {
  static constexpr auto names = names_in_order<weald::raster::Interpolation>("nearest", "bilinear", "bicubic", "area");
};
