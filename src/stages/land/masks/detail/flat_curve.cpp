#include "stages/land/masks/detail/flat_curve.h"

#include "methods/curve/flatten.h"
#include "methods/curve/upright.h"

namespace weald::masks {

std::vector<Polyline> lines_on_ground(const curve::Curve& curve, double tolerance, std::string_view key,
                                      const RunContext& context) {
  curve::warn_if_upright(curve, key, context);
  return curve::flatten(curve, tolerance);
}

}  // namespace weald::masks
