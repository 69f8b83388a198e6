#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "stages/land/maps/normal_map.h"
#include "stages/land/maps/slopes.h"
#include "unit/stages/land/maps/surfaces.h"

using namespace weald;
using namespace weald::maps;
using test::field_of;
using test::surface;

namespace {

// A plane that falls towards `bearing` by `slope` (rise over run).
Heightmap plane(double bearing, double slope) {
  const double east = -slope * math::sin_deg(bearing), south = slope * math::cos_deg(bearing);
  return surface({8, 6, 2.0, {0, 0}}, [&](double x, double z) { return 100 + east * x + south * z; });
}

CurvatureParams measured(CurvatureKind type) { return {.from = {}, .type = type}; }

// Calls check(east, south) for the samples of a grid of 41 x 41 samples 1 m apart that are at least `near` metres from
// its middle.
template <class Check>
void around_middle(const GridSpec& grid, double near, const Check& check) {
  for (int y = 1; y + 1 < grid.height; ++y) {
    for (int x = 1; x + 1 < grid.width; ++x) {
      const Vec2 at = grid.position(x, y);
      if (glm::length(at) >= near) check(x, y, at);
    }
  }
}

const GridSpec kAround{41, 41, 1.0, {-20, -20}};

}  // namespace

TEST_CASE("slope: a plane has its slope everywhere") {
  const Heightmap flat = field_of<Slope>({}, plane(0, 0));
  CHECK(std::all_of(flat.heights.values().begin(), flat.heights.values().end(), [](float s) { return s == 0; }));
  for (const double bearing : {0.0, 90.0, 225.0}) {
    const Heightmap even = field_of<Slope>({}, plane(bearing, 1));
    for (const float s : even.heights.values()) CHECK(s == Approx(45).margin(1e-4));
  }
  const Heightmap steep =
      field_of<Slope>({}, surface({5, 5, 1, {0, 0}}, [](double x, double z) { return 3 * x + 4 * z; }));
  for (const float s : steep.heights.values()) CHECK(s == Approx(math::degrees(math::atan(5))).epsilon(1e-7));
}

TEST_CASE("slope, aspect: a cone is equally steep all round and faces away from its top") {
  const Heightmap cone = surface(kAround, [](double x, double z) { return 50 - 0.75 * std::sqrt(x * x + z * z); });
  const Heightmap slope = field_of<Slope>({}, cone), aspect = field_of<Aspect>({}, cone);
  // The stencil is one metre wide: on a contour of radius r it is off by parts of 1 / r^2.
  around_middle(kAround, 5, [&](int x, int y, const Vec2& at) {
    CHECK(slope.heights.at(x, y) == Approx(math::degrees(math::atan(0.75))).margin(0.4));
    const double bearing = math::degrees(math::atan2(at.x, -at.y));
    const double turn = math::fmod(static_cast<double>(aspect.heights.at(x, y)) - bearing + 900, 360) - 180;
    CHECK(std::abs(turn) < 0.6);
  });
}

TEST_CASE("aspect: a plane faces the bearing it falls towards, and a level one faces nothing") {
  for (double bearing = 0; bearing < 360; bearing += 15) {
    const Heightmap aspect = field_of<Aspect>({}, plane(bearing, 0.5));
    for (const float a : aspect.heights.values()) {
      CHECK(a >= 0);
      CHECK(a < 360);
      CHECK(std::abs(math::fmod(static_cast<double>(a) - bearing + 540, 360) - 180) < 3e-3);
    }
  }
  const Heightmap level = field_of<Aspect>({}, plane(0, 0));
  CHECK(level.heights.at(3, 3) == -1);
  CHECK(field_of<Aspect>({.from = {}, .flat = 17}, plane(0, 0)).heights.at(0, 0) == 17);
  CHECK(aspect_degrees({.x = 1e-12, .z = 1}).value() == 0);  // a hair west of north: 360 as a float
}

TEST_CASE("curvature: a paraboloid has the curvatures of its formula at every sample") {
  // z = 40 - (x^2 + y^2) / (2 R); with r the distance from the axis and s = r / R its slope.
  const double radius = 16;
  const Heightmap dome = surface(kAround, [&](double x, double z) { return 64 - (x * x + z * z) / (2 * radius); });
  const Heightmap profile = field_of<Curvature>(measured(CurvatureKind::profile), dome);
  const Heightmap plan = field_of<Curvature>(measured(CurvatureKind::plan), dome);
  const Heightmap tangential = field_of<Curvature>(measured(CurvatureKind::tangential), dome);
  const Heightmap mean = field_of<Curvature>(measured(CurvatureKind::mean), dome);
  around_middle(kAround, 0.5, [&](int x, int y, const Vec2& at) {
    const double r = glm::length(at), s = r / radius, root = std::sqrt(1 + s * s);
    const double down = 1 / (radius * root * root * root), along = 1 / (radius * root);
    CHECK(profile.heights.at(x, y) == Approx(down).epsilon(1e-5));
    CHECK(plan.heights.at(x, y) == Approx(1 / r).epsilon(1e-5));
    CHECK(tangential.heights.at(x, y) == Approx(along).epsilon(1e-5));
    CHECK(mean.heights.at(x, y) == Approx((down + along) / 2).epsilon(1e-5));
  });
  CHECK(mean.heights.at(20, 20) == Approx(1 / radius).epsilon(1e-5));
  CHECK(profile.heights.at(20, 20) == 0);  // no direction there
}

