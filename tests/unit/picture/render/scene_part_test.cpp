// Cameras about a group or an instance of a scene.

#include "picture/render/detail/scene_part.h"

#include <array>
#include <cmath>

#include "support/catch.h"

#include "base/error.h"
#include "base/math/bearing.h"
#include "data/scene_groups.h"
#include "picture/camera/camera.h"
#include "picture/render/place_camera.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::pipeline;
using render::CameraParams;

namespace {

/// Three houses of a box and a door each; the second is turned by a quarter, so that its door faces east, not south.
scene::Scene town() {
  scene::Scene scene;
  const auto wall = std::make_shared<const mesh::Mesh>(render::test::box({-2, 0, -1}, {2, 3, 1}));
  const auto door = std::make_shared<const mesh::Mesh>(render::test::box({-0.5f, 0, 1}, {0.5f, 2, 1.25f}));
  const std::uint32_t walls = scene::add_prototype(scene, {"wall", wall});
  const std::uint32_t doors = scene::add_prototype(scene, {"door", door});
  scene::GroupBuilder groups(scene);
  const std::size_t all = groups.begin("town");
  for (int i = 0; i < 3; ++i) {
    Mat4 place{1.0};
    if (i == 1) place[0] = Vec4{0, 0, -1, 0}, place[2] = Vec4{1, 0, 0, 0};
    place[3] = Vec4{10.0 * i, 0.5 * i, 0, 1};
    const std::size_t house = groups.begin("house", place, true);
    for (const std::uint32_t variety : {walls, doors}) scene.instances.push_back(scene::instance_at(variety, place));
    groups.end(house);
  }
  groups.end(all);
  return scene;
}

CameraParams about(std::optional<std::string> group, std::optional<int> instance = {},
                   std::optional<std::string> prototype = {}) {
  CameraParams camera;
  camera.about.stage = "town";
  camera.group = std::move(group), camera.instance = instance, camera.prototype = std::move(prototype);
  return camera;
}

render::PictureParams placed(CameraParams camera, render::PictureParams params = {}) {
  const scene::Scene scene = town();
  schema::Inputs inputs;
  inputs.add("town", scene);
  params.camera = std::move(camera);
  place_camera(params, inputs);
  return params;
}

void check_box(const Bounds& box, const Vec3& low, const Vec3& high) {
  CHECK(glm::length(box.min - low) < 1e-6);
  CHECK(glm::length(box.max - high) < 1e-6);
}

}  // namespace

TEST_CASE("scene part: the box of a group or an instance is that of its vertices", "[render]") {
  const scene::Scene scene = town();
  check_box(scene_part(scene, about("town")).box, {-2, 0, -2}, {22, 4, 2});
  check_box(scene_part(scene, about("town/house_0")).box, {-2, 0, -1}, {2, 3, 1.25});
  check_box(scene_part(scene, about("town/house_1")).box, {9, 0.5, -2}, {11.25, 3.5, 2});
  check_box(scene_part(scene, about({}, 5)).box, {19.5, 1, 1}, {20.5, 3, 1.25});
  check_box(scene_part(scene, about({}, 1, "door")).box, {11, 0.5, -0.5}, {11.25, 2.5, 0.5});
  check_box(scene_part(scene, about("town/house_2", 0, "door")).box, {19.5, 1, 1}, {20.5, 3, 1.25});
}

TEST_CASE("scene part: its axes are those of its frame, without scale and shear", "[render]") {
  scene::Scene scene = town();
  scene.instances[0].axes = Mat3f{Vec3f{0, 0, -3}, Vec3f{0, 2, 0}, Vec3f{5, 1, 0}};
  const Mat3 turned = scene_part(scene, about({}, 0)).axes;
  CHECK(glm::length(turned[0] - Vec3{0, 0, -1}) < 1e-6);
  CHECK(glm::length(turned[2] - Vec3{1, 0, 0}) < 1e-6);
  scene.instances[0].axes = Mat3f{Vec3f{-1, 0, 0}, Vec3f{0, 1, 0}, Vec3f{0, 0, 1}};  // a mirror image
  CHECK(glm::length(scene_part(scene, about({}, 0)).axes[0] - Vec3{-1, 0, 0}) < 1e-6);
  scene.instances[0].axes = Mat3f{Vec3f{1, 0, 0}, Vec3f{0, 1, 0}, Vec3f{0, 0, 0}};  // flat
  CHECK(scene_part(scene, about({}, 0)).axes == Mat3{1.0});
}

TEST_CASE("scene part: a camera looks at the middle of the part, and is fitted to it", "[render]") {
  render::PictureParams params;
  params.azimuth = 30, params.elevation = 20;
  const render::PictureParams part = placed(about("town/house_1"), params);
  CHECK(part.azimuth == 30.0);  // relative to the world
  Bounds box;
  box.add(Vec3{9, 0.5, -2}), box.add(Vec3{11.25, 3.5, 2});
  const render::ViewAxes axes = render::axes_of(part, render::kDefaultElevation);
  const render::Camera camera = render::fit_camera({}, axes, part, {400, 300});
  double left = 400, right = 0, top = 300, bottom = 0;
  for (int i = 0; i < 8; ++i) {
    const Vec2 p = camera.project(box.corner(i));
    left = std::min(left, p.x), right = std::max(right, p.x), top = std::min(top, p.y), bottom = std::max(bottom, p.y);
  }
  CHECK(std::min({left, top, 400 - right, 300 - bottom}) > 0.0);
  CHECK(std::max((right - left) / 400, (bottom - top) / 300) == Approx(1 - 2 * params.margin).margin(0.02));
  CHECK(glm::length(camera.project(box.centre()) - Vec2{200, 150}) < 24);
  CameraParams near = about("town/house_1");
  near.distance = 7.0;
  const render::PictureParams at = placed(near, params);
  const render::Camera there = render::fit_camera({}, render::axes_of(at, 12), at, {400, 300});
  CHECK(glm::length(there.position() - (Vec3{10.125, 2, 0} + direction_of(30, 20) * 7.0)) < 1e-9);
}

