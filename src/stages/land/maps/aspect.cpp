#include "stages/land/maps/aspect.h"

#include "base/math/math.h"
#include "stages/land/maps/detail/derivative_kernel.h"

namespace weald::maps {

std::optional<double> aspect_degrees(const Derivatives& at) {
  if (at.x == 0 && at.z == 0) return std::nullopt;
  // The downhill direction has the eastward component -x and the northward component +z.
  const double degrees = math::degrees(math::atan2(0 - at.x, at.z));
  const double turned = degrees < 0 ? degrees + 360 : degrees;
  // Values that would round to 360 as a float become 0.
  return static_cast<float>(turned) < 360.0f ? turned : 0.0;
}

FieldKernel Aspect::kernel(const Params& params, const schema::Inputs&, const GridSpec&, const RunContext&) {
  return derivative_kernel(params.from,
                           [flat = params.flat](const Derivatives& at) { return aspect_degrees(at).value_or(flat); });
}

}  // namespace weald::maps
