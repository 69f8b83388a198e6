// Series of pictures: where the camera is in each frame, and that a frame is the picture from there.

#include <array>
#include <map>

#include "support/catch.h"

#include "base/error.h"
#include "base/math/math.h"
#include "formats/images/png_reader.h"
#include "picture/render/camera_path.h"
#include "picture/render/frames.h"
#include "picture/render/picture.h"
#include "picture/render/shared_view.h"
#include "support/memory_store.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::pipeline;
using render::PictureParams;

namespace {

/// A path of straight segments through the points.
curve::Path path_through(const std::vector<Vec3>& points, bool closed = false) {
  curve::Path path;
  path.closed = closed;
  for (std::size_t i = 0; i + 1 < points.size(); ++i)
    path.segments.push_back({{Vec4{points[i], 1}, Vec4{points[i + 1], 1}}});
  if (closed) path.segments.push_back({{Vec4{points.back(), 1}, Vec4{points.front(), 1}}});
  return path;
}

/// A camera that is placed on the curves by their names.
render::CameraParams placed(render::CameraParams camera, int frames,
                            const std::map<std::string, curve::Curve>& curves) {
  schema::Inputs inputs;
  for (const auto& [name, curve] : curves) inputs.add(name, curve);
  PictureParams params;
  params.camera = std::move(camera);
  params.frames = render::FrameParams{frames};
  place_camera(params, inputs);
  return *params.camera;
}

render::CameraParams on_curve() {
  render::CameraParams camera;
  camera.along.stage = "way";
  return camera;
}

PictureParams small_frame() {
  PictureParams params;
  params.size = {{48, 32}};
  params.samples = 4;
  return params;
}

// Two boxes, so that no two bearings show the same.
Artifact boxes() {
  scene::Scene scene;
  scene.prototypes.push_back(
      {"a", std::make_shared<const mesh::Mesh>(render::test::box({-1, 0, -1}, {1, 3, 1}, {0.8f, 0.3f, 0.2f}))});
  scene.varieties.push_back({});
  scene.instances.resize(2);
  scene.instances[1].position = {3, 0, 1};
  return scene;
}

}  // namespace

TEST_CASE("frames: a camera on an open curve moves from end to end by equal lengths", "[render]") {
  // 3 + 4 + 5 metres, so frames lie at 0, 3, 6, 9 and 12.
  const curve::Curve way{{path_through({{0, 0, 0}, {3, 0, 0}, {3, 4, 0}, {3, 4, 5}})}};
  const auto stops = placed(on_curve(), 5, {{"way", way}}).stops;
  const std::array<Vec3, 5> expected{Vec3{0, 0, 0}, Vec3{3, 0, 0}, Vec3{3, 3, 0}, Vec3{3, 4, 2}, Vec3{3, 4, 5}};
  REQUIRE(stops.size() == expected.size());
  for (std::size_t i = 0; i < stops.size(); ++i) CHECK(glm::length(stops[i].position - expected[i]) < 1e-6);
  // It looks a twentieth of 12 m ahead, and straight on beyond the end.
  CHECK(glm::length(*stops[0].target - Vec3{0.6, 0, 0}) < 1e-6);
  CHECK(glm::length(*stops[4].target - Vec3{3, 4, 5.6}) < 1e-6);
}

TEST_CASE("frames: the frames of a closed curve do not repeat the first", "[render]") {
  const curve::Curve way{{path_through({{0, 0, 0}, {2, 0, 0}, {2, 0, 2}, {0, 0, 2}}, true)}};
  render::CameraParams camera = on_curve();
  camera.above = 1.5, camera.ahead = 3.0, camera.at = 0.25;
  const auto stops = placed(camera, 4, {{"way", way}}).stops;
  const std::array<Vec3, 4> corners{Vec3{2, 1.5, 0}, Vec3{2, 1.5, 2}, Vec3{0, 1.5, 2}, Vec3{0, 1.5, 0}};
  for (std::size_t i = 0; i < 4; ++i) CHECK(glm::length(stops[i].position - corners[i]) < 1e-6);
  CHECK(glm::length(*stops[0].target - Vec3{1, 1.5, 2}) < 1e-6);  // one side and half of the next
  CHECK(glm::length(*stops[2].target - Vec3{1, 1.5, 0}) < 1e-6);
}

