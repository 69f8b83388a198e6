#include <limits>
#include <vector>
#include "support/catch.h"

#include "base/math/math.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "picture/render/render.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;
using namespace weald::render::test;

namespace {

PictureParams small_picture() {
  PictureParams params;
  params.size = {{160, 120}};
  return params;
}

Mat4 moved(const Vec3& by) {
  Mat4 m{1.0};
  m[3] = Vec4{by, 1.0};
  return m;
}

}  // namespace

TEST_CASE("render_meshes: no items or an empty mesh give the background, paler towards the bottom", "[render]") {
  const mesh::Mesh empty;
  const Image nothing = picture_of({}, small_picture());
  CHECK(nothing.pixels.width() == 160);
  CHECK(nothing.pixels == picture_of({{&empty}}, small_picture()).pixels);
  for (int x = 1; x < 160; ++x) REQUIRE(difference(nothing.pixels.at(x, 60), nothing.pixels.at(0, 60)) <= 1);
  CHECK(brightness(nothing.pixels.at(5, 119)) > brightness(nothing.pixels.at(5, 0)));
}

TEST_CASE("render_meshes: bytes are the same for 1, 2 and 8 threads, and for shared or copied meshes", "[render]") {
  const mesh::Mesh a = box({0, 0, 0}, {1, 2, 1}, {0.7f, 0.3f, 0.2f}), b = box({0, 0, 0}, {1, 2, 1}, {0.7f, 0.3f, 0.2f});
  std::vector<MeshItem> shared, copied;
  for (int i = 0; i < 12; ++i) {
    const Mat4 place = moved({i * 1.3, 0.1 * i, (i % 3) * 1.7});
    shared.push_back({&a, place});
    copied.push_back({i % 2 == 0 ? &a : &b, place});
  }
  std::vector<Image> pictures;
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    pictures.push_back(picture_of(shared, small_picture()));
  }
  CHECK(pictures[0].pixels == pictures[1].pixels);
  CHECK(pictures[0].pixels == pictures[2].pixels);
  CHECK(pictures[0].pixels == picture_of(copied, small_picture()).pixels);
}

TEST_CASE("render_meshes: a tint is a factor of the mesh's colour in linear light", "[render]") {
  // 0.8 is 0.603827 in linear light; times 0.2158605, of the tint 128, that is 0.130342, in sRGB 0.397207.
  const mesh::Mesh white = box({0, 0, 0}, {1, 2, 1}, {0.8f, 0.8f, 0.8f}),
                   brown = box({0, 0, 0}, {1, 2, 1}, {0.8f, 0.397207f, 0.397207f});
  const Mat4 aside = moved({2, 0, 0});
  const Image tinted = picture_of({{&white}, {&white, aside, {255, 128, 128}}}, small_picture());
  const Image painted = picture_of({{&white}, {&brown, aside}}, small_picture());
  for (int y = 0; y < 120; ++y)
    for (int x = 0; x < 160; ++x) REQUIRE(difference(tinted.pixels.at(x, y), painted.pixels.at(x, y)) <= 1);
  CHECK(tinted.pixels != picture_of({{&white}, {&white, aside}}, small_picture()).pixels);
}

TEST_CASE("render_meshes: the nearer of two walls is visible in any order of items", "[render]") {
  const mesh::Mesh red = box({-1, -1, 0.9f}, {1, 1, 1.0f}, {0.9f, 0.1f, 0.1f}),
                   blue = box({-1, -1, -1}, {1, 1, -0.9f}, {0.1f, 0.1f, 0.9f});
  PictureParams params = small_picture();
  params.elevation = 0;
  for (const double azimuth : {180.0, 0.0}) {
    params.azimuth = azimuth;
    params.sun_azimuth = azimuth;
    const Image one = picture_of({{&red}, {&blue}}, params), other = picture_of({{&blue}, {&red}}, params);
    CHECK(one.pixels == other.pixels);
    const Rgba8 middle = one.pixels.at(80, 60);
    CHECK((azimuth == 180.0 ? middle.r > middle.b + 50 : middle.b > middle.r + 50));
  }
}

TEST_CASE("render_meshes: the subject stays inside the margin", "[render]") {
  const mesh::Mesh dark = box({-2, 0, -1}, {2, 1.5f, 1}, {0.05f, 0.05f, 0.05f});
  PictureParams params = small_picture();
  params.ground = false;
  params.margin = 0.12;
  params.elevation = GENERATE(-30.0, 0.0, 35.0, 90.0);
  const Image empty = picture_of({}, params), image = picture_of({{&dark}}, params);
  int left = 160, right = -1, top = 120, bottom = -1;
  for (int y = 0; y < 120; ++y) {
    for (int x = 0; x < 160; ++x) {
      if (image.pixels.at(x, y) == empty.pixels.at(x, y)) continue;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
    }
  }
  CHECK(left >= static_cast<int>(0.12 * 160));
  CHECK(right <= static_cast<int>(0.88 * 160));
  CHECK(top >= static_cast<int>(0.12 * 120));
  CHECK(bottom <= static_cast<int>(0.88 * 120));
  CHECK((right - left > 100 || bottom - top > 75));
}

