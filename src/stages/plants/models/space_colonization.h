#pragma once
// space_colonization: a tree that grows towards attraction points in its crown.
//
// Points are placed in a solid, in a closed mesh, or by a density map, or both; nodes grow towards the points that they
// are nearest to, and points that are reached are removed. Radii follow the pipe model, and each branch continues along
// its thickest child. Random numbers are addressed by the number of the point and by the path from the root. Limits:
// StageError if the crown's volume is almost empty, more than `max_nodes` nodes would be needed (about 400 bytes each),
// or nodes would be compared with points more than 1.5e9 times (about ten seconds). Source: [runions2007],
// [shinozaki1964] (pipe model).

#include "base/run_context.h"
#include "data/skeleton.h"
#include "schema/input.h"
#include "stages/plants/models/detail/attractors.h"
#include "stages/plants/models/detail/space_colonization_growth.h"
#include "stages/plants/models/detail/space_colonization_params.h"

namespace weald::tree {

/// Grows the tree.
lsystem::Skeleton space_colonization(const SpaceColonizationParams& params, const CrownInputs& inputs,
                                     const RunContext& context);

/// The nodes as a skeleton: between forks every keep_every-th is kept, then nodes move towards their parents by
/// `relocate`; a branch continues along the thickest child, the first among equals, the others start branches one level
/// higher.
lsystem::Skeleton growth_skeleton(std::span<const GrowthNode> nodes, const SpaceColonizationParams& params);

/// The stage.
struct SpaceColonization {
  using Params = SpaceColonizationParams;
  static lsystem::Skeleton run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
    return space_colonization(params, {inputs.maybe(params.volume), inputs.maybe(params.density)}, context);
  }
};

}  // namespace weald::tree
