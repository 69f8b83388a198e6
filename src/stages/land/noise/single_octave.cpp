#include "stages/land/noise/single_octave.h"

#include "base/rng.h"

namespace weald::noise {

namespace {

/// Adds the octave and the warp of `params` to a field that has the kind of the noise. In a `flat` one every sample
/// lies on the same lattice row.
FieldSpec with_octave(FieldSpec field, const SingleOctaveParams& params, const LatticeScale& scale, std::uint64_t seed,
                      bool flat = false) {
  field.octaves.push_back({.frequency_x = params.frequency,
                           .frequency_y = flat ? 0.0 : params.frequency,
                           .offset = flat ? Vec2{params.offset.x, 0} : params.offset,
                           .amplitude = static_cast<float>(params.amplitude.value_or(1)),
                           .scale = scale,
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

}  // namespace

FieldSpec noise_field(const GradientNoiseParams& params, const GridSpec& grid, std::uint64_t seed) {
  return with_octave({.grid = grid, .fade = params.fade}, params, lattice_scale(NoiseBase::gradient, params.heights),
                     seed);
}

FieldSpec noise_field(const ValueNoiseParams& params, const GridSpec& grid, std::uint64_t seed) {
  return with_octave({.grid = grid, .fade = params.fade, .base = NoiseBase::value}, params,
                     lattice_scale(NoiseBase::value, 0), seed, params.dimensions == 1);
}

FieldSpec noise_field(const SimplexNoiseParams& params, const GridSpec& grid, std::uint64_t seed) {
  return with_octave({.grid = grid, .base = NoiseBase::simplex, .slice = params.slice}, params, {}, seed);
}

FieldSpec noise_field(const CellularNoiseParams& params, const GridSpec& grid, std::uint64_t seed) {
  return with_octave({.grid = grid, .base = NoiseBase::cellular, .cellular = params}, params, {}, seed);
}

}  // namespace weald::noise
