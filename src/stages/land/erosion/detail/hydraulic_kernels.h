#pragma once
// Simulation of droplets on one scale of the land, compiled once per SIMD target.

#include <cstdint>
#include <span>

namespace weald::terrain::detail {

/// Changes that the droplets of one batch make to a sample. They are integers, so the order of summation does not
/// matter.
struct Tally {
  std::int64_t change = 0;  ///< deposited minus eroded material, units of height
  std::int64_t water = 0;   ///< water that passed, kWaterUnits per droplet
};

inline constexpr float kWaterUnits = 64;

/// Initial state of a droplet: its position in samples, its water (1: the rain of one droplet) and its load in units of
/// height.
struct Droplet {
  float x = 0;
  float y = 0;
  float water = 1;
  std::int32_t load = 0;
};

/// Final state of a droplet. `left` is true if it crossed the border; `at` is then its last sample inside.
struct DropletEnd {
  std::int32_t at = 0;  ///< index of the sample in the grids
  std::int32_t load = 0;
  std::int32_t water = 0;  ///< units of the tally
  bool left = false;
};

/// The ground of one scale and the maps that droplets read and change. All grids have `width` x `height` samples;
/// heights and lengths are in units of the scale's cell size.
struct DropletGround {
  int width = 0;
  int height = 0;
  /// The sample that lies where the positions of droplets are 0; it may lie outside the grids.
  int origin_x = 0;
  int origin_y = 0;
  const float* heights = nullptr;  ///< the surface that water runs on
  /// estimated number of droplets that pass a sample in one batch, at least 1; negative if the sample is under standing
  /// water, which does not erode
  const float* flow = nullptr;
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
  float lake_deposition = 0;  ///< deposition rate under standing water
  float kept_water = 0;       ///< share of the water that remains after a step
  float min_slope = 0;
  float units_per_cell = 0;  ///< tally units per cell size; a power of two times the cell size
};

/// Simulates the droplets, several at once, and writes the final state of each to `ends`. Adds to the tallies of
/// samples within `rules.lifetime` + 1 of a start.
/// Pre: starts lie inside the grids, at least one sample before the last column and row; width and height are at least
/// 2; the positions of droplets inside the grids are never negative; `ends` has one element per droplet.
void run_droplets(const DropletGround& ground, const DropletRules& rules, std::span<const Droplet> droplets,
                  std::span<DropletEnd> ends);

}  // namespace weald::terrain::detail
