// Projection, fog, wireframe, clay, and the strengths of sun and sky.

#include <cmath>
#include "support/catch.h"

#include "picture/camera/camera.h"
#include "picture/render/render.h"
#include "picture/shading/picture_scene.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;
using namespace weald::render::test;

namespace {

PictureParams small_still() {
  PictureParams params;
  params.size = {{160, 120}};
  params.ground = false;
  return params;
}

// Number of columns of a row in which the picture differs from an empty one.
int width_at(const Image& image, const Image& empty, int y) {
  int count = 0;
  for (int x = 0; x < image.pixels.width(); ++x) count += image.pixels.at(x, y) == empty.pixels.at(x, y) ? 0 : 1;
  return count;
}

}  // namespace

TEST_CASE(
    "orthographic camera: rays lead back to points, parallel lines stay parallel, and the subject fills the frame",
    "[render]") {
  PictureParams params;
  params.projection = ProjectionKind::orthographic;
  params.margin = 0.1;
  const PixelSize size{800, 500};
  const ViewAxes axes = axes_of(130, 20);
  const std::vector<Vec3> points{{0, 0, 0}, {4, 1, -2}, {-3, 2, 7}, {1, 6, 1}};
  FrustumSupport support;
  for (const Vec3& p : points) add_support(support, axes, subject_shape(params, size), p);
  const Camera camera = fit_camera(support, axes, params, size);
  double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
  for (const Vec3& p : points) {
    const Vec2 pixel = camera.project(p);
    const Ray ray = camera.ray(pixel.x, pixel.y);
    CHECK(glm::length(ray.origin + ray.direction * camera.depth(p) - p) < 1e-9);
    CHECK(camera.depth(p) > 0.0);
    CHECK(camera.depth(p) < camera.reach());
    const Vec2 moved = camera.project(p + Vec3{1, 2, 3}) - pixel,
               first = camera.project(Vec3{1, 2, 3}) - camera.project({0, 0, 0});
    CHECK(glm::length(moved - first) < 1e-9);
    left = std::min(left, pixel.x), right = std::max(right, pixel.x);
    top = std::min(top, pixel.y), bottom = std::max(bottom, pixel.y);
  }
  CHECK(left + right == Approx(800));
  CHECK(top + bottom == Approx(500));
  CHECK((right - left == Approx(640) || bottom - top == Approx(400)));
}

TEST_CASE("orthographic: a distant box is as wide as a near one", "[render]") {
  const mesh::Mesh box_mesh = box({-1, 0, -1}, {1, 1, 1});
  Mat4 behind{1.0};
  behind[3] = Vec4{0, 3, -40, 1};
  PictureParams params = small_still();
  params.azimuth = 180;
  params.elevation = 0;
  params.field_of_view = 60;
  const Image empty = picture_of({}, params);
  const auto widths = [&] {
    const Image image = picture_of({{&box_mesh}, {&box_mesh, behind}}, params);
    std::vector<int> all;
    for (int y = 0; y < 120; ++y) {
      const int width = width_at(image, empty, y);
      if (width > 0 && (all.empty() || std::abs(all.back() - width) > 2)) all.push_back(width);
    }
    return all;
  };
  params.projection = ProjectionKind::orthographic;
  CHECK(widths().size() == 1);
  params.projection = ProjectionKind::perspective;
  CHECK(widths().size() >= 2);
}

TEST_CASE("fog: half of the light is hidden after the given length", "[render]") {
  const Fog fog{50, std::nullopt, 0, 10};
  const Ray level{{0, 3, 0}, {0, 0, -1}};
  CHECK(fog_share(fog, level, 5) == 0.0);
  CHECK(fog_share(fog, level, 10) == 0.0);
  CHECK(fog_share(fog, level, 60) == Approx(0.5));
  CHECK(fog_share(fog, level, 110) == Approx(0.75));
  CHECK(fog_share(fog, level, 1e12) == Approx(1.0));
}

TEST_CASE("fog: the closed form for fog that thins with height equals a sum over short steps", "[render]") {
  const Fog fog{40, 8.0, 1, 2};
  for (const Vec3& direction : {Vec3{0, 0.4, -1}, Vec3{0.3, -0.1, -1}, Vec3{0, 1e-9, -1}, Vec3{0, 3, -1}}) {
    const Ray ray{{0, 12, 0}, direction};
    const double depth = 60, step = 1e-3;
    double dense = 0;
    for (double d = fog.nearest + step / 2; d < depth; d += step)
      dense += step * glm::length(direction) * std::exp2(-(12 + direction.y * d - fog.foot) / 8.0);
    CHECK(fog_share(fog, ray, depth) == Approx(1 - std::exp2(-dense / fog.half)).margin(1e-6));
  }
  const Ray up{{0, 1, 0}, {0, 1, -1}};  // to a height without fog: the total is finite
  CHECK(fog_share(fog, up, 1e12) ==
        Approx(1 - std::exp2(-8.0 * std::sqrt(2.0) / std::log(2.0) / 40 * std::exp2(-2 / 8.0))).margin(1e-9));
}

