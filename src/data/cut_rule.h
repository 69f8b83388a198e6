#pragma once
// CutRule: how a stage can be built for a region of the map.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

namespace weald {

/// Whether and how a stage's result can be restricted to a region of the map.
struct CutRule {
  /// The result for a region depends only on the heights of the region and of `reach` samples around it.
  bool is_allowed = false;
  /// For a stage that makes a picture with one pixel per sample: the distance, in samples, up to which a pixel depends
  /// on samples around its own. Unset for other stages; ignored if regions are not allowed.
  std::optional<int> reach = {};
  /// For a stage that places copies: the distance, in metres, up to which those in the region depend on heightmaps
  /// around it. It gets its heightmaps, also those of other grids, with these surroundings, and makes the copies of
  /// CutPlace::region alone; the region is counted in the samples of its first heightmap. Unset for other stages.
  std::optional<double> surroundings = {};
  /// The parameter that has to be given to allow regions, such as "'range'"; empty if there is none.
  std::string_view given_by = {};
  /// For a field: its windows read much more of its inputs than their own share, so the inputs are stored as a whole
  /// and are available to it, except in a run for a region.
  bool keeps_inputs = false;
  /// For a whole stage that makes a heightmap, and parts that are heightmaps, on the grid of the heightmaps that it
  /// reads: the distance, in samples, up to which a sample of them depends on those. For a region the stage is run on
  /// windows with so many more samples on every side. Unset: it is run for the whole map, and the region is cut from
  /// the result.
  std::optional<int> halo = {};
  /// A distance that is added to the halo, metres.
  double halo_metres = 0;
  /// The parameter of a length in metres that has to be so many samples, whatever their distance: a draft with coarser
  /// samples multiplies it. Empty if there is none.
  std::string_view length_in_samples = {};
  /// Least memory for each sample of a window while the stage is run on it, bytes.
  double window_bytes = 0;

  /// The halo on a grid with this distance between samples. Pre: `halo` is set.
  int halo_on(double cell_size) const {
    return *halo + static_cast<int>(std::min(std::ceil(halo_metres / cell_size), 1e6));  // more than any map has
  }
};

}  // namespace weald
