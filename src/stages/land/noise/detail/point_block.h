#pragma once
// Blocks of samples of a PointField, and its warp, prepared. Internal to noise/.

#include <memory>
#include <optional>
#include <vector>

#include "data/driven.h"
#include "data/heightmap.h"
#include "stages/land/noise/detail/point_layer.h"
#include "stages/land/noise/octave_field.h"

namespace weald::noise::detail {

/// A warp. Where all octaves are looked up at the samples themselves they are fields on the grid.
struct PreparedWarp {
  /// One octave of a progressive warp.
  struct Follower {
    PointLayer x;
    PointLayer y;
    float strength = 1;  ///< share of the whole
  };
  std::unique_ptr<const OctaveField> grid_x;
  std::unique_ptr<const OctaveField> grid_y;
  std::vector<Follower> followers;
  float limit = 0;  ///< of the strength, metres
};

/// The content of PointField.
struct PreparedPoints {
  FieldSpec spec;
  std::vector<std::vector<PointLayer>> octaves;
  std::optional<PreparedWarp> warp;
};

/// The warp of a field on `grid`.
PreparedWarp prepare_warp(const WarpSpec& warp, const GridSpec& grid);

/// Fills a window block by block: PointField::fill.
void fill_blocks(const PreparedPoints& field, const MutableHeightView& out, const schema::DrivenSamples& strength);

}  // namespace weald::noise::detail
