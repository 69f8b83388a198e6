#include <cmath>

#include "base/math/math.h"
#include "base/rng.h"
#include "stages/land/noise/detail/point_block.h"

namespace weald::noise::detail {

namespace {

// One octave of both components of the warp displacement.
struct WarpOctave {
  OctaveSpec x;
  OctaveSpec y;
};

std::vector<WarpOctave> warp_octaves(const WarpSpec& warp) {
  std::vector<WarpOctave> octaves;
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
    octaves.push_back({component(0), component(1)});
  }
  return octaves;
}

}  // namespace

PreparedWarp prepare_warp(const WarpSpec& warp, const GridSpec& grid) {
  PreparedWarp result;
  result.limit = warp.limit;
  FieldSpec x{.grid = grid};
  FieldSpec y{.grid = grid};
  for (const WarpOctave& octave : warp_octaves(warp)) {
    if (warp.mode == WarpMode::progressive) {
      result.followers.push_back(
          {point_layers(x, octave.x).front(), point_layers(y, octave.y).front(), octave.x.amplitude});
    }
    x.octaves.push_back(octave.x);
    y.octaves.push_back(octave.y);
  }
  if (warp.mode == WarpMode::progressive) return result;
  result.grid_x = std::make_unique<const OctaveField>(std::move(x));
  result.grid_y = std::make_unique<const OctaveField>(std::move(y));
  return result;
}

}  // namespace weald::noise::detail
