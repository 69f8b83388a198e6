#include "stages/land/maps/hillshade.h"

#include <algorithm>

#include "base/math/bearing.h"
#include "methods/raster/hillshade.h"
#include "stages/land/maps/detail/derivative_kernel.h"

namespace weald::maps {

double shade(const HillshadeParams& params, const Vec3& light, const Derivatives& at) {
  const Vec2 slope{at.x * params.exaggeration, at.z * params.exaggeration};
  const double up = 1 / raster::normal_length(slope);  // upward component of the unit normal
  const double brightness = std::min(std::max(0.0, raster::facing(slope, light) * up), 1.0);
  return (1 - params.ambient) * brightness + params.ambient * (1 + up) / 2;
}

FieldKernel Hillshade::kernel(const Params& params, const schema::Inputs&, const GridSpec&, const RunContext&) {
  return derivative_kernel(params.from, [params, light = direction_of(params.azimuth, params.elevation)](
                                            const Derivatives& at) { return shade(params, light, at); });
}

}  // namespace weald::maps
