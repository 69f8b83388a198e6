#include "stages/land/maps/curvature.h"

#include <algorithm>
#include <cmath>

#include "stages/land/maps/detail/derivative_kernel.h"

namespace weald::maps {

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

}  // namespace weald::maps
