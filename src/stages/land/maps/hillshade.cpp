#include "stages/land/maps/hillshade.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "stages/land/maps/detail/derivative_kernel.h"

namespace weald::maps {

Vec3 light_direction(double azimuth, double elevation) {
  const double level = math::cos_deg(elevation);
  return {level * math::sin_deg(azimuth), math::sin_deg(elevation), -level * math::cos_deg(azimuth)};
}

double shade(const HillshadeParams& params, const Vec3& light, const Derivatives& at) {
  const double east = at.x * params.exaggeration, south = at.z * params.exaggeration;
  const double up = 1 / std::sqrt(1 + east * east + south * south);  // of the unit normal
  const double facing = std::max(0.0, (light.y - east * light.x - south * light.z) * up);
  return (1 - params.ambient) * std::min(facing, 1.0) + params.ambient * (1 + up) / 2;
}

FieldKernel Hillshade::kernel(const Params& params, const schema::Inputs&, const GridSpec&, const RunContext&) {
  return derivative_kernel(params.from, [params, light = light_direction(params.azimuth, params.elevation)](
                                            const Derivatives& at) { return shade(params, light, at); });
}

}  // namespace weald::maps
