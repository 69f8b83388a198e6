#include "picture/sheets/lines.h"

#include <limits>
#include "support/catch.h"

#include "base/math/math.h"
#include "base/parallel.h"
#include "picture/sheets/detail/stroke.h"
#include "picture/surface/colour.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;
using namespace weald::render::test;

namespace {

Line line_of(std::vector<Vec3> points) {
  Line line;
  line.path.points = std::move(points);
  return line;
}

PictureParams ink() {
  PictureParams params;
  params.size = {{200, 100}};
  params.paper = {1, 1, 1};
  params.line_colour = {0, 0, 0};
  params.margin = 0.1;
  return params;
}

// Area covered by black, in pixels, computed from linear brightness.
double covered(const Image& image) {
  const SrgbTable srgb;
  double sum = 0;
  for (const Rgba8& p : image.pixels.values()) sum += 1.0 - static_cast<double>(srgb.linear(p.r));
  return sum;
}

}  // namespace

TEST_CASE("lines: a straight line covers its length times its width", "[render]") {
  PictureParams params = ink();
  params.line_width = GENERATE(0.4, 1.0, 1.6, 5.0);
  const Vec3 end = GENERATE(Vec3{2, 0, 0}, Vec3{2, 0.31, 0}, Vec3{2, 1, 0}, Vec3{0, 1, 0});
  const Image image = render_lines(std::vector{line_of({{0, 0, 0}, end})}, LineView::xy, params, {});
  const double scale = std::min(end.x > 0 ? 160.0 / end.x : 1e9, end.y > 0 ? 80.0 / end.y : 1e9);
  const double length = glm::length(end) * scale;
  const double ends = 0.25 * math::kPi * params.line_width * params.line_width;  // the two round caps form one disk
  CHECK(covered(image) == Approx(length * params.line_width + ends).epsilon(0.05));
}

TEST_CASE("lines: splitting a line into many segments changes no pixel by more than one code", "[render]") {
  PictureParams params = ink();
  params.line_opacity = GENERATE(1.0, 0.5);
  std::vector<Vec3> points;
  for (int i = 0; i <= 64; ++i) points.push_back({i / 32.0, i / 64.0, 0});
  const Image one = render_lines(std::vector{line_of({{0, 0, 0}, {2, 1, 0}})}, LineView::xy, params, {});
  const Image many = render_lines(std::vector{line_of(points)}, LineView::xy, params, {});
  for (int y = 0; y < 100; ++y) {
    for (int x = 0; x < 200; ++x) REQUIRE(difference(one.pixels.at(x, y), many.pixels.at(x, y)) <= 1);
  }
}

TEST_CASE("lines: translucent crossings are darker than the lines, opaque ones are not", "[render]") {
  PictureParams params = ink();
  params.line_width = 6;
  const std::vector cross{line_of({{-1, 0, 0}, {1, 0, 0}}), line_of({{0, -1, 0}, {0, 1, 0}})};
  CHECK(brightness(render_lines(cross, LineView::xy, params, {}).pixels.at(100, 50)) == 0);
  params.line_opacity = 0.4;
  const Image image = render_lines(cross, LineView::xy, params, {});
  CHECK(brightness(image.pixels.at(100, 50)) + 60 < brightness(image.pixels.at(80, 50)));
}

TEST_CASE("lines: in xy, y points up, and in xz, z points down", "[render]") {
  PictureParams params = ink();
  params.line_width = 4;
  const Image front = render_lines(std::vector{line_of({{0, 0, 0}, {0, 1, 0}, {0.8, 1, 0}})}, LineView::xy, params, {});
  const Image above = render_lines(std::vector{line_of({{0, 0, 0}, {0, 0, 1}, {0.8, 0, 1}})}, LineView::xz, params, {});
  CHECK(brightness(front.pixels.at(110, 10)) < 60);  // the bar at the top
  CHECK(brightness(front.pixels.at(110, 89)) > 700);
  CHECK(brightness(above.pixels.at(110, 89)) < 60);
  CHECK(brightness(above.pixels.at(110, 10)) > 700);
}

