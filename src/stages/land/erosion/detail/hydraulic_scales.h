#pragma once
// The scales of hydraulic erosion: how many there are, how often it rains on them, and how far droplets get.

#include <algorithm>

#include "data/heightmap.h"
#include "stages/land/erosion/detail/hydraulic_rain.h"

namespace weald::terrain {
struct HydraulicErosionParams;
}

namespace weald::terrain::detail {

/// What follows from the parameters and the grid of the whole map.
struct ScalePlan {
  int scales = 1;
  int lifetime = 64;        ///< of a droplet in a batch, steps
  Strata strata{};          ///< on all scales; first_x and first_y are 0
  int most_split = 1;       ///< most batches on a coarse scale for each one on the map's own scale
  int batches = 0;          ///< on the map's own scale
  bool is_bounded = false;  ///< whether a sample depends only on those within `reach`

  /// Coarse scales are cheap, so they run more batches with a smaller effect each.
  int batch_split(int scale) const { return 1 << std::min(scale, most_split); }
};

/// Sides of the smallest map that is eroded, samples.
inline constexpr int kLeastSide = 4;

/// The plan for a map. Throws StageError (key "reach") if droplets cannot live for four steps within the reach.
ScalePlan scale_plan(const GridSpec& whole, const HydraulicErosionParams& params);

/// Radius of the bed that a droplet erodes on a scale, in its samples.
double brush_radius(const HydraulicErosionParams& params, double cell_size, int scale);

}  // namespace weald::terrain::detail
