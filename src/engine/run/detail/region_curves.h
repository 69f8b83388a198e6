#pragma once
// The share of a region in the curves of the whole map.

#include "data/curve.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// The segments of `curve` that begin in `share`, seen from above. Those that follow one another stay one path, with
/// its widths and its order; a closed path that is cut is also cut where it begins. Regions that share the world have
/// each segment exactly once.
curve::Curve curves_in(const curve::Curve& curve, const RegionShare& share);

}  // namespace weald::pipeline
