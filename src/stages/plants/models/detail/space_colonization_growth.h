#pragma once
// GrowthNodes: nodes that grow towards attraction points.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "stages/plants/models/detail/space_colonization_params.h"

namespace weald::tree {

/// A node of the tree; parents precede their children.
struct GrowthNode {
  Vec3 position{0};
  std::optional<std::uint32_t> parent;  ///< unset at a root
};

/// The nodes, and the attraction points that none of them reached.
struct GrowthNodes {
  std::vector<GrowthNode> nodes;
  std::vector<Vec3> unreached;
};

/// Grows nodes from the roots by space colonization. First, every trunk grows towards the centre of the points until
/// a point is within the influence. Then, while any node can grow, each node that is nearest to some points grows one
/// step in their mean direction, or, if that would bring it closer to none of them, straight towards the nearest one.
/// Points within `kill` of a node are removed. Throws StageError if more than max_nodes nodes would be needed, or
/// growth takes too long. Source: [runions2007].
GrowthNodes grow_nodes(const SpaceColonizationParams& params, std::span<const Vec3> attractors,
                       const RunContext& context);

}  // namespace weald::tree
