#include "stages/land/noise/falloff.h"

#include <algorithm>
#include <cmath>

namespace weald::noise {

double falloff_distance(FalloffShape shape, const GridSpec& grid, int column, int row) {
  // The distance from the centre to an edge is half of (samples - 1) cells; a single row or column counts as the
  // centre.
  const auto axis = [](int index, int count) { return count > 1 ? std::abs(2.0 * index / (count - 1) - 1.0) : 0.0; };
  const double x = axis(column, grid.width);
  const double y = axis(row, grid.height);
  return shape == FalloffShape::square ? std::max(x, y) : std::sqrt(x * x + y * y);
}

double falloff_share(const FalloffParams& params, double distance) {
  const double t = std::clamp((distance - params.start) / (params.end - params.start), 0.0, 1.0);
  return 1.0 - fade_weight(params.fade, t);
}

GridSpec Falloff::grid(const Params& params, const InputGrids& inputs) {
  if (!params.from.given()) return grid_spec(params);
  require_same_grid(inputs[params.from], inputs, params.edge, "edge");
  return inputs[params.from];
}

FieldKernel Falloff::kernel(const Params& params, const schema::Inputs&, const GridSpec&, const RunContext&) {
  return {.radius = 0, .fill = [params](const FieldWindow& window) {
            const HeightView* from = window.inputs.maybe(params.from);
            const schema::DrivenSamples edge = driven_samples(window.inputs, params.edge);
            const Region& region = window.out.region;
            for (int y = region.y; y < region.y + region.height; ++y) {
              for (int x = region.x; x < region.x + region.width; ++x) {
                const double share = falloff_share(params, falloff_distance(params.shape, window.grid, x, y));
                if (from == nullptr) {
                  window.out.at(x, y) = static_cast<float>(share);
                } else {
                  const double outside = edge.at(x, y);
                  window.out.at(x, y) = static_cast<float>(outside + (from->at(x, y) - outside) * share);
                }
              }
            }
          }};
}

}  // namespace weald::noise

void weald::schema::Schema<weald::noise::FalloffParams>::check(const P& params, Checker& checker) {
  if (!(params.start < params.end)) checker.error("end", "'end' must be greater than 'start'");
  for (const char* key : {"size", "cell_size", "origin"}) {
    if (params.from.given() && checker.given(key)) {
      checker.error(key, std::string("'") + key + "' is set by the heightmap that 'from' names", "remove it");
    }
  }
  if (!params.from.given() && checker.given("edge")) {
    checker.error("edge", "'edge' needs a heightmap to apply the mask to", "add 'from: <stage>'");
  }
}
