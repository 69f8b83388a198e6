#include "stages/land/noise/gradient.h"

#include "support/catch.h"

#include <cmath>

#include "engine/graph/stage.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::noise;
using namespace weald::test;

static_assert(pipeline::FieldStage<Gradient>);

namespace {

using GradientEntries = std::vector<std::pair<std::string, schema::Node>>;

GradientParams square_of(int size, GradientShape shape) {
  GradientParams params;
  params.size = {size, size};
  params.shape = shape;
  return params;
}

schema::Node point(const char* x, const char* z) { return list({scalar(x), scalar(z)}); }

}  // namespace

TEST_CASE("gradient: linear runs from the west edge to the east edge", "[noise]") {
  GradientParams params = square_of(5, GradientShape::linear);
  params.cell_size = 10;
  params.origin = {1000, -500};
  params.values = {100, 300};
  const Heightmap map = generate<Gradient>(params);
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 5; ++x) CHECK(map.heights.at(x, y) == 100.0f + 50.0f * static_cast<float>(x));
  }
}

TEST_CASE("gradient: linear between two points is the share of the way, across it constant, and clamped", "[noise]") {
  GradientParams params = square_of(41, GradientShape::linear);
  params.start = Vec2{10, 10};
  params.end = Vec2{30, 20};
  params.values = {-5, 15};
  const Heightmap map = generate<Gradient>(params);
  for (int z = 0; z <= 40; ++z) {
    for (int x = 0; x <= 40; ++x) {
      const double t = std::fmin(1, std::fmax(0, ((x - 10) * 20 + (z - 10) * 10) / 500.0));
      CHECK(map.heights.at(x, z) == Approx(-5 + 20 * t).margin(1e-6));
    }
  }
  CHECK(map.heights.at(10, 10) == -5);
  CHECK(map.heights.at(30, 20) == 15);
  CHECK(map.heights.at(0, 0) == -5);
  CHECK(map.heights.at(40, 40) == 15);
}

TEST_CASE("gradient: radial is the distance over the radius, to the nearest edges by default", "[noise]") {
  GradientParams params = square_of(21, GradientShape::radial);
  params.size[0] = 41;
  const Heightmap plain = generate<Gradient>(params);
  for (int z = 0; z <= 20; ++z) {
    for (int x = 0; x <= 40; ++x)
      CHECK(plain.heights.at(x, z) == Approx(std::fmin(1, std::hypot(x - 20, z - 10) / 10)).margin(1e-6));
  }
  params.centre = Vec2{4, 3};
  params.radius = 2;
  params.repeat = GradientRepeat::repeat;
  const Heightmap rings = generate<Gradient>(params);
  CHECK(rings.heights.at(7, 3) == 0.5f);
  CHECK(rings.heights.at(8, 3) == 0);
  CHECK(rings.heights.at(7, 7) == 0.5f);  // distance 5
}

TEST_CASE("gradient: conical turns clockwise from its bearing", "[noise]") {
  GradientParams params = square_of(21, GradientShape::conical);
  params.values = {0, 360};
  const auto at = [&](int x, int z) { return generate<Gradient>(params).heights.at(x, z); };
  CHECK(at(10, 0) == 0);     // north
  CHECK(at(20, 10) == 90);   // east
  CHECK(at(10, 20) == 180);  // south
  CHECK(at(0, 10) == 270);   // west
  CHECK(at(20, 0) == 45);
  CHECK(at(10, 10) == 0);
  params.bearing = 90;
  CHECK(at(20, 10) == 0);
  CHECK(at(10, 0) == 270);
  params.bearing = 0;
  params.turn = 90;
  CHECK(at(20, 0) == 180);
  CHECK(at(0, 10) == 360);
  params.repeat = GradientRepeat::mirror;
  CHECK(at(20, 20) == 180);  // half a turn back from the east
  CHECK(at(10, 20) == 0);
}

TEST_CASE("gradient: conical positions agree with the arc tangent everywhere and stay below 1", "[noise]") {
  GradientParams params = square_of(31, GradientShape::conical);
  params.bearing = -137.3;
  const auto position = gradient_position(params);
  constexpr double kDegrees = 57.29577951308232;
  for (int z = 0; z <= 30; ++z) {
    for (int x = 0; x <= 30; ++x) {
      if (x == 15 && z == 15) continue;
      const double t = position({x, z});
      CHECK(t >= 0);
      CHECK(t < 1);
      const double turned = std::atan2(x - 15, 15 - z) * kDegrees - params.bearing - 360 * t;
      CHECK(std::remainder(turned, 360) == Approx(0).margin(1e-9));
    }
  }
}

TEST_CASE("repeated: clamped, periodic with period 1, mirrored with period 2", "[noise]") {
  using Repeat = GradientRepeat;
  CHECK(repeated(Repeat::none, -0.25) == 0);
  CHECK(repeated(Repeat::none, 0.25) == 0.25);
  CHECK(repeated(Repeat::none, 7) == 1);
  CHECK(repeated(Repeat::repeat, 2.25) == 0.25);
  CHECK(repeated(Repeat::repeat, -0.25) == 0.75);
  CHECK(repeated(Repeat::mirror, 0.25) == 0.25);
  CHECK(repeated(Repeat::mirror, 1) == 1);
  CHECK(repeated(Repeat::mirror, 1.25) == 0.75);
  CHECK(repeated(Repeat::mirror, 2.25) == 0.25);
  CHECK(repeated(Repeat::mirror, -0.25) == 0.25);
}

TEST_CASE("gradient: a curve bends the way from the first height to the second", "[noise]") {
  GradientParams params = square_of(5, GradientShape::linear);
  params.values = {0, 8};
  params.curve = {{0, 1}, {0.5, 0.5}, {1, 0}};
  const Heightmap map = generate<Gradient>(params);
  for (int x = 0; x < 5; ++x) CHECK(map.heights.at(x, 2) == Approx(8 - 2 * x));
}

TEST_CASE("gradient: parameters of another shape, a line without length and a bad curve are refused", "[noise]") {
  const auto errors = [](const GradientEntries& entries) { return decode_errors<GradientParams>(map(entries)); };
  CHECK(errors({{"start", point("1", "2")}, {"end", point("1", "3")}}) == "");
  CHECK(errors({{"shape", scalar("conical")}, {"centre", point("1", "2")}, {"turn", scalar("45")}}) == "");
  CHECK_THAT(errors({{"centre", point("1", "2")}}), Catch::Contains("'centre' is used with"));
  CHECK_THAT(errors({{"radius", scalar("4")}}), Catch::Contains("'shape: radial'"));
  CHECK_THAT(errors({{"shape", scalar("radial")}, {"turn", scalar("45")}}), Catch::Contains("'shape: conical'"));
  CHECK_THAT(errors({{"shape", scalar("radial")}, {"end", point("1", "2")}}), Catch::Contains("'shape: linear'"));
  CHECK_THAT(errors({{"start", point("1", "2")}, {"end", point("1", "2")}}), Catch::Contains("no length"));
  CHECK_THAT(errors({{"start", point("512", "256")}}), Catch::Contains("no length"));  // the default end
  CHECK_THAT(errors({{"curve", list({point("0", "0")})}}), Catch::Contains("2 to 1000"));
}
