#pragma once
// The stage `image_blend`: an image laid over another.

#include <array>
#include <string_view>
#include <utility>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/estimates.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "schema/decode.h"

namespace weald::image {

/// Blending of the colours of two opaque pixels.
enum class BlendMode {
  normal,
  multiply,
  screen,
  overlay,
  darken,
  lighten,
  colour_dodge,
  colour_burn,
  hard_light,
  soft_light,
  difference,
  exclusion,
  add,
  subtract,
};

struct ImageBlendParams {
  schema::Input<Image> from;
  schema::Input<Image> with;
  BlendMode mode = BlendMode::normal;
  double opacity = 1;
  schema::Input<Heightmap> mask{};
};

/// The blend of a component of the backdrop and a component of the source; both, and the result, are 0 to 1. Add and
/// subtract are the clamped sum and difference. Source: [compositing-spec] for all other modes.
double blend(BlendMode mode, double backdrop, double source);

/// `source` composited over `backdrop`; components are 0 to 1 and not premultiplied by alpha. Source:
/// [compositing-spec], sections 5.8 and 10, source-over.
Vec4 composited(BlendMode mode, const Vec4& backdrop, const Vec4& source);

/// Stage `image_blend`: the result has 16 bits if one of the inputs has. Components are blended as stored, as the
/// standard and painting programs do. Errors: StageError if sizes differ. Memory: that of the image.
struct ImageBlend {
  using Params = ImageBlendParams;
  static double seconds_each(const Params&) { return 5e-8; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static CutRule cut_rule(const Params&) { return {.is_allowed = true, .reach = 0}; }
  static Image run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::image

template <>
struct weald::schema::EnumNames<weald::image::BlendMode> {
  static constexpr auto names = names_in_order<weald::image::BlendMode>(
      "normal", "multiply", "screen", "overlay", "darken", "lighten", "colour_dodge", "colour_burn", "hard_light",
      "soft_light", "difference", "exclusion", "add", "subtract");
};

template <>
struct weald::schema::Schema<weald::image::ImageBlendParams> {
  using P = weald::image::ImageBlendParams;
  static constexpr std::string_view kind = "image_blend";
  static constexpr std::string_view summary =
      "Lays one image over another of the same size, with the blend modes of the W3C, an opacity and a mask.";
  static constexpr auto fields =
      Fields{Field{&P::from, "from", "Lower image, the backdrop.", "", {}, Presence::required},
             Field{&P::with, "with", "Upper image, the source.", "", {}, Presence::required},
             Field{&P::mode, "mode", "Blend mode; 'add' and 'subtract' are clamped to 0 and 1."},
             Field{&P::opacity, "opacity", "Opacity of the upper image, a factor of its alpha.", "", Range{0, 1}},
             Field{&P::mask, "mask",
                   "Mask of 0 to 1 with one sample per pixel, a further factor of the upper image's alpha; unset: 1 "
                   "everywhere."}};
};
