#include "stages/images/adjust.h"

#include <vector>

#include "base/math/math.h"
#include "base/math/srgb.h"
#include "stages/images/detail/canvas.h"

namespace weald::image {

namespace {

// Weights of [filters-spec], with three digits.
constexpr double kRed = 0.213, kGreen = 0.715, kBlue = 0.072;

Vec3 clamped_colour(const Vec3& c) { return {clamped(c.r, 0.0, 1.0), clamped(c.g, 0.0, 1.0), clamped(c.b, 0.0, 1.0)}; }

/// Adjustments applied to red, green and blue separately.
double adjusted_component(double v, const ImageAdjustParams& params) {
  const auto within = [](double value) { return clamped(value, 0.0, 1.0); };
  if (params.exposure != 0) v = srgb_of_linear(within(linear_of_srgb(v) * math::exp2(params.exposure)));
  v = within((v - params.input[0]) / (params.input[1] - params.input[0]));
  if (params.gamma != 1) v = within(math::pow(v, 1 / params.gamma));
  v = within(params.output[0] + v * (params.output[1] - params.output[0]));
  v = within(v * params.brightness);
  return within((v - 0.5) * params.contrast + 0.5);
}

Vec3 saturated(const Vec3& c, double s) {
  const double grey = kRed * c.r + kGreen * c.g + kBlue * c.b;
  return clamped_colour(grey + s * (c - grey));
}

Vec3 hue_turned(const Vec3& c, double degrees) {
  const double cosine = math::cos(math::radians(degrees)), sine = math::sin(math::radians(degrees));
  const Vec3 grey{kRed * c.r + kGreen * c.g + kBlue * c.b};
  const Vec3 turned{-0.213 * c.r - 0.715 * c.g + 0.928 * c.b, 0.143 * c.r + 0.140 * c.g - 0.283 * c.b,
                    -0.787 * c.r + 0.715 * c.g + 0.072 * c.b};
  return clamped_colour(grey + cosine * (c - grey) + sine * turned);
}

/// Adjustments that mix the three components.
Vec3 adjusted_colour(Vec3 c, const ImageAdjustParams& params) {
  if (params.saturation != 1) c = saturated(c, params.saturation);
  if (params.hue != 0) c = hue_turned(c, params.hue);
  return params.invert ? 1.0 - c : c;
}

}  // namespace

Image ImageAdjust::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  const Image& image = inputs[params.from];
  Canvas canvas(image.pixels.width(), image.pixels.height(), params.depth ? bits_of(*params.depth) : image.bits());
  // Tabulated per level, because powers are expensive.
  const int highest = image.bits() == 16 ? 65535 : 255;
  std::vector<double> curve(static_cast<std::size_t>(highest) + 1);
  for (std::size_t i = 0; i < curve.size(); ++i)
    curve[i] = adjusted_component(static_cast<double>(i) / highest, params);
  const auto adjust = [&](const auto& p) {
    return Vec4{adjusted_colour({curve[p.r], curve[p.g], curve[p.b]}, params), static_cast<double>(p.a) / highest};
  };
  for_rows(canvas.height(), context, [&](int y) {
    for (int x = 0; x < canvas.width(); ++x)
      canvas.set(x, y, image.fine.empty() ? adjust(image.pixels.at(x, y)) : adjust(image.fine.at(x, y)));
  });
  return canvas.take();
}

Estimate ImageAdjust::estimate(const Params& params, const schema::Estimates& inputs) {
  const Estimate& from = inputs[params.from];
  return Estimate::of_image_like(from, params.depth ? bits_of(*params.depth) : from.image_bits());
}

}  // namespace weald::image

void weald::schema::Schema<weald::image::ImageAdjustParams>::check(const P& params, Checker& checker) {
  if (!(params.input[0] < params.input[1])) checker.error("input", "the black point must be below the white point");
}
