#include "stages/land/maps/slopes.h"

#include <algorithm>
#include <cmath>

#include "base/math/bearing.h"
#include "base/math/math.h"
#include "methods/raster/hillshade.h"
#include "stages/land/maps/detail/derivative_kernel.h"

namespace weald::maps {

double slope_degrees(const Derivatives& at) { return math::degrees(math::atan(std::sqrt(at.x * at.x + at.z * at.z))); }

FieldKernel Slope::kernel(const Params& params, const schema::Inputs&, const GridSpec&, const RunContext&) {
  return derivative_kernel(params.from, [](const Derivatives& at) { return slope_degrees(at); });
}

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

double curvature(CurvatureKind kind, const Derivatives& at, double cell_size) {
  const double p = at.x, q = at.z;
  const double steepness = p * p + q * q;  // squared slope
  const double stretch = 1 + steepness;
  const double stretch_root = std::sqrt(stretch);
  if (kind == CurvatureKind::mean) {
    const double bend = (1 + q * q) * at.xx - 2 * p * q * at.xz + (1 + p * p) * at.zz;
    return -bend / (2 * stretch * stretch_root);
  }
  if (!(steepness > 0)) return 0;
  const double along = (p * p * at.xx + 2 * p * q * at.xz + q * q * at.zz) / steepness;
  const double across = (q * q * at.xx - 2 * p * q * at.xz + p * p * at.zz) / steepness;
  switch (kind) {
    case CurvatureKind::profile: return -along / (stretch * stretch_root);
    case CurvatureKind::plan: return std::clamp(-across / std::sqrt(steepness), -1 / cell_size, 1 / cell_size);
    case CurvatureKind::tangential: return -across / stretch_root;
    case CurvatureKind::mean: break;
  }
  return 0;
}

FieldKernel Curvature::kernel(const Params& params, const schema::Inputs&, const GridSpec& grid, const RunContext&) {
  return derivative_kernel(params.from, [kind = params.type, cell = grid.cell_size](const Derivatives& at) {
    return curvature(kind, at, cell);
  });
}

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