TEST_CASE("scene part: a bearing relative to the part shows the same side of it wherever it is turned", "[render]") {
  render::PictureParams params;
  params.azimuth = 180;  // from the south, where the door is
  CameraParams camera = about("town/house_0");
  camera.relative_to = render::CameraFrame::part;
  CHECK(*placed(camera, params).azimuth == Approx(180));
  camera.group = "town/house_1";
  CHECK(*placed(camera, params).azimuth == Approx(90));
  CHECK_FALSE(placed(camera, params).elevation);  // an upright part has the horizon of the world
  params.elevation = 33;
  CHECK(*placed(camera, params).elevation == Approx(33));
}

TEST_CASE("scene part: the elevation is relative to the floor of a part that lies on its side", "[render]") {
  scene::Scene scene = town();
  // What was up points east, and what was east points down.
  scene.instances[0].axes = Mat3f{Vec3f{0, -1, 0}, Vec3f{1, 0, 0}, Vec3f{0, 0, 1}};
  schema::Inputs inputs;
  inputs.add("town", scene);
  render::PictureParams params;
  params.azimuth = 180, params.elevation = 30;
  params.camera = about({}, 0);
  params.camera->relative_to = render::CameraFrame::part;
  place_camera(params, inputs);
  const Vec3 from = direction_of(*params.azimuth, *params.elevation);
  const Vec3 own = direction_of(180, 30);
  CHECK(glm::length(from - Vec3{own.y, -own.x, own.z}) < 1e-6);
}

TEST_CASE("scene part: seen straight from above or below, the picture has the upper edge of the part alone") {
  const std::array frames{
      Mat3f{1.0f},
      Mat3f{Vec3f{0, 0, -1}, Vec3f{0, 1, 0}, Vec3f{1, 0, 0}},               // upright, turned by a quarter
      Mat3f{Vec3f{1, 0, 0}, Vec3f{0, -1, 0}, Vec3f{0, 0, -1}},              // upside down
      Mat3f{Vec3f{0, -1, 0}, Vec3f{1, 0, 0}, Vec3f{0, 0, 1}},               // its east points down
      Mat3f{Vec3f{0.6f, 0, 0.8f}, Vec3f{0.8f, 0, -0.6f}, Vec3f{0, 1, 0}},   // on its back, turned
      Mat3f{Vec3f{0.6f, 0, 0.8f}, Vec3f{-0.8f, 0, 0.6f}, Vec3f{0, -1, 0}},  // on its face, turned
  };
  int steep = 0;
  for (const Mat3f& frame : frames) {
    for (const double azimuth : {0.0, 90.0, 180.0, 270.0}) {
      for (const double elevation : {-90.0, 0.0, 90.0}) {
        scene::Scene scene = town();
        scene.instances[0].axes = frame;
        schema::Inputs inputs;
        inputs.add("town", scene);
        render::PictureParams params;
        params.azimuth = azimuth, params.elevation = elevation;
        params.camera = about({}, 0);
        params.camera->relative_to = render::CameraFrame::part;
        place_camera(params, inputs);
        const render::ViewAxes own = render::axes_of(azimuth, elevation);
        const render::ViewAxes axes = render::axes_of(*params.azimuth, *params.elevation);
        CHECK(glm::length(axes.back - Mat3{frame} * own.back) < 1e-6);
        if (std::abs(axes.back.y) < 0.999) continue;
        ++steep;
        CHECK(glm::length(axes.up - Mat3{frame} * own.up) < 1e-6);
      }
    }
  }
  CHECK(steep == 30);  // eight of each of the first three frames, two of each of the others
}

TEST_CASE("scene part: names and numbers that a scene does not have are refused with the nearest ones", "[render]") {
  using Catch::Contains;
  const scene::Scene scene = town();
  CHECK_THROWS_WITH(scene_part(scene, about("town/hose_1")),
                    Contains("no group 'town/hose_1'") && Contains("did you mean 'town/house_1'?"));
  CHECK_THROWS_WITH(scene_part(scene, about({}, 0, "dor")), Contains("did you mean 'door'?"));
  CHECK_THROWS_WITH(scene_part(scene, about({}, 6)), Contains("the scene has no instance 6: it has 6 instances"));
  CHECK_THROWS_WITH(scene_part(scene, about("town/house_0", 1, "door")),
                    Contains("'town/house_0' has no instance 1 of 'door': it has 1 instance"));
  scene::Scene plain = town();
  plain.groups.clear();
  CHECK_THROWS_WITH(scene_part(plain, about("town")), Contains("it has no groups"));
  const mesh::Mesh mesh = render::test::box({0, 0, 0}, {1, 1, 1});
  schema::Inputs inputs;
  inputs.add("town", mesh);
  render::PictureParams params;
  params.camera = about("town");
  CHECK_THROWS_WITH(place_camera(params, inputs), Contains("'camera.group' needs a scene"));
}
