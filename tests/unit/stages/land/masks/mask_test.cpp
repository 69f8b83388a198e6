#include "stages/land/masks/mask.h"

#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/math/math.h"
#include "methods/curve/bezier.h"
#include "methods/curve/interpolate.h"
#include "support/run_field.h"

using namespace weald;
using namespace weald::masks;
using test::FieldRun;

namespace {

curve::Curve polygon(const std::vector<Vec2>& points, bool closed = true) {
  curve::Path path;
  path.closed = closed;
  for (std::size_t i = 0; i + (closed ? 0 : 1) < points.size(); ++i) {
    const Vec2 &a = points[i], &b = points[(i + 1) % points.size()];
    path.segments.push_back(curve::make_segment(std::vector<Vec3>{{a.x, 0, a.y}, {b.x, 0, b.y}}));
  }
  return {{path}, curve::Plane::xz};
}

curve::Curve square(double x, double z, double side) {
  return polygon({{x, z}, {x + side, z}, {x + side, z + side}, {x, z + side}});
}

MaskParams on_grid(int size, double cell, const Vec2& origin) {
  MaskParams params;
  params.size = {size, size};
  params.cell_size = cell;
  params.origin = origin;
  params.fade = noise::Fade::linear;
  return params;
}

/// The mask of curves called c0, c1, ... and holes h0, h1, ...
FieldRun<Mask> run(MaskParams params, const std::vector<curve::Curve>& curves,
                   const std::vector<curve::Curve>& holes = {}) {
  schema::Inputs inputs;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    params.curves.push_back({"c" + std::to_string(i), {}});
    inputs.add(params.curves.back().stage, curves[i]);
  }
  for (std::size_t i = 0; i < holes.size(); ++i) {
    params.holes.push_back({"h" + std::to_string(i), {}});
    inputs.add(params.holes.back().stage, holes[i]);
  }
  return FieldRun<Mask>(params, {}, inputs);
}

}  // namespace

TEST_CASE("mask: a star by both rules against the angles under which its edges are seen") {
  std::vector<Vec2> points;
  for (int i = 0; i < 5; ++i)
    points.push_back({50 + 45 * math::sin_deg(144.0 * i), 50 - 45 * math::cos_deg(144.0 * i)});
  for (const curve::FillRule rule : {curve::FillRule::nonzero, curve::FillRule::even_odd}) {
    MaskParams params = on_grid(67, 1.5, {0.3, 0.1});
    params.rule = rule;
    const FieldRun<Mask> stage = run(params, {polygon(points)});
    const Heightmap made = stage.whole();
    bool equal = true;
    for (int y = 0; y < 67; ++y) {
      for (int x = 0; x < 67; ++x) {
        const Vec2 p = stage.grid.position(x, y);
        double turn = 0;
        for (std::size_t i = 0; i < 5; ++i) {
          const Vec2 a = points[i] - p, b = points[(i + 1) % 5] - p;
          turn += std::atan2(a.x * b.y - a.y * b.x, glm::dot(a, b));
        }
        const auto winding = static_cast<int>(std::lround(turn / (2 * math::kPi)));
        equal = equal && made.heights.at(x, y) == (curve::is_inside(rule, winding) ? 1.0f : 0.0f);
      }
    }
    CHECK(equal);
    CHECK(made.heights.at(33, 33) == (rule == curve::FillRule::nonzero ? 1 : 0));
  }
}

TEST_CASE("mask: the feather of a square is the exact distance from its border, on the side that is wanted") {
  const auto distance = [](const Vec2& p) {  // of the square from 20 to 80
    const Vec2 off = glm::abs(p - 50.0) - 30.0;
    const double outside = glm::length(glm::max(off, Vec2{0}));
    return outside > 0 ? outside : std::max(off.x, off.y);
  };
  for (const FeatherSide side : {FeatherSide::centred, FeatherSide::inside, FeatherSide::outside}) {
    MaskParams params = on_grid(90, 1.1, {0.2, 0.2});
    params.feather = 14;
    params.side = side;
    const FieldRun<Mask> stage = run(params, {square(20, 20, 60)});
    const Heightmap made = stage.whole();
    CHECK(stage.in_windows(17, 8).heights == made.heights);
    const double start = side == FeatherSide::centred ? -7 : side == FeatherSide::inside ? -14 : 0;
    for (int y = 0; y < 90; y += 3) {
      for (int x = 0; x < 90; x += 3) {
        const double expected = 1 - std::clamp((distance(stage.grid.position(x, y)) - start) / 14, 0.0, 1.0);
        CHECK(made.heights.at(x, y) == Approx(expected).margin(1e-6));
      }
    }
  }
}