TEST_CASE("lines: the colour changes along the length to the end colour", "[render]") {
  PictureParams params = ink();
  params.line_width = 6;
  params.line_colour = {1, 0, 0};
  params.line_end_colour = Vec3f{0, 0, 1};
  const Image image = render_lines(std::vector{line_of({{0, 0, 0}, {1, 0, 0}})}, LineView::xy, params, {});
  CHECK(image.pixels.at(22, 50).r > 240);
  CHECK(image.pixels.at(177, 50).b > 240);
  CHECK(image.pixels.at(100, 50).r == Approx(image.pixels.at(100, 50).b).margin(6));
}

TEST_CASE("lines: a closed line joins its end to its start", "[render]") {
  PictureParams params = ink();
  Line square = line_of({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  const double open = covered(render_lines(std::vector{square}, LineView::xy, params, {}));
  square.path.closed = true;
  CHECK(covered(render_lines(std::vector{square}, LineView::xy, params, {})) > open * 1.25);
}

TEST_CASE("lines: in perspective the nearer line is on top in any order", "[render]") {
  PictureParams params = ink();
  params.azimuth = 180;
  params.elevation = 0;
  params.line_width = 8;
  Line near = line_of({{-1, 0, 1}, {1, 0, 1}}), far = line_of({{0, -1, -1}, {0, 1, -1}});
  near.colour = Vec3f{1, 0, 0};
  far.colour = Vec3f{0, 0, 1};
  const Image a = render_lines(std::vector{near, far}, LineView::camera, params, {});
  const Image b = render_lines(std::vector{far, near}, LineView::camera, params, {});
  CHECK(a.pixels == b.pixels);
  CHECK(a.pixels.at(100, 50).r > a.pixels.at(100, 50).b);
}

TEST_CASE("lines: radii taper the stroke, but never below the line width", "[render]") {
  PictureParams params = ink();
  params.line_width = 2;
  Line rod = line_of({{0, 0, 0}, {1, 0, 0}});
  rod.radii = {0.1, 0.0};
  const Image image = render_lines(std::vector{rod}, LineView::xy, params, {});
  const auto height_at = [&](int x) {
    int count = 0;
    for (int y = 0; y < 100; ++y) count += brightness(image.pixels.at(x, y)) < 600 ? 1 : 0;
    return count;
  };
  CHECK(height_at(45) > height_at(100));
  CHECK(height_at(100) > height_at(170));
  CHECK(height_at(170) >= 2);
}

TEST_CASE("lines: no lines, single points and non-finite points still give a picture", "[render]") {
  const PictureParams params = ink();
  const Image empty = render_lines({}, LineView::xy, params, {});
  for (const Rgba8& p : empty.pixels.values()) REQUIRE(p == Rgba8{255, 255, 255, 255});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const LineView view : {LineView::xy, LineView::xz, LineView::camera}) {
    CHECK(render_lines(std::vector{line_of({}), line_of({{nan, 0, 0}})}, view, params, {}).pixels == empty.pixels);
    CHECK(covered(render_lines(std::vector{line_of({{3, 3, 3}})}, view, params, {})) > 0.5);
    CHECK(covered(render_lines(std::vector{line_of({{0, 0, 0}, {nan, 1, 1}, {1, 0, 1}})}, view, params, {})) > 10.0);
    CHECK(covered(render_lines(std::vector{line_of({{-1e300, 0, 0}, {1e300, 0, 0}})}, view, params, {})) >= 0.0);
  }
}

TEST_CASE("lines: bytes are the same for 1 and 8 threads", "[render]") {
  PictureParams params = ink();
  params.line_opacity = 0.5;
  std::vector<Line> lines;
  for (int i = 0; i < 60; ++i) {
    lines.push_back(line_of(
        {{math::sin_deg(i * 6.0), math::cos_deg(i * 6.0), 0}, {math::sin_deg(i * 12.0), math::cos_deg(i * 12.0), 0}}));
  }
  for (const LineView view : {LineView::xy, LineView::camera}) {
    std::vector<Image> pictures;
    for (const int threads : {1, 8}) {
      const ThreadLimit limit(threads);
      pictures.push_back(render_lines(lines, view, params, {}));
    }
    CHECK(pictures[0].pixels == pictures[1].pixels);
  }
}
