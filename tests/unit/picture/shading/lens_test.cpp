// Depth of field, compared with the circle of confusion of a thin lens.

#include <cmath>
#include <utility>

#include "support/catch.h"

#include "base/math/math.h"
#include "picture/shading/lens.h"
#include "picture/surface/colour.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;
using namespace weald::render::test;

namespace {

constexpr int kSide = 96;

/// A camera on the z axis, 20 m from the origin, in front of black.
PictureParams from_the_south() {
  PictureParams params;
  params.size = {{kSide, kSide}};
  params.background_top = params.background_bottom = Vec3f{0.0f};
  params.ground = false;
  params.camera.emplace();
  params.camera->position = Vec3{0, 0, 20};
  params.camera->target = Vec3{0, 0, 0};
  return params;
}

/// Variance of the light of a picture in both directions together, in square pixels.
double spread_of(const Image& image) {
  const SrgbTable srgb;
  double sum = 0, squares = 0;
  Vec2 first{0};
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const auto light = static_cast<double>(srgb.linear(image.pixels.at(x, y).g));
      sum += light, first += Vec2{x, y} * light, squares += light * (x * x + y * y);
    }
  }
  return squares / sum - glm::dot(first / sum, first / sum);
}

}  // namespace

TEST_CASE("lens: its points cover a disk, and their views all parts of a pixel", "[render]") {
  const int count = GENERATE(16, 64, 500);
  Vec2 mean{0}, square{0}, jitter{0};
  for (int i = 0; i < count; ++i) {
    const LensSample sample = lens_sample(i, count);
    CHECK(glm::length(sample.point) < 1.0);
    CHECK(std::max(std::abs(sample.jitter.x), std::abs(sample.jitter.y)) <= 0.5);
    mean += sample.point / static_cast<double>(count);
    square += sample.point * sample.point / static_cast<double>(count);
    jitter += sample.jitter / static_cast<double>(count);
  }
  CHECK(glm::length(mean) < 0.6 / std::sqrt(count));
  CHECK(square.x + square.y == Approx(0.5));  // of a disk of radius 1
  CHECK(square.x == Approx(0.25).epsilon(0.1));
  CHECK(glm::length(jitter) < 1.0 / std::sqrt(count));
}

TEST_CASE("lens: a view keeps what is in focus and moves a point by its share of the circle of confusion", "[render]") {
  const Camera camera = Camera::placed(axes_of(205, 12), {4, 5, 6}, 700, 0.01, {200, 100});
  const double focus = 9, depth = GENERATE(2.0, 9.0, 40.0);
  const Vec2 point{0.3, -0.2};
  const Camera view = camera.through_lens(point, focus, {0.25, -0.4});
  const Vec3 seen = camera.position() - camera.axes().back * depth + camera.axes().right * 0.7;
  const Vec2 moved = view.project(seen) - camera.project(seen) - Vec2{0.25, -0.4};
  const double scale = 700 * (1 / focus - 1 / depth);
  CHECK(glm::length(moved - Vec2{point.x * scale, -point.y * scale}) < 1e-9);
  const Ray ray = view.ray(view.project(seen).x, view.project(seen).y);
  CHECK(glm::length(ray.origin + ray.direction * depth - seen) < 1e-9);
}

TEST_CASE("lens: a small thing is spread over the circle of confusion", "[render]") {
  const mesh::Mesh dot = box({-0.2f, -0.2f, -0.01f}, {0.2f, 0.2f, 0.01f});
  PictureParams params = from_the_south();
  params.aperture = 1e-6;  // with the same samples of pixels
  const double sharp = spread_of(picture_of({{&dot}}, params));
  const double focal = kSide * 0.5 / math::tan_deg(13);
  const auto [aperture, focus] = GENERATE(std::pair{1.0, 10.0}, std::pair{2.0, 10.0}, std::pair{2.0, 60.0});
  params.aperture = aperture, params.focus = focus;
  const double blurred = spread_of(picture_of({{&dot}}, params));
  const double circle = aperture * focal * std::abs(1 / focus - 1 / 20.0);  // diameter, pixels
  // The mean square distance from the centre of a disk of diameter c is c^2 / 8.
  CHECK(blurred - sharp == Approx(circle * circle / 8).epsilon(0.02));
}