TEST_CASE("mask: overlapping curves have no ramp inside their union, and even and odd has one") {
  MaskParams params = on_grid(61, 1, {0, 0});
  params.feather = 8;
  const std::vector<curve::Curve> two{square(10, 10, 30), square(20, 20, 30)};
  CHECK(run(params, two).whole().heights.at(30, 20) == 1);
  params.rule = curve::FillRule::even_odd;
  const Heightmap odd = run(params, two).whole();
  CHECK(odd.heights.at(30, 20) == Approx(0.5));
  CHECK(odd.heights.at(30, 30) == 0);
}

TEST_CASE("mask: bands, discs and holes against closed forms") {
  MaskParams params = on_grid(80, 1, {0, 0});
  params.width = 10;
  params.feather = 4;
  params.points = {{60, 60}, {20, 70}};
  params.radius = 9;
  const FieldRun<Mask> stage =
      run(params, {polygon({{10, 20}, {50, 20}}, false), square(40, 40, 35)}, {square(64, 35, 10)});
  const Heightmap made = stage.whole();
  CHECK(stage.in_windows(21, 80).heights == made.heights);
  const auto box = [](const Vec2& p, const Vec2& middle, double half) {
    const Vec2 off = glm::abs(p - middle) - half;
    const double outside = glm::length(glm::max(off, Vec2{0}));
    return outside > 0 ? outside : std::max(off.x, off.y);
  };
  bool equal = true;
  for (int y = 0; y < 80; ++y) {
    for (int x = 0; x < 80; ++x) {
      const Vec2 p{x, y};
      double d = box(p, Vec2{57.5}, 17.5);
      d = std::min(d, glm::length(p - Vec2{std::clamp(p.x, 10.0, 50.0), 20}) - 5);
      d = std::min({d, glm::length(p - Vec2{60, 60}) - 9, glm::length(p - Vec2{20, 70}) - 9});
      d = std::max(d, -box(p, {69, 40}, 5));
      equal = equal && made.heights.at(x, y) == Approx(1 - std::clamp((d + 2) / 4, 0.0, 1.0)).margin(1e-6);
    }
  }
  CHECK(equal);
}

TEST_CASE("mask: hard borders; shapes that share a border share no sample and leave none out") {
  MaskParams params = on_grid(41, 1, {0, 0});
  const Heightmap west = run(params, {square(0, 0, 20)}).whole(), east = run(params, {square(20, 0, 20)}).whole();
  const Heightmap rest = run(params, {square(0, 0, 40)}, {square(20, 0, 20)}).whole();
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 40; ++x) CHECK(west.heights.at(x, y) + east.heights.at(x, y) == 1);
  }
  for (int y = 20; y < 41; ++y) CHECK(west.heights.at(40, y) + east.heights.at(40, y) == 0);
  CHECK(rest.heights.at(5, 5) == 1);
  CHECK(rest.heights.at(30, 5) == 0);
  CHECK(rest.heights.at(30, 30) == 1);
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 40; ++x) CHECK(rest.heights.at(x, y) == west.heights.at(x, y));
  }
  params.width = 6;
  const Heightmap band = run(params, {polygon({{10, 20}, {30, 20}}, false)}).whole();
  CHECK((band.heights.at(20, 23) == 1 && band.heights.at(20, 24) == 0));
}

TEST_CASE("mask: an open curve without a width is an error") {
  CHECK_THROWS_WITH(run(on_grid(8, 1, {0, 0}), {polygon({{1, 1}, {5, 5}}, false)}), Catch::Contains("needs a width"));
}
