#pragma once
// Parameters and octaves common to all fractals.

#include <optional>
#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/driven.h"
#include "schema/decode.h"
#include "stages/land/noise/detail/noise_kernel.h"
#include "stages/land/noise/grid_params.h"

namespace weald::noise {

struct FractalParams : GridParams {
  double frequency = 0.004;       ///< lattice cells per metre in the first octave
  schema::Driven amplitude{100};  ///< metres, in the first octave
  int octaves = 6;
  double lacunarity = 2.0;
  double persistence = 0.5;
  std::vector<double> octave_frequencies;  ///< factors of `frequency`; empty: powers of the lacunarity
  std::vector<double> octave_amplitudes;   ///< factors of `amplitude`; empty: powers of the persistence
  NoiseBase base = NoiseBase::gradient;
  Fade fade = Fade::quintic;
  std::optional<CellularShape> cellular{};  ///< for cellular noise; unset: its defaults
  std::optional<double> slice{};            ///< for simplex noise: height of the slice, cells of the first octave
  double heights = 0.0;            ///< for gradient noise: random lattice heights, as a share of an octave's amplitude
  std::optional<Period> period{};  ///< lattice cells of the first octave
  Vec2 offset{0, 0};               ///< lattice cells of the first octave
  std::optional<WarpParams> warp{};
};

/// Rows of the Schema table for FractalParams.
inline constexpr auto kFractalFields = schema::joined(
    kGridFields,
    schema::Fields{
        schema::Field{&FractalParams::frequency, "frequency",
                      "Lattice cells per metre of the first octave: the inverse of the distance between its hills.",
                      "1/m", schema::Range{1e-9, 1e3}},
        schema::Field{&FractalParams::amplitude, "amplitude",
                      "Factor of the first octave; a heightmap scales all "
                      "octaves sample by sample.",
                      "m", schema::Range{-1e6, 1e6}},
        schema::Field{&FractalParams::octaves, "octaves", "Number of octaves summed; each adds finer detail.", "",
                      schema::Range{1, 24}},
        schema::Field{&FractalParams::lacunarity, "lacunarity", "Frequency ratio between successive octaves.", "",
                      schema::Range{1, 8}},
        schema::Field{&FractalParams::persistence, "persistence",
                      "Amplitude ratio between successive octaves, also called gain; higher values are rougher.", "",
                      schema::Range{0, 1}},
        schema::Field{&FractalParams::octave_frequencies, "octave_frequencies",
                      "Frequency of each octave as a factor of 'frequency', instead of powers of the lacunarity.", "",
                      schema::Range{1e-6, 1e6}},
        schema::Field{&FractalParams::octave_amplitudes, "octave_amplitudes",
                      "Amplitude of each octave as a factor of 'amplitude', instead of powers of the persistence.", "",
                      schema::Range{-1e6, 1e6}},
        schema::Field{&FractalParams::base, "base", "Kind of noise that is summed."},
        schema::Field{&FractalParams::fade, "fade",
                      "Fade of gradient and value noise between lattice points; quintic shows no creases."},
        schema::Field{&FractalParams::cellular, "cellular",
                      "Shape of cellular noise, which is scaled to 2 times the distance in cells, minus 1."},
        schema::Field{&FractalParams::slice, "slice",
                      "Height of the slice through 3D simplex noise, in cells of the first octave: slices less than a "
                      "cell of the finest octave apart resemble one another; unset: 2D noise.",
                      "", schema::Range{-1e6, 1e6}},
        schema::Field{&FractalParams::heights, "heights",
                      "Random lattice heights added to gradient noise, as a share of each octave's amplitude.", "",
                      schema::Range{0, 10}},
        schema::Field{&FractalParams::period, "period",
                      "Lattice cells of the first octave after which the noise repeats, one number or [x, z]; needs "
                      "whole frequency ratios; unset: never.",
                      "", schema::Range{1, 1e9}},
        schema::Field{&FractalParams::offset, "offset",
                      "Offset of the noise along x and z, in lattice cells of the first octave.", "",
                      schema::Range{-1e15, 1e15}},
        schema::Field{&FractalParams::warp, "warp",
                      "Warps the positions at which the noise is evaluated by a noise of its own; unset: no warp."}});

/// Factors of one octave relative to the base frequency and amplitude.
struct OctaveFactor {
  double frequency = 1;
  double amplitude = 1;
};

/// Frequency and amplitude factors of all octaves: taken from the lists where given, otherwise powers.
std::vector<OctaveFactor> octave_factors(const FractalParams& params);

/// Validates the combination of fields in FractalParams, for Schema::check.
void check_fractal(const FractalParams& params, schema::Checker& checker);

/// Builds the field of a fractal. Each octave has its own lattice, offset by a random fraction of a cell to keep the
/// zeros of different octaves apart; periods are kept exactly. For all fractals except sums, gradient noise is scaled
/// to span +-1.
FieldSpec fractal_field(const FractalParams& params, const FractalRule& rule, const GridSpec& grid, std::uint64_t seed);

/// Parameters of a fractal that a heightmap may drive.
inline NoiseDrives fractal_drives(const FractalParams& params) {
  return {params.amplitude, warp_strength(params.warp)};
}

/// Seconds for a sample of a fractal on one core: rough.
double fractal_seconds(const FractalParams& params);

/// Kernel of a fractal stage.
FieldKernel fractal_kernel(const FractalParams& params, const FractalRule& rule, const GridSpec& grid,
                           const RunContext& context);

}  // namespace weald::noise
