#pragma once
// Code shared by the noise stages: from parameters to layers, and their kernel.

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

/// The use of gradients and heights for a kind of noise; `heights` are the random lattice heights added to gradient
/// noise.
LatticeScale lattice_scale(NoiseBase base, double heights);

/// The repeat of a layer whose frequency is `ratio` times the base frequency. Pre: ratio * period is whole.
std::optional<LatticePeriod> layer_period(const std::optional<Period>& period, double ratio);

/// Bound on |frequency| in cells per metre and on |offset| in cells, so that lattice coordinates stay below 2^62.
inline constexpr double kMaxFrequency = 1e9;
inline constexpr double kMaxOffset = 1e18;

/// The parameters of a noise stage that a field may drive, in the order of its fields.
struct NoiseDrives {
  schema::Driven amplitude{1};
  schema::Driven warp{0};  ///< strength of the warp
};

/// The grid of a noise stage. Throws StageError where a driving field lies on another one.
GridSpec noise_grid(const GridParams& params, const NoiseDrives& drives, const InputGrids& inputs);

/// The field as the kernel of a local stage: its noise times the amplitude where another field drives that. Warns about
/// `key` when a layer is finer than the grid can show.
FieldKernel noise_kernel(FieldSpec spec, const NoiseDrives& drives, const RunContext& context, std::string_view key);

}  // namespace weald::noise
