#include "stages/land/masks/detail/flat_curve.h"

#include "methods/curve/flatten.h"

namespace weald::masks {

std::vector<Polyline> lines_on_ground(const curve::Curve& curve, double tolerance, std::string_view key,
                                      const RunContext& context) {
  if (curve.plane == curve::Plane::xy) {
    context.warn("the curve was drawn upright, in the plane xy: draw it with 'plane: xz' to lay it on the ground", key);
  }
  return curve::flatten(curve, tolerance);
}

}  // namespace weald::masks
