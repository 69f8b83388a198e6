#pragma once
// Batches of rain on one scale of hydraulic erosion.

#include <cstdint>

#include "base/rng.h"
#include "base/run_context.h"
#include "data/grid.h"
#include "stages/land/erosion/detail/hydraulic_kernels.h"
#include "stages/land/erosion/detail/hydraulic_scale.h"

namespace weald::terrain::detail {

/// Load and water of droplets that ended in a stratum; the next droplet that starts there takes them over.
struct Handed {
  std::int64_t load = 0;   ///< units of height
  std::int64_t water = 0;  ///< units of water
};
using HandedGrid = Grid<Handed>;

/// The strata of a scale: squares of samples in each of which one droplet per batch starts.
struct Strata {
  int side = 3;  ///< samples
  /// The first stratum of the grid in the whole map: with the same numbers, rain is the same in any part of the map.
  std::int64_t first_x = 0;
  std::int64_t first_y = 0;
  /// Whether the positions of droplets are counted from tiles of the whole map, so that they are rounded alike in any
  /// part of the map; otherwise from the corner of the grid.
  bool is_anchored = false;

  int count(int samples) const { return (samples + side - 1) / side; }
  double droplets_per_sample() const { return 1.0 / (side * side); }
};

/// Passes the load and water of each coarse stratum on to the strata of the next scale that it covers. The scale has
/// `width` x `height` strata.
HandedGrid refined(const HandedGrid& coarse, int width, int height);

/// How the droplets of a scale fall.
struct RainRules {
  DropletRules droplets;
  Strata strata;
  float sea = 0;  ///< height of the sea, cells
};

/// Simulates batches of droplets on a scale. The scale, the strata and the numbers must outlive it.
class Rain {
 public:
  Rain(Scale& scale, HandedGrid& handed, const RainRules& rules, const Rng& rng, const RunContext& context)
      : scale_(scale), handed_(handed), rules_(rules), rng_(rng), context_(context) {}

  /// One batch. Returns the material that left across the border, in units.
  std::int64_t fall(std::uint64_t batch);

 private:
  /// A square of strata whose droplets are simulated together; it may reach beyond the grid.
  struct RainTile {
    int x = 0, y = 0;  // first stratum
    int side = 0;      // strata
  };
  std::int64_t run_tile(const DropletGround& ground, std::uint64_t batch, const RainTile& tile,
                        HandedGrid& after) const;
  void take_waiting();

  Scale& scale_;
  HandedGrid& handed_;
  RainRules rules_;
  const Rng& rng_;
  const RunContext& context_;
};

}  // namespace weald::terrain::detail
