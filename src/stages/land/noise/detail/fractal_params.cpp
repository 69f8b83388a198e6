#include "stages/land/noise/detail/fractal_params.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/math/math.h"
#include "base/rng.h"
#include "base/text/counted.h"
#include "schema/wording.h"

namespace weald::noise {

namespace {

// Gradient noise with unit gradients spans +-sqrt(1/2); a fractal that folds at |n| = 1 needs a span of +-1.
constexpr double kUnitRange = math::kSqrt2;

// Largest coordinate, in cells of an octave, at which the height of a slice still has four decimal places.
constexpr double kMaxSlice = 1e11;

bool is_whole(double value) { return value >= 0.5 && value == std::floor(value) && value < 0x1p53; }

}  // namespace

std::vector<OctaveFactor> octave_factors(const FractalParams& params) {
  std::size_t count = static_cast<std::size_t>(params.octaves);
  if (!params.octave_amplitudes.empty()) count = params.octave_amplitudes.size();
  if (!params.octave_frequencies.empty()) count = params.octave_frequencies.size();
  std::vector<OctaveFactor> factors(count);
  OctaveFactor power;
  for (std::size_t i = 0; i < count; ++i) {
    factors[i] = power;
    if (!params.octave_frequencies.empty()) factors[i].frequency = params.octave_frequencies[i];
    if (!params.octave_amplitudes.empty()) factors[i].amplitude = params.octave_amplitudes[i];
    power.frequency *= params.lacunarity;
    power.amplitude *= params.persistence;
  }
  return factors;
}

void check_fractal(const FractalParams& params, schema::Checker& checker) {
  const std::size_t frequencies = params.octave_frequencies.size();
  const std::size_t amplitudes = params.octave_amplitudes.size();
  for (const char* key : {"octave_frequencies", "octave_amplitudes"}) {
    const std::size_t count = key == std::string_view{"octave_frequencies"} ? frequencies : amplitudes;
    if (count > kMaxOctaves)
      return checker.error(key, fmt::format("'{}' has {} entries, more than {} octaves", key, count, kMaxOctaves));
    if (count > 0 && checker.given("octaves") && count != static_cast<std::size_t>(params.octaves)) {
      return checker.error(
          key,
          fmt::format("'{}' has {} for {}", key, counted_noun(count, "entry"), counted_noun(params.octaves, "octave")),
          "remove 'octaves': the list sets their number");
    }
  }
  if (frequencies > 0 && amplitudes > 0 && frequencies != amplitudes) {
    return checker.error("octave_amplitudes", fmt::format("'octave_amplitudes' has {}, 'octave_frequencies' {}",
                                                          counted_noun(amplitudes, "entry"), frequencies));
  }
  const std::vector<OctaveFactor> factors = octave_factors(params);
  double highest = 0;
  for (const OctaveFactor& factor : factors) {
    highest = std::max(highest, factor.frequency);
    if (!params.period) continue;
    if (!is_whole(factor.frequency * params.period->x) || !is_whole(factor.frequency * params.period->y)) {
      return checker.error(
          "period",
          fmt::format("an octave at {:.6g} times the base frequency does not repeat after {} x {} cells",
                      factor.frequency, params.period->x, params.period->y),
          "with a period, every octave needs a whole number of cells: choose a whole lacunarity");
    }
  }
  check_warp(params.warp, params.frequency, highest * params.frequency, params.period, checker);
  if (params.cellular && params.base != NoiseBase::cellular) {
    checker.error("cellular", "'cellular' is used with 'base: cellular' only");
  }
  if (params.slice && params.base != NoiseBase::simplex) {
    checker.error("slice", "'slice' is used with 'base: simplex' only");
  }
  if (params.slice && highest * std::abs(*params.slice) > kMaxSlice) {
    checker.error("slice", fmt::format("the slice is more than {} cells of the finest octave high",
                                       schema::readable_number(kMaxSlice)));
  }
  const char* key = frequencies > 0 ? "octave_frequencies" : "lacunarity";
  if (highest * params.frequency > kMaxFrequency) {
    checker.error(key, fmt::format("the finest octave has {:.3g} cells per metre, more than {}",
                                   highest * params.frequency, schema::readable_number(kMaxFrequency)));
  }
  if (highest * std::max(std::abs(params.offset.x), std::abs(params.offset.y)) > kMaxOffset) {
    checker.error("offset", fmt::format("the offset moves the finest octave by more than {} cells",
                                        schema::readable_number(kMaxOffset)));
  }
}

FieldSpec fractal_field(const FractalParams& params, const FractalRule& rule, const GridSpec& grid,
                        std::uint64_t seed) {
  FieldSpec field{.grid = grid,
                  .fade = params.fade,
                  .rule = rule,
                  .base = params.base,
                  .cellular = params.cellular.value_or(CellularShape{}),
                  .slice = params.slice,
                  .cellular_scale = 2,
                  .cellular_bias = -1};
  const std::vector<OctaveFactor> factors = octave_factors(params);
  double finest = 0;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const std::uint64_t octave_seed = sub_seed(seed, i);
    const Rng rng(octave_seed);
    const Vec2 start{rng.uniform(0), rng.uniform(1)};
    LatticeScale scale = lattice_scale(params.base, params.heights);
    if (rule.fractal != Fractal::sum) scale.gradient *= static_cast<float>(kUnitRange);
    finest = std::max(finest, params.frequency * factors[i].frequency);
    field.octaves.push_back({.frequency_x = params.frequency * factors[i].frequency,
                             .frequency_y = params.frequency * factors[i].frequency,
                             .offset = params.offset * factors[i].frequency,
                             .start = start,
                             .amplitude = static_cast<float>(params.amplitude.value_or(1) * factors[i].amplitude),
                             .share = static_cast<float>(factors[i].amplitude),
                             .scale = scale,
                             .seed = octave_seed,
                             .period = layer_period(params.period, factors[i].frequency)});
  }
  if (params.warp) {
    field.warp = warp_spec(*params.warp, {.frequency = params.frequency,
                                          .finest = finest,
                                          .offset = params.offset,
                                          .period = params.period,
                                          .seed = sub_seed(seed, kWarpPart)});
  }
  return field;
}

double fractal_seconds(const FractalParams& params) {
  const bool on_grid = params.base == NoiseBase::gradient || params.base == NoiseBase::value;
  const double octave = on_grid ? (params.warp ? 1e-9 : 4e-10) : (params.warp ? 2e-9 : 1e-9);
  return octave * static_cast<double>(octave_factors(params).size());
}

FieldKernel fractal_kernel(const FractalParams& params, const FractalRule& rule, const GridSpec& grid,
                           const RunContext& context) {
  return noise_kernel(fractal_field(params, rule, grid, context.seed), fractal_drives(params), context, "octaves");
}

}  // namespace weald::noise
