#include "picture/shading/lens.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/math/math.h"
#include "picture/raster/visibility.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr int kFewestViews = 64, kMostViews = 1024;
constexpr double kSmoothCircle = 30;  // pixels over which the fewest views spread a point smoothly

/// The digits of `index` in base `base`, mirrored at the point. Source: [halton1960].
double radical_inverse(int index, int base) {
  double value = 0, place = 1.0 / base;
  for (; index > 0; index /= base, place /= base) value += place * (index % base);
  return value;
}

/// Depth at which a lens that is focused on nothing in front of the camera is sharp: beyond everything.
constexpr double kInfinity = 1e12;

/// The diameter of the disks over which the points that a camera sees are spread, in pixels, except for the largest
/// ones. `scale` is that diameter for a point at infinity that is in focus at 1 m.
double largest_circle(const PictureScene& scene, const Camera& camera, double scale, double focus,
                      const RunContext& context) {
  constexpr int kRows = 256;
  constexpr double kLeftOut = 0.005;  // of the pixels that show something
  const Projection projection = projection_of(camera);
  const TriangleNumbers numbers(scene.items, {&projection, 1});
  std::vector<float> circles;
  for (int y = 0; y < camera.size().height; y += kRows) {
    const RowRange rows{y, std::min(y + kRows, camera.size().height)};
    const VisibilityBand band = draw_band(numbers, projection, sample_pattern(1), rows, context);
    for (const VisibleSample& sample : band.values) {
      if (sample.triangle == VisibleSample::kNothing) continue;
      circles.push_back(static_cast<float>(scale * std::abs(1.0 / focus - static_cast<double>(sample.depth))));
    }
  }
  if (circles.empty()) return 0;
  const auto kept = static_cast<std::ptrdiff_t>(static_cast<double>(circles.size() - 1) * (1.0 - kLeftOut));
  std::nth_element(circles.begin(), circles.begin() + kept, circles.end());
  return static_cast<double>(circles[static_cast<std::size_t>(kept)]);
}

}  // namespace

int lens_views(double circle) {
  const double times = circle / kSmoothCircle;
  return static_cast<int>(
      std::clamp(std::ceil(kFewestViews * times * times), double{kFewestViews}, double{kMostViews}));
}

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
  const double depth = params.focus.value_or(camera.depth(middle));
  const double focus = depth > 0.0 ? depth : kInfinity;
  const double scale = *params.aperture * camera.focal();
  const int count =
      params.lens_samples ? *params.lens_samples : lens_views(largest_circle(scene, camera, scale, focus, context));
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
