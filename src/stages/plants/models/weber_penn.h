#pragma once
// weber_penn: a tree as levels of stems, each level described by proportions and angles that can be measured on a real
// tree.
//
// The trunk starts at the origin and grows along +Y. Every stem has random numbers of its own, addressed by its path
// from the trunk: a change of one level does not reshuffle other levels. Limits: StageError if the tree would exceed
// `max_segments` segments and leaves (about 200 bytes each), or if growing and pruning it would visit more than 64
// max_segments nodes or more than 200 million. Source: [weber1995].

#include "base/run_context.h"
#include "data/skeleton.h"
#include "schema/input.h"
#include "stages/plants/models/detail/weber_penn_params.h"

namespace weald::tree {

/// Grows the tree. A stem is a branch of the skeleton. A segment ends wherever another stem starts, and is the parent
/// of that stem. Leaves are organs named "leaf". The trunk's flare is included in its radii.
lsystem::Skeleton weber_penn(const WeberPennParams& params, const RunContext& context);

/// The stage.
struct WeberPenn {
  using Params = WeberPennParams;
  static lsystem::Skeleton run(const Params& params, const schema::Inputs&, const RunContext& context) {
    return weber_penn(params, context);
  }
};

}  // namespace weald::tree
