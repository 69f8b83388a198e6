#include "stages/land/filters/sharpen.h"

#include "support/catch.h"

#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/simd.h"
#include "engine/graph/stage.h"
#include "stages/land/filters/blur.h"
#include "unit/stages/land/maps/surfaces.h"

using namespace weald;
using namespace weald::filters;
using namespace weald::test;

static_assert(pipeline::FieldStage<Sharpen>);

TEST_CASE("sharpen: the height plus the amount times its difference from the blur, less the threshold", "[filters]") {
  const Heightmap map = random_surface({33, 27, 2.0, {0, 0}}, 50, 4);
  BlurParams blur;
  blur.radius = 5;
  const Heightmap smooth = field_of<Blur>(blur, map);
  SharpenParams params;
  params.radius = 5;
  params.amount = 1.5;
  params.threshold = 4;
  const Heightmap sharp = field_of<Sharpen>(params, map);
  int below = 0;
  for (int y = 0; y < 27; ++y) {
    for (int x = 0; x < 33; ++x) {
      const double detail = map.heights.at(x, y) - smooth.heights.at(x, y);
      const double rest = detail > 4 ? detail - 4 : detail < -4 ? detail + 4 : 0;
      CHECK(sharp.heights.at(x, y) == Approx(map.heights.at(x, y) + 1.5 * rest).margin(2e-5));
      below += rest == 0 ? 1 : 0;
    }
  }
  CHECK(below > 20);
}

TEST_CASE("sharpen: a wave gains what its blur loses, and amount 0 changes nothing", "[filters]") {
  const double wave = 0.3;
  const Heightmap map = surface({201, 3, 1.0, {0, 0}}, [&](double x, double) { return 10 * std::cos(wave * x); });
  SharpenParams params;
  params.radius = 4;
  params.amount = 2;
  const Heightmap sharp = field_of<Sharpen>(params, map);
  const double gain = 1 + 2 * (1 - std::exp(-0.5 * 16 * wave * wave));
  for (int x = 40; x < 160; ++x)
    CHECK(sharp.heights.at(x, 1) == Approx(gain * 10 * std::cos(wave * x)).margin(2 * 1.3e-4 * 20));
  params.amount = 0;
  CHECK(field_of<Sharpen>(params, map).heights == map.heights);
}

TEST_CASE("sharpen: windows and SIMD targets give the bits of the whole", "[filters]") {
  const Heightmap map = random_surface({29, 23, 1.0, {0, 0}}, 50, 5);
  SharpenParams params;
  params.radius = 2.2;
  REQUIRE(limit_simd_targets("scalar"));
  const Heightmap whole = field_of<Sharpen>(params, map);
  const auto targets = simd_targets();
  for (const std::string& target : targets) {
    REQUIRE(limit_simd_targets(target));
    for (const auto& [columns, rows] : {std::pair{1, 1}, {11, 7}, {29, 2}})
      CHECK(field_of<Sharpen>(params, map, columns, rows).heights == whole.heights);
  }
  limit_simd_targets(targets.front());
}

TEST_CASE("sharpen: a radius of too many samples is refused at its key", "[filters]") {
  SharpenParams params;
  params.radius = 1025;
  const FieldInput<GridSpec> input{params.from.stage, {9, 9, 1.0, {0, 0}}};
  CHECK_THROWS_AS(Sharpen::grid(params, InputGrids({&input, 1})), StageError);
}
