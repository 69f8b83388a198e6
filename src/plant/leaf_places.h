#pragma once
// Where leaves grow, and how each one is turned.

#include <cstdint>
#include <span>
#include <vector>

#include "core/rng.h"
#include "core/run_context.h"
#include "lsystem/skeleton.h"
#include "plant/axes.h"
#include "plant/leaf_params.h"
#include "plant/rings.h"

namespace weald::plant {

/// A leaf's own axes in the world, and its length.
struct LeafPlace {
  Vec3 foot;                 ///< foot of the stalk, in the wood just under the bark, metres
  Vec3 heading;              ///< unit: along the leaf
  Vec3 normal;               ///< unit, perpendicular to heading: out of its upper face
  double length = 0;         ///< metres
  std::uint64_t number = 0;  ///< addresses the leaf's random numbers
};

/// Leaves on twigs, from each tip downwards in a spiral of 137.5 degrees, and leaves that the turtle set. `stems` are
/// the sampled axes of `network`. Throws StageError before allocating when there would be more than `most`.
std::vector<LeafPlace> place_leaves(const lsystem::Skeleton& skeleton, const AxisNetwork& network,
                                    std::span<const Stem> stems, const LeafParams& params, const Rng& rng,
                                    std::size_t most, const RunContext& context);

}  // namespace weald::plant
