#pragma once
// The stage `marble`: stripes bent by turbulence.

#include "data/field.h"
#include "stages/land/noise/detail/fractal_params.h"

namespace weald::noise {

/// The octaves of the turbulence have amplitudes relative to the first; their sum is multiplied by `turbulence`.
struct MarbleParams : FractalParams {
  Vec2 stripes{1, 0.5};          ///< stripes per lattice cell of the first octave, along x and z
  schema::Driven turbulence{1};  ///< stripes
  bool folded = true;            ///< the turbulence is a sum of |noise|, not of noise
};

/// amplitude sin(360 degrees (stripes . p + turbulence t(p))), where p is the position in cells of the first octave and
/// t the sum of the octaves over the sum of their amplitudes: within [0, 1] if folded, otherwise within [-1, 1], for
/// gradient, value and simplex noise. Heights lie within +-amplitude. The noise tiles with a period that holds a whole
/// number of stripes. Source: [perlin1985].
struct Marble {
  using Params = MarbleParams;
  static double seconds_each(const Params&) { return 2e-8; }
  static GridSpec grid(const Params& params, const InputGrids& inputs);
  static FieldKernel kernel(const Params& params, const schema::Inputs&, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::noise

template <>
struct weald::schema::Schema<weald::noise::MarbleParams> {
  using P = weald::noise::MarbleParams;
  static constexpr std::string_view kind = "marble";
  static constexpr std::string_view summary =
      "Marble: sinusoidal stripes warped by turbulence, for veins, strata, wood grain and wind ripples.";
  static constexpr auto fields =
      joined(weald::noise::kFractalFields,
             Fields{Field{&P::stripes, "stripes", "Stripes per lattice cell of the first octave, along x and z.", "",
                          Range{-1e3, 1e3}},
                    Field{&P::turbulence, "turbulence",
                          "Largest displacement of the stripes by the noise, in stripe widths.", "", Range{0, 1e3}},
                    Field{&P::folded, "folded",
                          "Whether the octaves are folded at 0, which gives sharp veins; otherwise the stripes bend "
                          "smoothly."}});
  static void check(const P& params, Checker& checker);
};