TEST_CASE("lens: views are added where the blur is wide, up to a limit", "[render]") {
  CHECK(lens_views(0) == 64);
  CHECK(lens_views(30) == 64);
  CHECK(lens_views(60) == 256);
  CHECK(lens_views(1e9) == 1024);
  // A point has about as many images in a square of the same side.
  for (const double circle : {31.0, 47.0, 90.0, 119.0})
    CHECK(circle / std::sqrt(lens_views(circle)) == Approx(30 / 8.0).epsilon(0.01));
}

TEST_CASE("lens: a widely blurred edge has the smooth outline of a disk", "[render]") {
  const mesh::Mesh wall = box({-60, -30, 10}, {0, 30, 10.01f}, {0.8f, 0.8f, 0.8f});
  PictureParams params = from_the_south();
  params.aperture = 1.5, params.focus = 40.0;
  const double focal = kSide * 0.5 / math::tan_deg(13), circle = 1.5 * focal * (1 / 9.99 - 1 / 40.0);
  REQUIRE(circle == Approx(23.4).epsilon(0.01));
  params.aperture = 4.5;  // three times as wide
  params.size = {{kSide, 16}};
  const double diameter = 3 * circle;
  const SrgbTable srgb;
  const auto profile_of = [&](std::optional<int> views) {
    params.lens_samples = views;
    const Image image = picture_of({{&wall}}, params);
    std::vector<double> light;
    for (int x = 0; x < kSide; ++x) light.push_back(static_cast<double>(srgb.linear(image.pixels.at(x, 8).g)));
    const double full = light.front();
    for (double& value : light) value /= full;
    return light;
  };
  const std::vector<double> own = profile_of(std::nullopt), few = profile_of(64), most = profile_of(1024);
  double off = 0, few_off = 0, from_disk = 0;
  for (std::size_t x = 0; x < own.size(); ++x) {
    // The share of a disk on one side of a line.
    const double t = std::clamp((static_cast<double>(x) + 0.5 - kSide * 0.5) * 2 / diameter, -1.0, 1.0);
    const double shown = 0.5 - (math::asin(t) + t * std::sqrt(1 - t * t)) / math::kPi;
    from_disk = std::max(from_disk, std::abs(own[x] - shown));
    off = std::max(off, std::abs(own[x] - most[x]));
    few_off = std::max(few_off, std::abs(few[x] - most[x]));
  }
  CHECK(off < 0.6 * few_off);  // both have the rounding of 8 bits
  CHECK(from_disk < 0.03);     // pictures have 8 bits
}

TEST_CASE("lens: what is in focus stays sharp in front of what is not, and does not take its colour", "[render]") {
  const mesh::Mesh near = box({-1, -1, -0.1f}, {1, 1, 0.1f}, {0.8f, 0.1f, 0.1f});
  const mesh::Mesh far = box({-30, -30, -61}, {30, 30, -60}, {0.1f, 0.9f, 0.1f});
  PictureParams params = from_the_south();
  const Image sharp = picture_of({{&near}, {&far}}, params);
  params.aperture = 1.0;  // focused on the target
  params.lens_samples = 24;
  const Image image = picture_of({{&near}, {&far}}, params);
  const double focal = kSide * 0.5 / math::tan_deg(13), edge = kSide * 0.5 + focal / 19.9;
  for (int x = kSide / 2; x < kSide; ++x) {
    if (std::abs(x + 0.5 - edge) < 1.5) continue;  // the pixels of the edge
    CHECK(difference(image.pixels.at(x, kSide / 2), sharp.pixels.at(x, kSide / 2)) <= 6);
  }
}

TEST_CASE("lens: an orthographic picture has none", "[render]") {
  const mesh::Mesh dot = box({-1, -1, -1}, {1, 1, 1});
  PictureParams params;
  params.size = {{40, 40}};
  params.projection = ProjectionKind::orthographic;
  const Image plain = picture_of({{&dot}}, params);
  params.aperture = 1.0;
  CHECK(picture_of({{&dot}}, params).pixels == plain.pixels);
}
