#include "picture/shading/lens.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/math/math.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr int kLensSamples = 64;

/// The digits of `index` in base `base`, mirrored at the point. Source: [halton1960].
double radical_inverse(int index, int base) {
  double value = 0, place = 1.0 / base;
  for (; index > 0; index /= base, place /= base) value += place * (index % base);
  return value;
}

/// Depth at which a lens that is focused on nothing in front of the camera is sharp: beyond everything.
constexpr double kInfinity = 1e12;

}  // namespace

LensSample lens_sample(int index, int count) {
  const double radius = std::sqrt((index + 0.5) / count), angle = math::fmod(index * math::kGoldenAngle, 360.0);
  return {Vec2{math::cos_deg(angle), math::sin_deg(angle)} * radius,
          {radical_inverse(index + 1, 2) - 0.5, radical_inverse(index + 1, 3) - 0.5}};
}

bool has_lens(const PictureParams& params) {
  return params.aperture && params.projection == ProjectionKind::perspective;
}

Image picture_through_lens(const PictureScene& scene, const Camera& camera, const Vec3& middle,
                           std::span<const Surface* const> surfaces, const PictureParams& params,
                           const RunContext& context) {
  const int count = params.lens_samples.value_or(kLensSamples);
  const double depth = params.focus.value_or(camera.depth(middle));
  const double focus = depth > 0.0 ? depth : kInfinity;
  std::vector<Camera> views;
  views.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const LensSample sample = lens_sample(i, count);
    views.push_back(camera.through_lens(sample.point * (*params.aperture * 0.5), focus, sample.jitter));
  }
  PictureParams one = params;
  one.samples = 1;  // the views differ by parts of a pixel
  const PixelSize size = camera.size();
  Grid<Vec3f> sum(size.width, size.height, Vec3f{0});
  light_views(scene, views, one, context, [&](const LitPicture& lit) { add_shaded(lit, surfaces, one, sum); });
  const SrgbTable srgb;
  const float share = 1.0f / static_cast<float>(count);
  Image image{Grid<Rgba8>(size.width, size.height), {}};
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) image.pixels.at(x, y) = srgb.encode(sum.at(x, y) * share, x, y);
  return image;
}

}  // namespace weald::render
