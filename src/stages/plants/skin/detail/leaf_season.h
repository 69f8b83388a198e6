#pragma once
// Leaves through the year: they unfold in spring, turn in autumn and fall, each in its own time.

#include <vector>

#include "base/rng.h"
#include "stages/plants/skin/detail/leaf_params.h"
#include "stages/plants/skin/detail/leaf_places.h"

namespace weald::plant {

// Parts of the year between which leaves unfold, turn their colour and fall: 0 midwinter, 0.5 midsummer.
inline constexpr double kBudBurst = 0.22, kUnfolded = 0.38;
inline constexpr double kTurning = 0.68, kTurned = 0.82;
inline constexpr double kFalling = 0.78, kBare = 0.92;

/// The effect of the season on one leaf.
struct LeafAge {
  double size = 1;    ///< share of its full length
  double turned = 0;  ///< how far it has its autumn colour
  bool gone = false;  ///< it has fallen, or is still a bud
};

/// A leaf of number `number` at part `season` of the year. `late`, 0 to 1, says how long it stays green. Draws depend
/// on the number alone: as the season moves from kFalling to kBare leaves only ever go.
LeafAge leaf_age(std::uint64_t number, double late, double season, const Rng& rng);

/// Gives leaves the size and colour they have at part `season` of the year and takes away those that are not there.
/// Leaves far out and high up turn first. Only kinds with `follows[kind]` take part.
void pass_season(std::vector<LeafPlace>& leaves, const std::vector<bool>& follows, double season, const Rng& rng);

}  // namespace weald::plant
