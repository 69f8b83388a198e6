#include "stages/images/blend.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "stages/images/detail/canvas.h"

namespace weald::image {

namespace {

double screened(double b, double s) { return b + s - b * s; }

double hard_light(double b, double s) { return s <= 0.5 ? b * 2 * s : screened(b, 2 * s - 1); }

double soft_light(double b, double s) {
  if (s <= 0.5) return b - (1 - 2 * s) * b * (1 - b);
  const double d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : std::sqrt(b);
  return b + (2 * s - 1) * (d - b);
}

double dodged(double b, double s) {
  if (b == 0) return 0;
  return s == 1 ? 1 : std::min(1.0, b / (1 - s));
}

double burnt(double b, double s) {
  if (b == 1) return 1;
  return s == 0 ? 0 : 1 - std::min(1.0, (1 - b) / s);
}

void require_size(const Image& own, int width, int height, std::string_view key) {
  if (width == own.pixels.width() && height == own.pixels.height()) return;
  throw StageError(fmt::format("'{}' has {} x {} pixels, but the image below has {} x {}: resize one of them", key,
                               width, height, own.pixels.width(), own.pixels.height()),
                   std::string(key));
}

}  // namespace

double blend(BlendMode mode, double b, double s) {
  switch (mode) {
    case BlendMode::normal: return s;
    case BlendMode::multiply: return b * s;
    case BlendMode::screen: return screened(b, s);
    case BlendMode::overlay: return hard_light(s, b);
    case BlendMode::darken: return std::min(b, s);
    case BlendMode::lighten: return std::max(b, s);
    case BlendMode::colour_dodge: return dodged(b, s);
    case BlendMode::colour_burn: return burnt(b, s);
    case BlendMode::hard_light: return hard_light(b, s);
    case BlendMode::soft_light: return soft_light(b, s);
    case BlendMode::difference: return std::abs(b - s);
    case BlendMode::exclusion: return b + s - 2 * b * s;
    case BlendMode::add: return std::min(1.0, b + s);
    case BlendMode::subtract: break;
  }
  return std::max(0.0, b - s);
}

Vec4 composited(BlendMode mode, const Vec4& backdrop, const Vec4& source) {
  const double alpha = source.a + backdrop.a * (1 - source.a);
  // invisible; keeps the colour that was bled into it
  if (!(alpha > 0)) return {backdrop.r, backdrop.g, backdrop.b, 0};
  Vec4 result{0, 0, 0, alpha};
  for (int i = 0; i < 3; ++i) {
    const double mixed = (1 - backdrop.a) * source[i] + backdrop.a * blend(mode, backdrop[i], source[i]);
    result[i] = (source.a * mixed + (1 - source.a) * backdrop.a * backdrop[i]) / alpha;
  }
  return result;
}

Image ImageBlend::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  const Image& below = inputs[params.from];
  const Image& above = inputs[params.with];
  const Heightmap* mask = inputs.maybe(params.mask);
  require_size(below, above.pixels.width(), above.pixels.height(), "with");
  if (mask != nullptr) require_size(below, mask->width(), mask->height(), "mask");
  Canvas canvas(below.pixels.width(), below.pixels.height(), std::max(below.bits(), above.bits()));
  for_rows(canvas.height(), context, [&](int y) {
    for (int x = 0; x < canvas.width(); ++x) {
      Vec4 source = pixel_at(above, x, y);
      source.a *= params.opacity;
      if (mask != nullptr) source.a *= clamped<double>(mask->heights.at(x, y), 0.0, 1.0);
      canvas.set(x, y, composited(params.mode, pixel_at(below, x, y), source));
    }
  });
  return canvas.take();
}

Estimate ImageBlend::estimate(const Params& params, const schema::Estimates& inputs) {
  const Estimate &below = inputs[params.from], &above = inputs[params.with];
  const int first = below.image_bits(), second = above.image_bits();
  return Estimate::of_image_like(below, first == 0 || second == 0 ? 0 : std::max(first, second));
}

}  // namespace weald::image
