#pragma once
// Placement and orientation of leaves.
//
// A leaf's base lies on the polygons of the bark, not on the cylinder that they approximate: twigs have three sides,
// and a base on the cylinder would hover half a radius off the faces. On reduced levels a leaf stands on the coarser
// tube; one of a removed twig stands on the wood that carried it, on the side where the twig was.

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

/// A leaf's position, axes and length.
struct LeafPlace {
  Vec3 foot{0};                         ///< foot of the stalk on the bark, metres
  Vec3 heading{0};                      ///< unit vector along the leaf
  Vec3 normal{0};                       ///< unit vector out of its upper face, perpendicular to heading
  double length = 0;                    ///< metres
  std::uint64_t number = 0;             ///< addresses the leaf's random numbers
  std::uint32_t kind = 0;               ///< index into LeafKinds::kinds
  std::optional<std::uint32_t> axis{};  ///< the axis of the network that it grows from
  float turned = 0;                     ///< progress towards its autumn colour, 0 to 1
  Rgba8 wind{0, 0, 0, 0};               ///< wind of the wood it grows from, see Ring::wind
};

/// Use of one of the skeleton's organs.
struct OrganUse {
  std::uint32_t kind = 0;  ///< value of LeafPlace::kind
  bool is_leaf = true;     ///< leaves droop, turn to the light and vary in size; others keep the turtle's orientation
};

/// The plant that leaves grow on. `network` was traced from `skeleton`, and `bark` was made from `network`.
struct LeafBearers {
  const lsystem::Skeleton& skeleton;
  const AxisNetwork& network;
  const BarkPlan& bark;
};

/// Places leaves on twigs, from each tip downwards, and the leaves that the turtle drew. The foot of a stalk lies on
/// the polygons of the bark, or on the axis where a joint has removed them. A turtle organ inside its wood is moved out
/// to the bark along its own direction. `uses` has one entry per organ of the skeleton, or none. Throws StageError
/// before allocating if there would be more than `most` leaves.
std::vector<LeafPlace> place_leaves(const LeafBearers& bearers, const LeafParams& params,
                                    std::span<const OrganUse> uses, const Rng& rng, std::size_t most,
                                    const RunContext& context);

}  // namespace weald::plant
