#include <cmath>

#include "base/math/math.h"
#include "base/rng.h"
#include "stages/land/noise/detail/point_block.h"

namespace weald::noise::detail {

WarpFields warp_fields(const WarpSpec& warp, const GridSpec& grid) {
  WarpFields fields{{.grid = grid}, {.grid = grid}};
  const double all = 2 - std::ldexp(1.0, 1 - warp.octaves);  // 1 + 1/2 + 1/4 ...
  for (int k = 0; k < warp.octaves; ++k) {
    const double factor = std::ldexp(1.0, k);
    const auto component = [&](std::uint64_t part) {
      OctaveSpec spec{.frequency_x = warp.frequency_x * factor,
                      .frequency_y = warp.frequency_y * factor,
                      .offset = warp.offset * factor,
                      .amplitude = static_cast<float>(1 / (factor * all)),
                      .scale = {static_cast<float>(math::kSqrt2), 0},
                      .seed = sub_seed(warp.seed, 2 * static_cast<std::uint64_t>(k) + part)};
      if (warp.period) spec.period = LatticePeriod{warp.period->x << k, warp.period->y << k};
      const Rng rng(spec.seed);
      spec.start = {rng.uniform(0), rng.uniform(1)};
      return spec;
    };
    fields.x.octaves.push_back(component(0));
    fields.y.octaves.push_back(component(1));
  }
  return fields;
}

PreparedWarp prepare_warp(const WarpSpec& warp, const GridSpec& grid) {
  PreparedWarp result;
  result.limit = warp.limit;
  WarpFields fields = warp_fields(warp, grid);
  if (warp.mode != WarpMode::progressive) {
    result.grid_x = std::make_unique<const OctaveField>(std::move(fields.x));
    result.grid_y = std::make_unique<const OctaveField>(std::move(fields.y));
    return result;
  }
  for (std::size_t k = 0; k < fields.x.octaves.size(); ++k) {
    const OctaveSpec &x = fields.x.octaves[k], &y = fields.y.octaves[k];
    result.followers.push_back({point_layers(fields.x, x).front(), point_layers(fields.y, y).front(), x.amplitude});
  }
  return result;
}

}  // namespace weald::noise::detail
