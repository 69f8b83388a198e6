#include "stages/land/maps/slope.h"

#include <cmath>

#include "base/math/math.h"
#include "stages/land/maps/detail/derivative_kernel.h"

namespace weald::maps {

double slope_degrees(const Derivatives& at) { return math::degrees(math::atan(std::sqrt(at.x * at.x + at.z * at.z))); }

FieldKernel Slope::kernel(const Params& params, const schema::Inputs&, const GridSpec&, const RunContext&) {
  return derivative_kernel(params.from, [](const Derivatives& at) { return slope_degrees(at); });
}

}  // namespace weald::maps
