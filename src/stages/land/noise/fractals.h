#pragma once
// The stages of fractals that sum octaves of noise: `fbm`, `billow`, `ridged`, `hybrid`, `heterogeneous` and
// `ping_pong`.
//
// n_i is the noise of octave i within +-1, and p_i the amplitude of the octave relative to that of the stage.

#include "data/field.h"
#include "stages/land/noise/detail/fractal_params.h"

namespace weald::noise {

/// A stage whose octaves are combined by Stage::rule(params).
template <class Stage, class P>
struct FractalStage {
  using Params = P;
  static double seconds_each(const Params& params) { return fractal_seconds(params); }
  static GridSpec grid(const Params& params, const InputGrids& inputs) {
    return noise_grid(params, fractal_drives(params), inputs);
  }
  static FieldKernel kernel(const Params& params, const schema::Inputs&, const GridSpec& grid,
                            const RunContext& context) {
    return fractal_kernel(params, Stage::rule(params), grid, context);
  }
};

/// Parameters of the stage; see FractalParams.
struct FbmParams : FractalParams {};

/// Stage `fbm`. Fractional Brownian motion: a sum of octaves of noise. Heights of gradient noise lie within 0.7071
/// times the sum of the amplitudes. Source: [perlin1985], [ebert2003].
struct Fbm : FractalStage<Fbm, FbmParams> {
  static FractalRule rule(const Params&) { return {.fractal = Fractal::sum}; }
};

/// Parameters of the stage; see FractalParams.
struct BillowParams : FractalParams {};

/// Stage `billow`. A sum of octaves of 2|n| - 1, noise folded at zero. Heights lie within the sum of the amplitudes.
/// Source: [perlin1985] (turbulence), [ebert2003].
struct Billow : FractalStage<Billow, BillowParams> {
  static FractalRule rule(const Params&) { return {.fractal = Fractal::billow}; }
};

struct RidgedParams : FractalParams {
  double ridge_offset = 1.0;  ///< |noise| at which the height is zero
  double gain = 2.0;          ///< how strongly an octave's height weights the next one
};

/// Stage `ridged`. Musgrave's ridged multifractal: sharp crests that carry detail, smooth valleys. Octave i gives
/// s_i = w_i (ridge_offset - |n_i|)^2, with w_0 = 1 and w_i = clamp(gain s_(i-1), 0, 1); the height is the sum of
/// amplitude_i s_i, at least 0 and, with ridge_offset in [0.5, 1], at most the sum of the amplitudes. Source:
/// [ebert2003].
struct Ridged : FractalStage<Ridged, RidgedParams> {
  static FractalRule rule(const Params& params) {
    return {Fractal::ridged, static_cast<float>(params.ridge_offset), static_cast<float>(params.gain)};
  }
};

/// The default of the persistence corresponds to Musgrave's exponent H = 1/4.
struct HybridParams : FractalParams {
  double altitude_offset = 0.7;  ///< added to the noise of every octave, which lies within +-1
  constexpr HybridParams() { persistence = 0.84; }
};

/// Stage `hybrid`. Musgrave's hybrid multifractal: detail grows with height. With s_i = n_i + altitude_offset, w_0 = 1
/// and w_(i+1) = clamp(p_i w_i s_i, 0, 1), the height is the sum of amplitude_i w_i s_i. Source: [ebert2003].
struct Hybrid : FractalStage<Hybrid, HybridParams> {
  static FractalRule rule(const Params& params) {
    return {.fractal = Fractal::hybrid, .offset = static_cast<float>(params.altitude_offset)};
  }
};

struct HeterogeneousParams : FractalParams {
  double altitude_offset = 1.0;  ///< added to the noise of every octave, which lies within +-1
};

/// Stage `heterogeneous`. Musgrave's heterogeneous terrain: roughness proportional to altitude.
/// h_0 = amplitude_0 (n_0 + altitude_offset) and h_i = h_(i-1) + p_i (n_i + altitude_offset) h_(i-1); the height is the
/// last h_i. Source: [ebert2003].
struct Heterogeneous : FractalStage<Heterogeneous, HeterogeneousParams> {
  static FractalRule rule(const Params& params) {
    return {.fractal = Fractal::heterogeneous, .offset = static_cast<float>(params.altitude_offset)};
  }
};

struct PingPongParams : FractalParams {
  double strength = 2.0;  ///< ridges between the lowest and the highest noise
};

/// Stage `ping_pong`. Noise folded back and forth, which makes parallel ridges along its contours: the sum of
/// amplitude_i (2 t_i - 1), where t_i is the triangle wave of strength (n_i + 1), which is 0 at even numbers and 1 at
/// odd ones.
struct PingPong : FractalStage<PingPong, PingPongParams> {
  static FractalRule rule(const Params& params) {
    return {.fractal = Fractal::ping_pong, .gain = static_cast<float>(params.strength)};
  }
};

}  // namespace weald::noise

