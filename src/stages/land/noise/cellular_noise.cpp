#include "stages/land/noise/cellular_noise.h"

#include "base/rng.h"

namespace weald::noise {

FieldSpec cellular_noise_field(const CellularNoiseParams& params, const GridSpec& grid, std::uint64_t seed) {
  FieldSpec field{.grid = grid, .base = NoiseBase::cellular, .cellular = params};
  field.octaves.push_back({.frequency_x = params.frequency,
                           .frequency_y = params.frequency,
                           .offset = params.offset,
                           .amplitude = static_cast<float>(params.amplitude.value_or(1)),
                           .seed = sub_seed(seed, 0),
                           .period = layer_period(params.period, 1)});
  if (params.warp) {
    field.warp = warp_spec(*params.warp, {.frequency = params.frequency,
                                          .finest = params.frequency,
                                          .offset = params.offset,
                                          .period = params.period,
                                          .seed = sub_seed(seed, kWarpPart)});
  }
  return field;
}

}  // namespace weald::noise