TEST_CASE("curvature: a bowl is a dome with the sign changed, a plane and a saddle have none") {
  const auto bowl = field_of<Curvature>({}, surface(kAround, [](double x, double z) { return (x * x + z * z) / 32; }));
  CHECK(bowl.heights.at(20, 20) == Approx(-1.0 / 16).epsilon(1e-5));
  const auto saddle =
      field_of<Curvature>({}, surface(kAround, [](double x, double z) { return (x * x - z * z) / 32; }));
  CHECK(saddle.heights.at(20, 20) == Approx(0).margin(1e-9));
  for (const CurvatureKind kind :
       {CurvatureKind::profile, CurvatureKind::plan, CurvatureKind::tangential, CurvatureKind::mean}) {
    const Heightmap slanted = surface({6, 6, 1, {0, 0}}, [](double x, double z) { return 3 * x - 2 * z; });
    const Heightmap curved = field_of<Curvature>(measured(kind), slanted);
    for (const float c : curved.heights.values()) CHECK(c == Approx(0).margin(1e-12));
  }
}

TEST_CASE("curvature: the contour of a cone is a circle, and its slope is straight") {
  const Heightmap cone = surface(kAround, [](double x, double z) { return 50 - 2 * std::sqrt(x * x + z * z); });
  const Heightmap plan = field_of<Curvature>(measured(CurvatureKind::plan), cone);
  const Heightmap profile = field_of<Curvature>(measured(CurvatureKind::profile), cone);
  around_middle(kAround, 8, [&](int x, int y, const Vec2& at) {
    CHECK(plan.heights.at(x, y) == Approx(1 / glm::length(at)).epsilon(0.03));
    CHECK(std::abs(profile.heights.at(x, y)) < 0.002);
  });
}

TEST_CASE("hillshade: a slope that faces the light is white, one that faces away is black") {
  const auto lit = [](double bearing, double slope, const HillshadeParams& params) {
    return static_cast<double>(field_of<Hillshade>(params, plane(bearing, slope)).heights.at(3, 3));
  };
  const HillshadeParams light{.from = {}, .azimuth = 315, .elevation = 45};
  CHECK(lit(315, 1, light) == Approx(1).epsilon(1e-6));
  CHECK(lit(135, 1, light) == Approx(0).margin(1e-6));
  CHECK(lit(135, 3, light) == 0);
  CHECK(lit(0, 0, light) == Approx(std::sqrt(0.5)).epsilon(1e-6));
  CHECK(lit(45, 1, light) == Approx(0.5).epsilon(1e-6));  // sideways: cos 45 twice
  HillshadeParams sky = light;
  sky.ambient = 1;
  CHECK(lit(200, 1, sky) == Approx((1 + std::sqrt(0.5)) / 2).epsilon(1e-6));
  HillshadeParams taller = light;
  taller.exaggeration = 2;
  CHECK(lit(315, 0.5, taller) == Approx(1).epsilon(1e-6));
}

TEST_CASE("normal_map: red is east, green is north or south, blue is up") {
  const auto pixel = [](double bearing, double slope, GreenAxis green) {
    schema::Inputs inputs;
    const Heightmap map = plane(bearing, slope);
    inputs.add("land", map);
    NormalMapParams params;
    params.from.stage = "land";
    params.green = green;
    return NormalMap::run(params, inputs, {}).pixels.at(2, 2);
  };
  CHECK(pixel(0, 0, GreenAxis::opengl) == Rgba8{128, 128, 255, 255});
  // A normal leans the way its slope faces; sqrt(0.5) is 218 of 255.
  CHECK(pixel(90, 1, GreenAxis::opengl) == Rgba8{218, 128, 218, 255});
  CHECK(pixel(270, 1, GreenAxis::opengl) == Rgba8{37, 128, 218, 255});
  CHECK(pixel(0, 1, GreenAxis::opengl) == Rgba8{128, 218, 218, 255});
  CHECK(pixel(0, 1, GreenAxis::directx) == Rgba8{128, 37, 218, 255});
  CHECK(pixel(180, 1, GreenAxis::opengl) == Rgba8{128, 37, 218, 255});
}

TEST_CASE("normal_map: a map that repeats has the normals of a wave everywhere, at its edges too") {
  // Four metres of a wave that is 16 samples long each way; the derivative of sin by central differences is
  // cos(t) sin(h) / h.
  const double h = math::kPi / 8;
  const Heightmap map = surface({16, 16, 0.25, {0, 0}},
                                [&](double x, double z) { return math::sin(x / 0.25 * h) + math::sin(z / 0.25 * h); });
  schema::Inputs inputs;
  inputs.add("land", map);
  NormalMapParams params;
  params.from.stage = "land";
  params.strength = 0.3;
  params.wrap = MapEdges::repeat;
  params.depth = schema::Depth::bits16;
  const Image image = NormalMap::run(params, inputs, {});
  REQUIRE(image.bits() == 16);
  for (int y = 0; y < 16; ++y) {
    for (int x = 0; x < 16; ++x) {
      const double east = 0.3 * math::cos(x * h) * math::sin(h) / 0.25,
                   south = 0.3 * math::cos(y * h) * math::sin(h) / 0.25;
      const double up = 1 / std::sqrt(1 + east * east + south * south);
      const Rgba16 p = image.fine.at(x, y);
      CHECK(std::abs(p.r - 65535 * (0.5 - east * up / 2)) < 0.6);
      CHECK(std::abs(p.g - 65535 * (0.5 + south * up / 2)) < 0.6);
      CHECK(std::abs(p.b - 65535 * (0.5 + up / 2)) < 0.6);
      CHECK(image.pixels.at(x, y) == rounded_to_8(p));
    }
  }
  CHECK_FALSE(NormalMap::cut_rule(params).is_allowed);
  params.wrap = MapEdges::open;
  CHECK(NormalMap::cut_rule(params).is_allowed);
  CHECK(NormalMap::cut_rule(params).reach == kDerivativeRadius);
}
