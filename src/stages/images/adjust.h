#pragma once
// The stage `image_adjust`: brightness, contrast and colour of an image.

#include <array>
#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/estimates.h"
#include "data/image.h"
#include "schema/decode.h"
#include "schema/depth.h"

namespace weald::image {

struct ImageAdjustParams {
  schema::Input<Image> from;
  double exposure = 0;                ///< stops
  std::array<double, 2> input{0, 1};  ///< stored values mapped to black and white
  double gamma = 1;
  std::array<double, 2> output{0, 1};  ///< values that black and white are mapped to
  double brightness = 1;
  double contrast = 1;
  double saturation = 1;
  double hue = 0;  ///< degrees
  bool invert = false;
  std::optional<schema::Depth> depth{};  ///< unset: depth of the image
};

/// Stage `image_adjust`: the adjustments in the order of the parameters, each clamped to 0 to 1; alpha is unchanged.
/// Memory: that of the image. Source: [filters-spec] for brightness, contrast, saturation and hue.
struct ImageAdjust {
  using Params = ImageAdjustParams;
  static double seconds_each(const Params&) { return 5e-8; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static CutRule cut_rule(const Params&) { return {.is_allowed = true, .reach = 0}; }
  static Image run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::image

template <>
struct weald::schema::Schema<weald::image::ImageAdjustParams> {
  using P = weald::image::ImageAdjustParams;
  static constexpr std::string_view kind = "image_adjust";
  static constexpr std::string_view summary =
      "Adjusts an image: exposure, levels, brightness, contrast, saturation, hue and inversion, in this order.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Image to adjust.", "", {}, Presence::required},
      Field{&P::exposure, "exposure", "Exposure change in stops: 1 doubles the light.", "", Range{-16, 16}},
      Field{&P::input, "input", "Input levels: stored values that are mapped to black and white.", "", Range{0, 1}},
      Field{&P::gamma, "gamma", "Gamma of the levels between black and white; above 1 brightens.", "",
            Range{0.01, 100}},
      Field{&P::output, "output", "Output levels: values that black and white are mapped to.", "", Range{0, 1}},
      Field{&P::brightness, "brightness", "Factor applied to the stored values.", "", Range{0, 100}},
      Field{&P::contrast, "contrast", "Factor applied to the distance of the values from one half.", "", Range{0, 100}},
      Field{&P::saturation, "saturation", "Saturation of colours: 0 is grey, 1 leaves them unchanged.", "",
            Range{0, 100}},
      Field{&P::hue, "hue", "Angle by which hues are rotated, from red towards green.", "deg", Range{-360, 360}},
      Field{&P::invert, "invert", "Whether the image is inverted: black becomes white and white becomes black."},
      Field{&P::depth, "depth", "Bits per channel of the result, 8 or 16; unset: the depth of the input."}};
  /// Checks that black is below white in 'input'.
  static void check(const P& params, Checker& checker);
};
