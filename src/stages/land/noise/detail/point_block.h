#pragma once
// Preparation and filling of blocks of samples of a PointField, including its warp.

#include <memory>
#include <optional>
#include <vector>

#include "data/driven.h"
#include "data/heightmap.h"
#include "stages/land/noise/detail/point_layer.h"
#include "stages/land/noise/octave_field.h"

namespace weald::noise::detail {

/// A prepared warp. If all its octaves are sampled at the undisplaced positions, they are fields on the grid.
struct PreparedWarp {
  /// One octave of a progressive warp.
  struct Follower {
    PointLayer x;
    PointLayer y;
    float strength = 1;  ///< share of the total strength
  };
  std::unique_ptr<const OctaveField> grid_x;
  std::unique_ptr<const OctaveField> grid_y;
  std::vector<Follower> followers;
  float limit = 0;  ///< limit of the strength, metres
};

/// Prepared state of a PointField.
struct PreparedPoints {
  FieldSpec spec;
  std::vector<std::vector<PointLayer>> octaves;
  std::optional<PreparedWarp> warp;
  bool squares = false;  ///< whether blocks are filled in squares of samples, not row by row; see BlockJob
};

/// The octaves of both components of a warp's displacement, as fields on a grid.
struct WarpFields {
  FieldSpec x;
  FieldSpec y;
};
WarpFields warp_fields(const WarpSpec& warp, const GridSpec& grid);

/// Prepares the warp of a field on `grid`.
PreparedWarp prepare_warp(const WarpSpec& warp, const GridSpec& grid);

/// Fills a window block by block; the implementation of PointField::fill.
void fill_blocks(const PreparedPoints& field, const MutableHeightView& out, const schema::DrivenSamples& strength);

}  // namespace weald::noise::detail
