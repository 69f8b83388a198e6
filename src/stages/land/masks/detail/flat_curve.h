#pragma once
// Curves that stages lay on the ground.

#include <string_view>
#include <vector>

#include "base/run_context.h"
#include "data/curve.h"
#include "data/polyline.h"

namespace weald::masks {

/// The paths of a curve as polylines within `tolerance` metres of it, with a warning at `key` for a curve that was
/// drawn upright. Throws StageError as curve::flatten().
std::vector<Polyline> lines_on_ground(const curve::Curve& curve, double tolerance, std::string_view key,
                                      const RunContext& context);

}  // namespace weald::masks
