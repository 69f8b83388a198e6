#include "stages/land/maps/detail/ground_conditions.h"

#include <algorithm>

#include "base/math/smoothstep.h"
#include "methods/raster/derivatives.h"
#include "stages/land/maps/slopes.h"

namespace weald::maps {

double band_share(const Band& band, double value) {
  const double below = band.min ? *band.min - value : 0.0;
  const double above = band.max ? value - *band.max : 0.0;
  const double beyond = std::max(below, above);
  if (!(beyond > 0)) return 1;
  return beyond < band.fade ? math::smoothstep(1 - beyond / band.fade) : 0.0;
}

void check_band(const Band& band, schema::Checker& checker) {
  if (!band.min && !band.max) checker.error("min", "give 'min' or 'max', or both");
  if (band.min && band.max && *band.max < *band.min) checker.error("max", "'max' is below 'min'");
}

Ground ground_at(const HeightView& heights, const GridSpec& grid, int x, int y) {
  const Derivatives at = derivatives_at(heights, grid, x, y);
  return {heights.at(x, y), slope_degrees(at), curvature(CurvatureKind::mean, at, grid.cell_size)};
}

double ground_share(const GroundConditions& conditions, const Ground& ground, double amount, double shift) {
  const auto share = [&](const Band& band, double value) { return band_share(band, value + shift * band.fade); };
  double result = amount;
  if (conditions.height) result *= share(*conditions.height, ground.height);
  if (conditions.slope) result *= share(*conditions.slope, ground.slope);
  if (conditions.curvature) result *= share(*conditions.curvature, ground.curvature);
  return result;
}

}  // namespace weald::maps
