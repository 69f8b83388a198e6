#pragma once
// Code common to the noise stages: conversion of parameters to octaves, and the kernel.

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/run_context.h"
#include "data/driven.h"
#include "data/field.h"
#include "stages/land/noise/detail/period.h"
#include "stages/land/noise/grid_params.h"
#include "stages/land/noise/octave_field.h"

namespace weald::noise {

/// Scales of lattice gradients and heights for a kind of noise; `heights` is the share of random lattice heights in
/// gradient noise.
LatticeScale lattice_scale(NoiseBase base, double heights);

/// Period of an octave whose frequency is `ratio` times the base frequency. Pre: ratio * period is an integer.
std::optional<LatticePeriod> layer_period(const std::optional<Period>& period, double ratio);

/// Bound on |frequency| in cells per metre and on |offset| in cells, so that lattice coordinates stay below 2^62.
inline constexpr double kMaxFrequency = 1e9;
inline constexpr double kMaxOffset = 1e18;

/// Parameters of a noise stage that a heightmap may drive, in the order of the stage's fields.
struct NoiseDrives {
  schema::Driven amplitude{1};
  schema::Driven warp{0};  ///< strength of the warp
};

/// The grid of a noise stage. Throws StageError if a driving heightmap has a different grid.
GridSpec noise_grid(const GridParams& params, const NoiseDrives& drives, const InputGrids& inputs);

/// Kernel of a field stage: the noise of `spec`, multiplied by the amplitude if a heightmap drives it. Warns about
/// `key` if an octave is too fine for the grid.
FieldKernel noise_kernel(FieldSpec spec, const NoiseDrives& drives, const RunContext& context, std::string_view key);

}  // namespace weald::noise
