#include "stages/land/maps/slope.h"

#include <cmath>

#include "base/math/math.h"

namespace weald::maps {

double slope_degrees(const Derivatives& at) { return math::degrees(math::atan(std::sqrt(at.x * at.x + at.z * at.z))); }

FieldKernel Slope::kernel(const Params&, const schema::Inputs&, const GridSpec&, const RunContext&) {
  return derivative_kernel([](const Derivatives& at) { return slope_degrees(at); });
}

}  // namespace weald::maps
