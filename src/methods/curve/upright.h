#pragma once
// Curves that stand upright where a curve on the ground is expected.

#include <string_view>

#include "base/run_context.h"
#include "data/curve.h"

namespace weald::curve {

/// Whether the curve was drawn in the plane xy, stands in it, and looks like a straight line from above. A curve whose
/// points have different z lies on the ground, however its points were written.
bool is_upright(const Curve& curve);

/// Warns at `key`, which names the curve, if it is upright.
void warn_if_upright(const Curve& curve, std::string_view key, const RunContext& context);

}  // namespace weald::curve
