#pragma once
// Leaves through the year: each unfolds in spring, changes colour in autumn and falls at its own time.

#include <vector>

#include "base/rng.h"
#include "stages/plants/skin/detail/leaf_params.h"
#include "stages/plants/skin/detail/leaf_places.h"

namespace weald::plant {

// Times of year at which leaves unfold, change colour and fall: 0 is midwinter, 0.5 midsummer.
inline constexpr double kBudBurst = 0.22, kUnfolded = 0.38;
inline constexpr double kTurning = 0.68, kTurned = 0.82;
inline constexpr double kFalling = 0.78, kBare = 0.92;

/// Effect of the season on one leaf.
struct LeafAge {
  double size = 1;    ///< share of its full size
  double turned = 0;  ///< progress towards its autumn colour
  bool gone = false;  ///< it has fallen, or is still a bud
};

/// State of leaf `number` at the time `season` of the year. `late`, 0 to 1, determines how long it stays green. Random
/// draws depend only on the number, so leaves only disappear as the season advances from kFalling to kBare.
LeafAge leaf_age(std::uint64_t number, double late, double season, const Rng& rng);

/// Sets size and colour of leaves for the time `season` of the year, and removes those that are absent. Leaves far out
/// and high up change first. Only kinds with `follows[kind]` are affected.
void pass_season(std::vector<LeafPlace>& leaves, const std::vector<bool>& follows, double season, const Rng& rng);

}  // namespace weald::plant