template <>
struct weald::schema::Schema<weald::noise::FbmParams> {
  static constexpr std::string_view kind = "fbm";
  static constexpr std::string_view summary =
      "Fractional Brownian motion: a sum of octaves of noise, the usual base of terrain.";
  static constexpr auto fields = weald::noise::kFractalFields;
  static void check(const weald::noise::FbmParams& params, Checker& checker) {
    weald::noise::check_fractal(params, checker);
  }
};

template <>
struct weald::schema::Schema<weald::noise::BillowParams> {
  static constexpr std::string_view kind = "billow";
  static constexpr std::string_view summary =
      "Billow: a sum of octaves of folded noise, which gives round mounds with creases between them, for dunes and "
      "clouds.";
  static constexpr auto fields = weald::noise::kFractalFields;
  static void check(const weald::noise::BillowParams& params, Checker& checker) {
    weald::noise::check_fractal(params, checker);
  }
};

template <>
struct weald::schema::Schema<weald::noise::RidgedParams> {
  using P = weald::noise::RidgedParams;
  static constexpr std::string_view kind = "ridged";
  static constexpr std::string_view summary =
      "Musgrave's ridged multifractal: mountain ranges with sharp crests and smooth valleys.";
  static constexpr auto fields = joined(
      weald::noise::kFractalFields,
      Fields{
          Field{&P::ridge_offset, "ridge_offset",
                "Absolute value of the noise at which a ridge has fallen to 0; lower values give narrower crests and "
                "new ones where the noise exceeds it.",
                "", Range{0, 2}},
          Field{&P::gain, "gain",
                "How strongly the height of an octave weights the next one; lower values keep valleys smoother.", "",
                Range{0, 16}}});
  static void check(const P& params, Checker& checker) { weald::noise::check_fractal(params, checker); }
};

template <>
struct weald::schema::Schema<weald::noise::HybridParams> {
  using P = weald::noise::HybridParams;
  static constexpr std::string_view kind = "hybrid";
  static constexpr std::string_view summary =
      "Musgrave's hybrid multifractal: smooth valleys, and peaks whose detail grows with altitude.";
  static constexpr auto fields = joined(
      weald::noise::kFractalFields,
      Fields{Field{&P::altitude_offset, "altitude_offset",
                   "Offset added to the noise of every octave, which lies within +-1; lower values leave more of the "
                   "ground smooth.",
                   "", Range{0, 4}}});
  static void check(const P& params, Checker& checker) { weald::noise::check_fractal(params, checker); }
};

template <>
struct weald::schema::Schema<weald::noise::HeterogeneousParams> {
  using P = weald::noise::HeterogeneousParams;
  static constexpr std::string_view kind = "heterogeneous";
  static constexpr std::string_view summary =
      "Musgrave's heterogeneous terrain: every octave is multiplied by the height so far, which keeps plains smooth.";
  static constexpr auto fields = joined(
      weald::noise::kFractalFields,
      Fields{Field{&P::altitude_offset, "altitude_offset",
                   "Offset added to the noise of every octave, which lies within +-1; at 1 and above no height is "
                   "below 0.",
                   "", Range{0, 4}}});
  static void check(const P& params, Checker& checker) { weald::noise::check_fractal(params, checker); }
};

template <>
struct weald::schema::Schema<weald::noise::PingPongParams> {
  using P = weald::noise::PingPongParams;
  static constexpr std::string_view kind = "ping_pong";
  static constexpr std::string_view summary =
      "Ping-pong: octaves of noise folded back and forth, for ridges and terraces that follow contours.";
  static constexpr auto fields = joined(
      weald::noise::kFractalFields,
      Fields{Field{&P::strength, "strength",
                   "How many times the range of the noise is folded, which makes ridges between its lowest and its "
                   "highest value.",
                   "", Range{0.1, 64}}});
  static void check(const P& params, Checker& checker) { weald::noise::check_fractal(params, checker); }
};
