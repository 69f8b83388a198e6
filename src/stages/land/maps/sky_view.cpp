#include "stages/land/maps/sky_view.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/math/math.h"
#include "base/parallel.h"
#include "methods/raster/derivatives.h"
#include "stages/land/maps/detail/horizon.h"

namespace weald::maps {

namespace {

Grid<Vec2f> gradients_of(const Heightmap& map, double exaggeration) {
  const GridSpec grid = map.grid();
  Grid<Vec2f> gradients(map.width(), map.height());
  parallel_blocks(static_cast<std::size_t>(map.height()), 16, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      for (int x = 0; x < map.width(); ++x) {
        const Derivatives at = derivatives_at(view(map), grid, x, y);
        gradients.at(x, y) = Vec2f{at.x * exaggeration, at.z * exaggeration};
      }
    }
  });
  return gradients;
}

/// Converts the sum over sectors, which is the integral over the circle, to the share of the sky.
void finish(Heightmap& sums, const Grid<Vec2f>& gradients, SkyMeasure measure) {
  for (int y = 0; y < sums.height(); ++y) {
    for (int x = 0; x < sums.width(); ++x) {
      double share = sums.heights.at(x, y) / (2 * math::kPi);
      if (measure != SkyMeasure::horizontal) {
        const Vec2 gradient{gradients.at(x, y)};
        const double up = 1 / std::sqrt(1 + glm::dot(gradient, gradient));
        share *= measure == SkyMeasure::occlusion ? 2 * up / (1 + up) : up;
      }
      sums.heights.at(x, y) = static_cast<float>(std::clamp(share, 0.0, 1.0));
    }
  }
}

}  // namespace

Heightmap sky_view(const Heightmap& map, const SkyViewParams& params, const RunContext& context) {
  const bool level = params.measure == SkyMeasure::horizontal;
  const Grid<Vec2f> gradients = level ? Grid<Vec2f>() : gradients_of(map, params.exaggeration);
  Heightmap sums(map.grid());
  // Let t be the tangent of the horizon's elevation and H its angle from the zenith. On a slope, a sector contributes
  // cos S * (width * sin^2 H - gradient . integral * (H - sin H cos H)).
  const std::vector<HorizonDirection> directions = horizon_directions(params.directions);
  for_each_horizon(
      map, {directions, params.exaggeration, params.distance},
      [&](int x, int y, const HorizonDirection& direction, double t) {
        const double open = 1 / (1 + t * t);
        double sum = direction.width * open;
        if (!level) {
          const double lean = glm::dot(Vec2{gradients.at(x, y)}, direction.integral);
          sum -= lean * (math::kPi / 2 - math::atan(t) - t * open);
        }
        sums.heights.at(x, y) += static_cast<float>(sum);
      },
      context);
  finish(sums, gradients, params.measure);
  return sums;
}

}  // namespace weald::maps

void weald::schema::Schema<weald::maps::SkyViewParams>::check(const P& params, Checker& checker) {
  const auto& counts = weald::maps::kDirectionCounts;
  if (std::find(std::begin(counts), std::end(counts), params.directions) == std::end(counts))
    checker.error("directions", "'directions' must be 8, 16, 32 or 48");
}