TEST_CASE("fog: a distant wall takes on the fog's colour and the nearest one keeps its own", "[render]") {
  const mesh::Mesh wall = box({-1, 0, -0.1f}, {1, 1, 0.1f}, {0.1f, 0.1f, 0.1f});
  Mat4 behind{1.0};
  behind[3] = Vec4{0, 2, -30, 1};
  PictureParams params = small_still();
  params.azimuth = 180;
  params.elevation = 0;
  params.projection = ProjectionKind::orthographic;
  const Image clear = picture_of({{&wall}, {&wall, behind}}, params);
  params.fog = 1.0;
  params.fog_colour = {1, 0, 0};
  const Image foggy = picture_of({{&wall}, {&wall, behind}}, params);
  CHECK(difference(foggy.pixels.at(80, 95), clear.pixels.at(80, 95)) <= 2);
  CHECK(foggy.pixels.at(80, 30).r >= 254);
  CHECK(foggy.pixels.at(80, 30).g <= 1);
}

TEST_CASE("wireframe: lines run along the edges of faces but not along a quad's diagonal", "[render]") {
  const mesh::Mesh card = box({-1, -1, -0.01f}, {1, 1, 0.01f});
  PictureParams params = small_still();
  params.size = {{120, 120}};
  params.azimuth = 180;
  params.elevation = 0;
  params.projection = ProjectionKind::orthographic;
  params.margin = 0.1;
  const Image plain = picture_of({{&card}}, params);
  params.wireframe = 3;
  params.wireframe_colour = {1, 0, 0};
  const Image wired = picture_of({{&card}}, params);
  for (int i = 20; i < 100; ++i) {
    REQUIRE(difference(wired.pixels.at(i, i), plain.pixels.at(i, i)) == 0);  // the diagonals
    REQUIRE(difference(wired.pixels.at(i, 119 - i), plain.pixels.at(i, 119 - i)) == 0);
    REQUIRE(wired.pixels.at(i, 12).g < 10);  // the edges, 1.5 px inside them
    REQUIRE(wired.pixels.at(12, i).g < 10);
  }
}

TEST_CASE("wireframe: a relief has lines along its samples, thinned out until cells are wide enough", "[render]") {
  const auto [cells, lines_expected] = GENERATE(std::pair{10, 11}, std::pair{60, 31});
  Heightmap map(GridSpec{cells + 1, cells + 1, 2.0});
  PictureParams params = small_still();
  params.style = HeightStyle::relief;
  params.size = {{300, 300}};
  params.azimuth = 180;
  params.elevation = 90;
  params.projection = ProjectionKind::orthographic;
  params.margin = 0.1;  // 240 pixels: 24 or 4 per cell, of which 4 is below the minimum of 6
  params.water = false;
  params.sun_strength = 0;
  const Image plain = render_heightmap(map, params, RunContext{});
  params.wireframe = 1;
  params.wireframe_colour = {1, 0, 0};
  const Image wired = render_heightmap(map, params, RunContext{});
  int lines = 0;
  bool inside = false;
  for (int x = 0; x < 300; ++x) {  // across the lines that run north, between two lines that run east
    const bool line = wired.pixels.at(x, 154).g + 10 < plain.pixels.at(x, 154).g;
    lines += line && !inside ? 1 : 0;
    inside = line;
  }
  CHECK(lines == lines_expected);
}

TEST_CASE("clay: the colours of meshes do not matter", "[render]") {
  const mesh::Mesh red = box({0, 0, 0}, {1, 1, 1}, {0.9f, 0.1f, 0.1f}),
                   blue = box({0, 0, 0}, {1, 1, 1}, {0.1f, 0.1f, 0.9f});
  PictureParams params = small_still();
  CHECK_FALSE(picture_of({{&red}}, params).pixels == picture_of({{&blue}}, params).pixels);
  params.clay = true;
  CHECK(picture_of({{&red}}, params).pixels == picture_of({{&blue}}, params).pixels);
}

TEST_CASE("sun strength: at strength 0 the bearing of the sun changes nothing", "[render]") {
  const mesh::Mesh cube = box({0, 0, 0}, {1, 1, 1});
  PictureParams params = small_still();
  params.ground = true;
  params.sun_strength = 0;
  params.sun_azimuth = 100;
  const Image one = picture_of({{&cube}}, params);
  params.sun_azimuth = 300;
  CHECK(one.pixels == picture_of({{&cube}}, params).pixels);
  params.sky_strength = 2;
  CHECK(brightness(picture_of({{&cube}}, params).pixels.at(80, 60)) > brightness(one.pixels.at(80, 60)) + 30);
}
