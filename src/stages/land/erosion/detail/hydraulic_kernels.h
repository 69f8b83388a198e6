#pragma once
// The path of droplets over one scale of the land, in one version per SIMD target. Internal to stages/land/erosion.

#include <cstdint>
#include <span>

namespace weald::terrain::detail {

/// The changes that droplets of one batch make to a sample; whole numbers, so that the order of accumulation cannot
/// matter.
struct Tally {
  std::int64_t change = 0;  ///< material laid down less material worn off, units of height
  std::int64_t water = 0;   ///< water that came by, kWaterUnits per droplet
};

inline constexpr float kWaterUnits = 64;

/// Where a droplet starts, in samples, and its initial content: water (1: the rain of one droplet) and units of height.
struct Droplet {
  float x = 0;
  float y = 0;
  float water = 1;
  std::int32_t load = 0;
};

/// Where it ended. If it left over the border: `left`, at the last position inside.
struct DropletEnd {
  std::int32_t at = 0;  ///< index of the sample
  std::int32_t load = 0;
  std::int32_t water = 0;  ///< units
  bool left = false;
};

/// The ground of one scale and what moves over it. All grids have `width` x `height` samples; heights and lengths are
/// in units of the scale's cell size.
struct DropletGround {
  int width = 0;
  int height = 0;
  const float* heights = nullptr;      ///< of what water runs on
  const float* flow = nullptr;         ///< droplets that pass a sample in one batch, an estimate, at least 1; negative
                                       ///< where the sample lies under standing water, which wears nothing
  const float* erodibility = nullptr;  ///< null: 1 everywhere
  Tally* tally = nullptr;
};

/// Parameters of the model; see HydraulicErosionParams.
struct DropletRules {
  int lifetime = 0;
  float inertia = 0;
  float capacity = 0;
  float erosion = 0;
  float deposition = 0;
  float lake_deposition = 0;  ///< the same under standing water
  float kept_water = 0;       ///< share that a step leaves
  float min_slope = 0;
  float units_per_cell = 0;  ///< units of the tally in one cell size; a power of two times the cell size
};

/// Runs the droplets, several at once, and reports where each ended. Adds to the tallies of samples within
/// `rules.lifetime` + 1 of a start. Pre: starts lie in [0, width - 1) x [0, height - 1); width and height are at least
/// 2; `ends` has as many entries as there are droplets.
void run_droplets(const DropletGround& ground, const DropletRules& rules, std::span<const Droplet> droplets,
                  std::span<DropletEnd> ends);

}  // namespace weald::terrain::detail
