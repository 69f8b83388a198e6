#include "stages/land/noise/value_noise.h"

#include "base/rng.h"

namespace weald::noise {

FieldSpec value_noise_field(const ValueNoiseParams& params, const GridSpec& grid, std::uint64_t seed) {
  // In one dimension every sample lies on the same lattice row.
  const bool flat = params.dimensions == 1;
  FieldSpec field{.grid = grid, .fade = params.fade, .base = NoiseBase::value};
  field.octaves.push_back({.frequency_x = params.frequency,
                           .frequency_y = flat ? 0.0 : params.frequency,
                           .offset = flat ? Vec2{params.offset.x, 0} : params.offset,
                           .amplitude = static_cast<float>(params.amplitude.value_or(1)),
                           .scale = lattice_scale(NoiseBase::value, 0),
                           .seed = sub_seed(seed, 0),
                           .period = layer_period(params.period, 1)});
  if (params.warp) {
    field.warp = warp_spec(*params.warp, {.frequency = params.frequency,
                                          .finest = params.frequency,
                                          .flat = flat,
                                          .offset = params.offset,
                                          .period = params.period,
                                          .seed = sub_seed(seed, kWarpPart)});
  }
  return field;
}

}  // namespace weald::noise
