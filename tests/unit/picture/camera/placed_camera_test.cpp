// Cameras that a preset places, compared with closed forms.

#include "support/catch.h"

#include "base/math/bearing.h"
#include "base/math/math.h"
#include "picture/camera/camera.h"

using namespace weald;
using namespace weald::render;

namespace {

constexpr PixelSize kSize{400, 200};

PictureParams with_camera(CameraParams camera) {
  PictureParams params;
  params.camera = std::move(camera);
  return params;
}

FrustumSupport support_of(const Bounds& box, const ViewAxes& axes, const PictureParams& params) {
  FrustumSupport support;
  for (int i = 0; i < 8; ++i) add_support(support, axes, subject_shape(params, kSize), box.corner(i));
  return support;
}

Camera camera_of(const PictureParams& params, const Bounds& subject, double vertical_scale = 1.0) {
  const ViewAxes axes = axes_of(params, kDefaultElevation, vertical_scale);
  return fit_camera(support_of(subject, axes, params), axes, params, kSize, vertical_scale);
}

const Bounds kSubject{{-20, 0, -30}, {40, 10, 50}};

}  // namespace

TEST_CASE("placed camera: it stands at its position, and its target is in the middle of the picture", "[render]") {
  PictureParams params = with_camera({Vec3{3, 5, 7}, Vec3{-4, 2, 11}, {}, {}, {}});
  params.zoom = GENERATE(1.0, 3.0);
  const Camera camera = camera_of(params, kSubject);
  CHECK(camera.position() == Vec3{3, 5, 7});
  CHECK(glm::length(camera.project({-4, 2, 11}) - Vec2{200, 100}) < 1e-9);
  CHECK(camera.depth({-4, 2, 11}) == Approx(glm::length(Vec3{7, 3, -4})));
  CHECK(std::abs(camera.axes().right.y) < 1e-15);  // the horizon is level
  CHECK(glm::length(glm::cross(camera.axes().right, camera.axes().up) - camera.axes().back) < 1e-12);
  // A point 1 m to the right of the target is focal / distance pixels away from it.
  const double shift = camera.project(Vec3{-4, 2, 11} + camera.axes().right).x - 200;
  CHECK(shift == Approx(params.zoom * 200 / math::tan_deg(13) / glm::length(Vec3{7, 3, -4})));
}

TEST_CASE("placed camera: distance, azimuth and elevation place it like a position", "[render]") {
  const double azimuth = GENERATE(0.0, 77.0, 205.0), elevation = GENERATE(-30.0, 12.0, 60.0);
  const Vec3 target{5, 2, -3};
  PictureParams polar = with_camera({{}, target, {}, 25.0, {}});
  polar.azimuth = azimuth, polar.elevation = elevation;
  const PictureParams direct = with_camera({target + direction_of(azimuth, elevation) * 25.0, target, {}, {}, {}});
  const Camera a = camera_of(polar, kSubject), b = camera_of(direct, kSubject);
  CHECK(glm::length(a.position() - b.position()) < 1e-12);
  for (const Vec3& p : {Vec3{1, 2, 3}, Vec3{9, 0, -8}}) CHECK(glm::length(a.project(p) - b.project(p)) < 1e-8);
  CHECK(math::fmod(azimuth_of(b.axes()) + 360.0, 360.0) == Approx(azimuth).margin(1e-9));
}

TEST_CASE("placed camera: a position without a target looks along azimuth and elevation", "[render]") {
  PictureParams params = with_camera({Vec3{1, 2, 3}, {}, {}, {}, {}});
  params.azimuth = 90, params.elevation = 0;  // seen from the east, so it looks west
  const Camera camera = camera_of(params, kSubject);
  CHECK(camera.position() == Vec3{1, 2, 3});
  CHECK(glm::length(camera.project({-10, 2, 3}) - Vec2{200, 100}) < 1e-9);
}

TEST_CASE("placed camera: looking straight down, north is at the top", "[render]") {
  const Camera camera = camera_of(with_camera({Vec3{0, 50, 0}, Vec3{0, 1, 0}, {}, {}, {}}), kSubject);
  CHECK(camera.project({0, 1, -5}).y < 100);
  CHECK(camera.project({5, 1, 0}).x > 200);
}

TEST_CASE("placed camera: a box to look at fills the frame, whatever the subject is", "[render]") {
  const Bounds box{{10, 0, 10}, {14, 6, 12}};
  CameraParams about;
  about.box = box;
  PictureParams params = with_camera(about);
  const Camera camera = camera_of(params, kSubject);
  PictureParams alone;
  const ViewAxes axes = axes_of(kDefaultAzimuth, kDefaultElevation);
  const Camera fitted = fit_camera(support_of(box, axes, alone), axes, alone, kSize);
  CHECK(glm::length(camera.position() - fitted.position()) < 1e-9);
  CHECK(camera.near() > 0.0);  // the subject may reach behind it
  params.camera->distance = 100;
  CHECK(camera_of(params, kSubject).depth(box.centre()) == Approx(100));
}

TEST_CASE("placed camera: heights are scaled with those of the relief", "[render]") {
  const PictureParams params = with_camera({Vec3{3, 5, 7}, Vec3{-4, 2, 11}, {}, {}, {}});
  const Camera camera = camera_of(params, kSubject, 3.0);
  CHECK(camera.position() == Vec3{3, 15, 7});
  CHECK(glm::length(camera.project({-4, 6, 11}) - Vec2{200, 100}) < 1e-9);
}

TEST_CASE("placed camera: in orthographic views everything is in front of it, at the scale of the target", "[render]") {
  PictureParams params = with_camera({Vec3{3, 5, 7}, Vec3{-4, 2, 11}, {}, {}, {}});
  params.projection = ProjectionKind::orthographic;
  const Camera camera = camera_of(params, kSubject);
  CHECK(glm::length(camera.project({-4, 2, 11}) - Vec2{200, 100}) < 1e-9);
  CHECK(camera.focal() == Approx(200 / math::tan_deg(13) / glm::length(Vec3{7, 3, -4})));
  for (int i = 0; i < 8; ++i) {
    CHECK(camera.depth(kSubject.corner(i)) > 0.0);
    CHECK(camera.depth(kSubject.corner(i)) < camera.reach());
  }
}
