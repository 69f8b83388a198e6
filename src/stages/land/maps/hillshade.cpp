#include "stages/land/maps/hillshade.h"

#include <algorithm>
#include <cmath>

#include "base/math/bearing.h"
#include "methods/raster/hillshade.h"
#include "stages/land/maps/detail/derivative_kernel.h"

namespace weald::maps {

double shade(const HillshadeParams& params, const Vec3& light, const Derivatives& at) {
  const Vec2 slope = Vec2{at.x, at.z} * params.exaggeration;
  const double up = 1 / std::sqrt(1 + slope.x * slope.x + slope.y * slope.y);  // of the unit normal
  return (1 - params.ambient) * std::min(raster::hillshade(slope, light), 1.0) + params.ambient * (1 + up) / 2;
}

FieldKernel Hillshade::kernel(const Params& params, const schema::Inputs&, const GridSpec&, const RunContext&) {
  return derivative_kernel(params.from, [params, light = direction_of(params.azimuth, params.elevation)](
                                            const Derivatives& at) { return shade(params, light, at); });
}

}  // namespace weald::maps