TEST_CASE("frames: a camera looks at its target, or at the same share of another curve", "[render]") {
  const curve::Curve way{{path_through({{0, 0, 0}, {10, 0, 0}})}}, other{{path_through({{0, 0, 9}, {0, 4, 9}})}};
  render::CameraParams camera = on_curve();
  camera.toward.stage = "other";
  const auto moved = placed(camera, 3, {{"way", way}, {"other", other}});
  CHECK(glm::length(*moved.stops[1].target - Vec3{0, 2, 9}) < 1e-6);
  CHECK(*moved.target == *moved.stops[0].target);  // a single picture is the first frame
  camera = on_curve();
  camera.target = Vec3{1, 2, 3};
  const auto fixed = placed(camera, 3, {{"way", way}});
  CHECK(fixed.target == Vec3{1, 2, 3});
  CHECK_FALSE(fixed.stops[2].target);
}

TEST_CASE("frames: a camera needs a curve of one path with a length", "[render]") {
  const curve::Path side = path_through({{0, 0, 0}, {1, 0, 0}});
  CHECK_THROWS_WITH(placed(on_curve(), 2, {{"way", {{side, side}}}}), Catch::Contains("one path, not of 2"));
  CHECK_THROWS_WITH(placed(on_curve(), 2, {{"way", {}}}), Catch::Contains("one path, not of 0"));
  CHECK_THROWS_WITH(placed(on_curve(), 2, {{"way", {{path_through({{1, 0, 0}, {1, 0, 0}})}}}}),
                    Catch::Contains("a length"));
}

TEST_CASE("frames: a frame on a curve is the picture from there, under the sun of the first frame", "[render]") {
  const Artifact subject = boxes();
  const curve::Curve way{{path_through({{0, 2, -12}, {12, 2, 0}, {0, 3, 12}})}};
  PictureParams params = small_frame();
  params.frames = render::FrameParams{3};
  params.camera = on_curve();
  params.camera->target = Vec3{1, 1, 0};
  schema::Inputs inputs;
  inputs.add("way", way);
  place_camera(params, inputs);
  const ArtifactRef ref(subject);
  const RunContext context;
  FrameSeries series(ref, params, context);
  REQUIRE(series.count() == 3);
  const Image first = series.image(0), last = series.image(2);  // the second one reuses the light of the first
  PictureParams single = small_frame();
  single.camera.emplace();
  single.camera->position = Vec3{0, 3, 12}, single.camera->target = Vec3{1, 1, 0};
  // The camera of the first frame stands to the north, slightly to the west of its target.
  single.sun_azimuth = math::degrees(math::atan2(-1.0, 12.0)) + render::kSunFromCamera;
  CHECK(last.pixels == draw(subject, single, context).pixels);
  CHECK_FALSE(first.pixels == last.pixels);
}

TEST_CASE("frames: without a placed camera, the subject turns like on a turntable", "[render]") {
  const Artifact subject = boxes();
  PictureParams params = small_frame();
  params.frames = render::FrameParams{4};
  const ArtifactRef ref(subject);
  const RunContext context;
  FrameSeries series(ref, params, context);
  const PictureParams turning = turntable_params(subject, small_frame());
  CHECK(series.image(1).pixels == draw(subject, turned(turning, 90), context).pixels);
  params.frames->turn = 90.0;  // not a full turn, so the last frame is at its end
  FrameSeries quarter(ref, params, context);
  CHECK(quarter.image(3).pixels == series.image(1).pixels);
}

TEST_CASE("frames: kept frames and frames that are drawn are the same", "[render]") {
  const Artifact subject = boxes();
  PictureParams params = small_frame();
  params.frames = render::FrameParams{2};
  weald::test::MemoryStore store;
  RunContext keeping;
  keeping.store = &store;
  int fetched = 0;
  const auto fetch = [&] {
    ++fetched;
    return std::make_shared<const Artifact>(subject);
  };
  const ArtifactRef plain(subject), first("digest", fetch), second("digest", fetch);
  const RunContext context;
  FrameSeries drawn(plain, params, context), made(first, params, keeping), kept(second, params, keeping);
  io::StringSink drawn_file, made_file, kept_file;
  drawn.write_animation(drawn_file);
  made.write_animation(made_file);
  kept.write_animation(kept_file);
  CHECK(fetched == 1);
  CHECK(drawn_file.text == made_file.text);
  CHECK(made_file.text == kept_file.text);
  const Image frame = io::decode_png(kept.file(1), "frame");
  CHECK(frame.pixels == drawn.image(1).pixels);
  const Image strip = film_strip(drawn);
  REQUIRE(strip.pixels.width() == 96);
  for (int y = 0; y < 32; ++y)
    for (int x = 0; x < 48; ++x) CHECK(strip.pixels.at(48 + x, y) == frame.pixels.at(x, y));
}