TEST_CASE("render_meshes: a box casts its shadow away from the sun", "[render]") {
  const mesh::Mesh tower = box({-0.5f, 0, -0.5f}, {0.5f, 3, 0.5f});
  PictureParams params = small_picture();
  params.azimuth = 180;
  params.elevation = 60;
  params.zoom = 0.5;
  params.sun_elevation = 40;
  const Image plain = picture_of({}, params);
  const auto darkened = [&](const Image& image, int x0, int x1) {
    int sum = 0;
    for (int x = x0; x < x1; ++x) sum += brightness(plain.pixels.at(x, 75)) - brightness(image.pixels.at(x, 75));
    return sum;
  };
  params.sun_azimuth = 270;  // from the west: the shadow falls to the east, on the right
  const Image west = picture_of({{&tower}}, params);
  params.sun_azimuth = 90;
  const Image east = picture_of({{&tower}}, params);
  CHECK(darkened(west, 92, 110) > 20 * 50);
  CHECK(darkened(west, 50, 68) < 20 * 25);
  CHECK(darkened(east, 50, 68) > 20 * 50);
  CHECK(darkened(east, 92, 110) < 20 * 25);
}

TEST_CASE("render_meshes: without a ground no pixel outside the subject changes", "[render]") {
  const mesh::Mesh tower = box({-0.5f, 0, -0.5f}, {0.5f, 3, 0.5f});
  PictureParams params = small_picture();
  params.zoom = 0.4;
  params.ground = false;
  const Image plain = picture_of({}, params), image = picture_of({{&tower}}, params);
  for (int y = 0; y < 120; ++y) {
    REQUIRE(image.pixels.at(20, y) == plain.pixels.at(20, y));
    REQUIRE(image.pixels.at(140, y) == plain.pixels.at(140, y));
  }
}

TEST_CASE("render_meshes: a lit plane has no shadow acne for any position of the sun", "[render]") {
  const mesh::Mesh plate = box({-5, -0.2f, -5}, {5, 0, 5});
  PictureParams params = small_picture();
  params.elevation = 50;
  params.ground = false;
  params.sun_elevation = GENERATE(8.0, 25.0, 60.0);
  params.sun_azimuth = GENERATE(20.0, 111.0);
  const Image image = picture_of({{&plate}}, params);
  // Neighbouring pixels in the middle of the plate differ by no more than the dither and the slow change of light.
  for (int y = 50; y < 70; ++y) {
    for (int x = 60; x < 100; ++x) REQUIRE(difference(image.pixels.at(x, y), image.pixels.at(x + 1, y)) <= 3);
  }
}

TEST_CASE("render_meshes: degenerate and unbounded input still gives a picture", "[render]") {
  const float nan = std::numeric_limits<float>::quiet_NaN(), huge = 3e38f;
  mesh::Mesh broken = box({0, 0, 0}, {1, 1, 1});
  broken.positions[3] = {nan, 0, 0};
  const mesh::Mesh point = triangle({2, 2, 2}, {2, 2, 2}, {2, 2, 2}), line = triangle({0, 0, 0}, {1, 0, 0}, {2, 0, 0});
  const mesh::Mesh vast = triangle({-huge, 0, 0}, {huge, 0, 0}, {0, huge, 0}),
                   tiny = triangle({0, 0, 0}, {1e-38f, 0, 0}, {0, 1e-38f, 0});
  for (const mesh::Mesh* m : std::initializer_list<const mesh::Mesh*>{&broken, &point, &line, &vast, &tiny}) {
    const Image image = picture_of({{m}}, small_picture());
    CHECK(image.pixels.size() == 160u * 120u);
  }
  CHECK(picture_of({{&broken, Mat4{0.0}}}, small_picture()).pixels.size() == 160u * 120u);
  CHECK(
      picture_of({{&broken, moved({std::numeric_limits<double>::quiet_NaN(), 0, 0})}}, small_picture()).pixels.size() ==
      160u * 120u);
}

TEST_CASE("render_meshes: a leaf lit from behind glows and a solid card does not", "[render]") {
  mesh::Mesh card = triangle({-1, -1, 0}, {1, -1, 0}, {0, 1.5f, 0}, {0.3f, 0.6f, 0.2f});
  PictureParams params = small_picture();
  params.azimuth = 180;
  params.elevation = 0;
  params.ground = false;
  params.sun_azimuth = 0;
  const Image solid = picture_of({{&card}}, params);
  card.materials[0].two_sided = true;
  const Image leaf = picture_of({{&card}}, params);
  CHECK(leaf.pixels.at(80, 70).g > solid.pixels.at(80, 70).g + 25);
}

TEST_CASE("render_meshes: wind data do not affect the picture", "[render]") {
  mesh::Mesh plain = box({0, 0, 0}, {1, 2, 1}, {0.7f, 0.3f, 0.2f});
  plain.colours.clear();
  mesh::Mesh windy = plain, red = plain;
  windy.wind.assign(plain.vertex_count(), Rgba8{255, 0, 0, 255});
  red.colours = windy.wind;
  const auto picture = [](const mesh::Mesh& mesh) { return picture_of({{&mesh, Mat4{1.0}}}, small_picture()).pixels; };
  CHECK_FALSE(picture(plain) == picture(red));
  CHECK(picture(plain) == picture(windy));
}

TEST_CASE("render_meshes: a run that is interrupted stops", "[render]") {
  const mesh::Mesh cube = box({0, 0, 0}, {1, 1, 1});
  const std::atomic<bool> stop{true};
  RunContext context;
  context.stop = &stop;
  const MeshItem item{&cube};
  CHECK_THROWS_AS(render_meshes({&item, 1}, small_picture(), context), Interrupted);
}
