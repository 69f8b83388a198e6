#pragma once
// Domain warp: positions are displaced by a separate noise before the noise is evaluated there.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "base/math/vec.h"
#include "data/driven.h"
#include "methods/raster/lattice.h"
#include "schema/decode.h"
#include "stages/land/noise/detail/period.h"

namespace weald::noise {

/// Combination of a warp's octaves.
enum class WarpMode {
  single,       ///< one octave
  progressive,  ///< each octave is sampled at the position displaced by the octaves before it
  independent,  ///< all octaves are sampled at the original position and summed
};

/// The record `warp` of the noise stages.
struct WarpParams {
  schema::Driven strength{20};        ///< metres: largest displacement along x and along z
  std::optional<double> frequency{};  ///< lattice cells per metre; unset: the frequency of the stage
  int octaves = 3;
  WarpMode mode = WarpMode::single;
};

/// A resolved warp. Octave k has 2^k times the frequency and 2^-k times the amplitude of the first; the amplitudes sum
/// to 1.
struct WarpSpec {
  WarpMode mode = WarpMode::single;
  int octaves = 1;
  double frequency_x = 0;  ///< lattice cells per metre in the first octave
  double frequency_y = 0;
  Vec2 offset{0, 0};  ///< lattice cells of the first octave
  std::uint64_t seed = 0;
  std::optional<LatticePeriod> period{};  ///< lattice cells of the first octave
  float limit = 0;                        ///< upper limit of strengths, metres
};

/// Properties of the warped stage. `frequency` is in cells per metre along x and z, and applies unless the warp sets
/// its own. `finest` is the highest frequency of the stage's octaves, for the limit.
struct WarpedStage {
  double frequency = 0;
  double finest = 0;
  bool flat = false;  ///< constant along z
  Vec2 offset{0, 0};
  std::optional<Period> period{};
  std::uint64_t seed = 0;
};
WarpSpec warp_spec(const WarpParams& warp, const WarpedStage& stage);

/// Validates a warp against its stage, for Schema::check. Has no effect if `warp` is unset.
void check_warp(const std::optional<WarpParams>& warp, double frequency, double finest,
                const std::optional<Period>& period, schema::Checker& checker);

/// The parameter that drives the strength; a constant if there is no warp.
inline schema::Driven warp_strength(const std::optional<WarpParams>& warp) {
  return warp ? warp->strength : schema::Driven{0};
}

/// Sub-seed number of the warp; octaves use the numbers from 0.
inline constexpr std::uint64_t kWarpPart = 0x77617270;

/// Largest displacement, in cells of the finest octave; beyond this, floats no longer resolve fractions of cells.
inline constexpr double kMaxWarpCells = 0x1p16;

}  // namespace weald::noise

template <>
struct weald::schema::EnumNames<weald::noise::WarpMode> {
  static constexpr auto names = names_in_order<weald::noise::WarpMode>("single", "progressive", "independent");
};

template <>
struct weald::schema::Schema<weald::noise::WarpParams> {
  using P = weald::noise::WarpParams;
  static constexpr auto fields = Fields{
      Field{&P::strength, "strength", "Largest displacement along x and along z.", "m", Range{0, 1e6}},
      Field{&P::frequency, "frequency",
            "Lattice cells per metre of the warp's first octave; unset: the stage's own "
            "frequency.",
            "1/m", Range{1e-9, 1e3}},
      Field{&P::octaves, "octaves",
            "Octaves of the progressive and independent warps; each has half the size and strength of the one before.",
            "", Range{1, 8}},
      Field{&P::mode, "mode",
            "Type of warp: one octave; progressive, several octaves each evaluated at the positions warped so far "
            "(folded, flowing); independent, several octaves summed."}};
};
