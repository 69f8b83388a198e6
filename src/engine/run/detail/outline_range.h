#pragma once
// The range of a large field, found without computing all of its samples.

#include "base/run_context.h"
#include "data/heightmap.h"
#include "engine/plan/field_eval.h"

namespace weald::pipeline {

/// The lowest and the highest sample of `region`, exactly. Computes the field's outline, then block by block the
/// samples of those blocks that the outline allows to hold a lower or a higher sample than any known so far: a branch
/// and bound. Does not depend on the number of threads. Pre: the field is lazy and has an outline; the region lies
/// inside it and is not empty. Throws Interrupted if a stop was requested.
HeightRange range_by_outline(const LazyField& field, const Region& region, const RunContext& context);

}  // namespace weald::pipeline
