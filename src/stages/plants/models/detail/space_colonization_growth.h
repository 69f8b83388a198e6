#pragma once
// Colony: the nodes that grow towards attraction points.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "stages/plants/models/detail/space_colonization_params.h"

namespace weald::tree {

/// A node; parents stand before their children.
struct ColonyNode {
  Vec3 position{0};
  std::optional<std::uint32_t> parent;  ///< unset at a root
};

/// The nodes, and the attraction points that none of them reached.
struct Colony {
  std::vector<ColonyNode> nodes;
  std::vector<Vec3> unreached;
};

/// Grows nodes from the roots. First every trunk grows towards the middle of the points until one is within the
/// influence. Then, as long as any node can: each node that is nearest to some point grows a step in their mean
/// direction; where that would bring it nearer to none of them, it grows straight towards the nearest. Points within
/// `kill` of a node are taken away. Throws StageError where more than max_nodes nodes would be needed, or growing takes
/// too long. Source: [runions2007].
Colony grow_colony(const SpaceColonizationParams& params, std::span<const Vec3> attractors, const RunContext& context);

}  // namespace weald::tree
