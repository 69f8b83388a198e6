#pragma once
// space_colonization: a tree that grows towards attraction points in its crown.
//
// Points are placed in a solid or in a closed mesh, optionally with a density map. Nodes grow towards the points to
// which they are the nearest node, and points that are reached are removed. Radii follow the pipe model, and each
// branch continues along its thickest child. Random numbers are addressed by the number of the point and by the path
// from the root. Limits: StageError if the crown's volume is almost empty, if more than `max_nodes` nodes would be
// needed (about 400 bytes each), or if nodes would be compared with points more than 1.5e9 times (about ten seconds).
// Source: [runions2007], [shinozaki1964] (pipe model).

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/heightmap.h"
#include "data/skeleton.h"
#include "schema/input.h"
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

/// Further bounds of the crown besides `params.crown`; either may be null.
struct CrownInputs {
  const mesh::Mesh* volume = nullptr;
  const Heightmap* density = nullptr;
};

/// Whether `point` lies in the solid.
bool inside_crown(const CrownVolume& crown, const Vec3& point);

/// Points in the crown, distributed uniformly or by the density. Point i depends only on the seed and i, so adding
/// points leaves the existing ones in place. Throws StageError if a point is not found in 100,000 tries, because the
/// volume or the density is nearly empty.
std::vector<Vec3> place_attractors(const SpaceColonizationParams& params, const CrownInputs& inputs,
                                   const RunContext& context);

/// Grows the tree.
lsystem::Skeleton space_colonization(const SpaceColonizationParams& params, const CrownInputs& inputs,
                                     const RunContext& context);

/// The nodes as a skeleton. Between forks only every keep_every-th node is kept; the nodes then move towards their
/// parents by the share `relocate`. A branch continues along the thickest child (the first one on ties), and the other
/// children start branches one level higher.
lsystem::Skeleton growth_skeleton(std::span<const GrowthNode> nodes, const SpaceColonizationParams& params);

/// The stage.
struct SpaceColonization {
  using Params = SpaceColonizationParams;
  static lsystem::Skeleton run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
    return space_colonization(params, {inputs.maybe(params.volume), inputs.maybe(params.density)}, context);
  }
};

}  // namespace weald::tree
