#pragma once
// What the lattice noise stages share: from parameters to the layers of an OctaveField, and its kernel.

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/field.h"
#include "core/run_context.h"
#include "noise/octave_field.h"
#include "noise/period.h"
#include "schema/driven.h"

namespace weald::noise {

/// Kind of lattice noise that a fractal is made of.
enum class NoiseBase {
  gradient,  ///< unit gradients: within +-0.7071 (+- `heights` where these are used)
  value,     ///< heights: within +-1
};

/// The use of gradients and heights for a kind of noise; `heights` are the random lattice heights added to gradient
/// noise.
LatticeScale lattice_scale(NoiseBase base, double heights);

/// The repeat of a layer whose frequency is `ratio` times the base frequency. Pre: ratio * period is whole.
std::optional<LatticePeriod> layer_period(const std::optional<Period>& period, double ratio);

/// Bound on |frequency| in cells per metre and on |offset| in cells, so that lattice coordinates stay below 2^62.
inline constexpr double kMaxFrequency = 1e9;
inline constexpr double kMaxOffset = 1e18;

/// The field as the kernel of a local stage, times `amplitude` where another field drives it. Warns about `key` when a
/// layer is finer than the grid can show.
FieldKernel octave_kernel(FieldSpec spec, const schema::Driven& amplitude, const RunContext& context,
                          std::string_view key);

}  // namespace weald::noise

template <>
struct weald::schema::EnumNames<weald::noise::NoiseBase> {
  using NoiseBase = weald::noise::NoiseBase;
  static constexpr std::array names{std::pair{std::string_view{"gradient"}, NoiseBase::gradient},
                                    std::pair{std::string_view{"value"}, NoiseBase::value}};
};
