#include "stages/land/maps/select.h"

#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "engine/graph/stage.h"
#include "unit/stages/land/maps/surfaces.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::maps;
using namespace weald::test;

static_assert(pipeline::FieldStage<Select>);

namespace {

using Entries = std::vector<std::pair<std::string, schema::Node>>;

constexpr double kDegrees = 57.29577951308232;

/// 3t^2 - 2t^3 of a share clamped to 0..1.
double eased(double t) {
  t = std::fmin(1, std::fmax(0, t));
  return t * t * (3 - 2 * t);
}

}  // namespace

TEST_CASE("select: a height band is 1 within, 0 beyond the fades and eased between them", "[maps]") {
  const Heightmap ramp = surface({201, 3, 1.0, {0, 0}}, [](double x, double) { return x; });
  SelectParams params;
  params.height = Band{60, 100, 20};
  const Heightmap mask = field_of<Select>(params, ramp);
  for (int x = 0; x <= 200; ++x) {
    const double expected = x < 80 ? eased((x - 40) / 20.0) : eased((120 - x) / 20.0);
    CHECK(mask.heights.at(x, 1) == Approx(expected).margin(1e-7));
  }
  params.invert = true;
  const Heightmap inverted = field_of<Select>(params, ramp);
  for (int x = 0; x <= 200; ++x) CHECK(inverted.heights.at(x, 1) == Approx(1 - mask.heights.at(x, 1)).margin(1e-7));
}

TEST_CASE("select: slope and curvature of a paraboloid have closed forms, and conditions multiply", "[maps]") {
  constexpr double kBend = 0.004;  // second derivative, 1/m
  const auto bowl = [](double x, double z) { return 0.5 * kBend * (x * x + z * z); };
  const Heightmap map = surface({41, 31, 5.0, {-100, -75}}, bowl);
  SelectParams params;
  params.slope = Band{10, 20, 4};
  params.curvature = Band{{}, -0.0037, 0.0004};
  params.height = Band{4, {}, 2};
  const Heightmap mask = field_of<Select>(params, map);
  int between = 0;
  for (int y = 0; y < 31; ++y) {
    for (int x = 0; x < 41; ++x) {
      const Vec2 at = map.grid().position(x, y);
      const double steepness = kBend * kBend * glm::dot(at, at);
      const double degrees = std::atan(std::sqrt(steepness)) * kDegrees;
      const double bend = -kBend * (2 + steepness) / (2 * std::pow(1 + steepness, 1.5));
      const double expected = eased((degrees - 6) / 4) * eased((24 - degrees) / 4) * eased((-0.0033 - bend) / 0.0004) *
                              eased((bowl(at.x, at.y) - 2) / 2);
      CHECK(mask.heights.at(x, y) == Approx(expected).margin(2e-4));
      between += expected > 0.05 && expected < 0.95 ? 1 : 0;
    }
  }
  CHECK(between > 40);
}

TEST_CASE("select: windows give the bits of the whole, reading no farther than the radius says", "[maps]") {
  const Heightmap map = random_surface({23, 19, 2.0, {3, 4}}, 6);
  SelectParams by_height, by_all;
  by_height.height = Band{2, 4, 1};
  by_all = by_height;
  by_all.slope = Band{{}, 40, 20};
  by_all.curvature = Band{-0.5, 0.5, 0.3};
  for (const SelectParams& params : {by_height, by_all}) {
    const Heightmap whole = field_of<Select>(params, map);
    CHECK(std::ranges::any_of(whole.heights.values(), [](float v) { return v > 0 && v < 1; }));
    for (const auto& [columns, rows] : {std::pair{1, 1}, {5, 4}, {23, 2}})
      CHECK(field_of<Select>(params, map, columns, rows).heights == whole.heights);
  }
  CHECK(Select::kernel(by_height, {}, map.grid(), {}).radius == 0);
}

TEST_CASE("select: a mask without a condition, a band without a limit and crossed limits are refused", "[maps]") {
  const auto errors = [](const Entries& more) {
    Entries entries = more;
    entries.insert(entries.begin(), {"from", scalar("a")});
    return decode_errors<SelectParams>(map(entries));
  };
  CHECK(errors({{"slope", map({{"max", scalar("30")}})}}) == "");
  CHECK_THAT(errors({}), Catch::Contains("give 'height', 'slope' or 'curvature'"));
  CHECK_THAT(errors({{"height", map({{"fade", scalar("3")}})}}), Catch::Contains("'min' or 'max'"));
  CHECK_THAT(errors({{"height", map({{"min", scalar("3")}, {"max", scalar("2")}})}}), Catch::Contains("below"));
}
