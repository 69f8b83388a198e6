#pragma once
// Where leaves grow, and how each one is turned.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "base/run_context.h"
#include "data/skeleton.h"
#include "stages/plants/skin/detail/axes.h"
#include "stages/plants/skin/detail/bark_plan.h"
#include "stages/plants/skin/detail/leaf_params.h"

namespace weald::plant {

/// A leaf's own axes in the world, and its length.
struct LeafPlace {
  Vec3 foot{0};                         ///< foot of the stalk, on the bark, metres
  Vec3 heading{0};                      ///< unit: along the leaf
  Vec3 normal{0};                       ///< unit, perpendicular to heading: out of its upper face
  double length = 0;                    ///< metres
  std::uint64_t number = 0;             ///< addresses the leaf's random numbers
  std::uint32_t kind = 0;               ///< what it is: index into a LeafKinds
  std::optional<std::uint32_t> axis{};  ///< of the network: that it grows from
  float turned = 0;                     ///< how far it has its autumn colour, 0 to 1
  Rgba8 wind{0, 0, 0, 0};               ///< of the wood it grows from: see Ring::wind
};

/// The replacement of a skeleton's organ.
struct OrganUse {
  std::uint32_t kind = 0;  ///< for LeafPlace::kind
  bool is_leaf = true;     ///< leaves droop, turn to the light and vary in size; others stand as the turtle set them
};

/// Leaves on twigs, from each tip downwards, and those that the turtle set. A stalk's foot lies on the polygons of the
/// bark, or on the axis where a joint has taken them away; an organ of the turtle that stands inside its wood is moved
/// out to the bark along its own direction. `bark` is that of `network`, `uses` has one entry per organ of the
/// skeleton, or none. Throws StageError before allocating when there would be more than `most`.
std::vector<LeafPlace> place_leaves(const lsystem::Skeleton& skeleton, const AxisNetwork& network, const BarkPlan& bark,
                                    const LeafParams& params, std::span<const OrganUse> uses, const Rng& rng,
                                    std::size_t most, const RunContext& context);

}  // namespace weald::plant
