#include "picture/camera/camera.h"
#include "base/math/bearing.h"

#include <vector>
#include "support/catch.h"

#include "base/rng.h"

using namespace weald;
using namespace weald::render;

namespace {

std::vector<Vec3> cloud(std::uint64_t seed, int count) {
  const Rng rng(seed);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const auto k = static_cast<std::uint64_t>(i);
    points.push_back({rng.uniform_in(-3, 9, k, 0), rng.uniform_in(0, 4, k, 1), rng.uniform_in(100, 107, k, 2)});
  }
  return points;
}

Camera fit(const std::vector<Vec3>& points, const PictureParams& params, PixelSize size, double azimuth,
           double elevation) {
  const ViewAxes axes = axes_of(azimuth, elevation);
  FrustumSupport support;
  for (const Vec3& p : points) add_support(support, axes, subject_shape(params, size), p);
  return fit_camera(support, axes, params, size);
}

}  // namespace

TEST_CASE("camera: bearings are compass bearings and axes are right-handed", "[render]") {
  CHECK(glm::length(direction_of(0, 0) - Vec3{0, 0, -1}) < 1e-12);
  CHECK(glm::length(direction_of(90, 0) - Vec3{1, 0, 0}) < 1e-12);
  CHECK(glm::length(direction_of(180, 45) - Vec3{0, std::sqrt(0.5), std::sqrt(0.5)}) < 1e-12);
  for (const double azimuth : {0.0, 33.0, 180.0, 271.0}) {
    for (const double elevation : {-90.0, -20.0, 0.0, 45.0, 90.0}) {
      const ViewAxes axes = axes_of(azimuth, elevation);
      CHECK(glm::length(glm::cross(axes.right, axes.up) - axes.back) < 1e-12);
      CHECK(glm::length(axes.up) == Approx(1.0));
      CHECK(axes.up.y > -1e-12);
    }
  }
}

TEST_CASE("camera: seen from the south, east is right; looking straight down from there, north is up", "[render]") {
  CHECK(glm::length(axes_of(180, 0).right - Vec3{1, 0, 0}) < 1e-12);
  CHECK(glm::length(axes_of(180, 90).right - Vec3{1, 0, 0}) < 1e-12);
  CHECK(glm::length(axes_of(180, 90).up - Vec3{0, 0, -1}) < 1e-12);
}

TEST_CASE("camera: a fitted subject lies inside the margin and touches it on two opposite sides", "[render]") {
  const PixelSize size = GENERATE(PixelSize{960, 640}, PixelSize{300, 700}, PixelSize{64, 64});
  const double elevation = GENERATE(-90.0, 0.0, 34.0, 90.0);
  PictureParams params;
  params.margin = 0.1;
  const std::vector<Vec3> points = cloud(7, 300);
  const Camera camera = fit(points, params, size, 205, elevation);
  double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
  for (const Vec3& p : points) {
    REQUIRE(camera.depth(p) > 0.0);
    const Vec2 pixel = camera.project(p);
    left = std::min(left, pixel.x / size.width);
    right = std::max(right, pixel.x / size.width);
    top = std::min(top, pixel.y / size.height);
    bottom = std::max(bottom, pixel.y / size.height);
  }
  CHECK(left >= 0.1 - 1e-9);
  CHECK(right <= 0.9 + 1e-9);
  CHECK(top >= 0.1 - 1e-9);
  CHECK(bottom <= 0.9 + 1e-9);
  const bool fills_width = left < 0.1 + 1e-6 && right > 0.9 - 1e-6,
             fills_height = top < 0.1 + 1e-6 && bottom > 0.9 - 1e-6;
  CHECK((fills_width || fills_height));
}

TEST_CASE("camera: the ray through a projected point meets it at its depth", "[render]") {
  const std::vector<Vec3> points = cloud(8, 20);
  const Camera camera = fit(points, {}, {800, 500}, 130, 20);
  for (const Vec3& p : points) {
    const Vec2 pixel = camera.project(p);
    const Ray ray = camera.ray(pixel.x, pixel.y);
    CHECK(glm::length(ray.origin + ray.direction * camera.depth(p) - p) < 1e-9);
  }
}

TEST_CASE("camera: points, lines along the view and empty subjects are seen from a distance", "[render]") {
  const PixelSize size{100, 100};
  CHECK(fit({}, {}, size, 205, 12).depth(Vec3{0}) > 0.0);
  CHECK(fit({{5, 5, 5}}, {}, size, 205, 12).depth({5, 5, 5}) > 0.0);
  const Vec3 back = axes_of(205, 12).back;
  const Camera along = fit({back * 3.0, back * -3.0}, {}, size, 205, 12);
  CHECK(along.depth(back * 3.0) > 1.0);
}

TEST_CASE("camera: a framing is fitted in place of the subject, relative to its pivot", "[render]") {
  const PixelSize size{300, 200};
  const std::vector<Vec3> points = cloud(3, 50);
  const Vec3 pivot{40, -3, 900};
  std::vector<Vec3> moved;
  Framing framing{{}, pivot};
  for (const Vec3& p : points) {
    moved.push_back(p + pivot);
    add_support(framing.support, axes_of(205, 12), subject_shape({}, size), p);
  }
  PictureParams params;
  params.framing = framing;
  const Camera expected = fit(moved, {}, size, 205, 12), camera = fit({{1e6, 0, 0}}, params, size, 205, 12);
  CHECK(glm::length(camera.position() - expected.position()) < 1e-9);
  CHECK(camera.focal() == expected.focal());
}

TEST_CASE("camera: plants turn around their foot even if the crown leans, other subjects around their centre") {
  Bounds leaning;
  leaning.add(Vec3{-1, 0, -2});
  leaning.add(Vec3{3, 8, 2});
  CHECK(middle_axis(leaning) == Vec3{0, 4, 0});
  Bounds aside;  // the origin lies outside the middle half of its extent along x
  aside.add(Vec3{-0.9, 0, -2});
  aside.add(Vec3{3.1, 8, 2});
  CHECK(glm::length(middle_axis(aside) - Vec3{1.1, 4, 0}) < 1e-12);
}
