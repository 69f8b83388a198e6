#include "stages/land/resampling/warp.h"

#include "support/catch.h"

#include <cmath>

#include "base/error.h"
#include "base/rng.h"
#include "support/run_field.h"

using namespace weald;
using namespace weald::resampling;
using raster::Interpolation;
using test::FieldRun;

namespace {

const GridSpec kWarpedGrid{45, 38, 2, {10, -30}};

schema::Driven driven(const std::string& stage) {
  schema::Driven parameter;
  parameter.stage = stage;
  parameter.range = {-1e6, 1e6};
  return parameter;
}

WarpParams warped() {
  WarpParams params;
  params.from.stage = "map";
  return params;
}

}  // namespace

TEST_CASE("warp: a constant displacement of whole cells moves samples without changing a bit") {
  const Heightmap map = test::map_of(kWarpedGrid, [](double x, double z) { return std::sin(x * x + 3 * z); });
  WarpParams params = warped();
  params.x = 6;
  params.z = -4;
  const Heightmap made = FieldRun<Warp>(params, {{"map", map}}).whole();
  for (int y = 2; y < kWarpedGrid.height; ++y) {
    for (int x = 0; x < kWarpedGrid.width - 3; ++x) CHECK(made.heights.at(x, y) == map.heights.at(x + 3, y - 2));
  }
  CHECK(made.heights.at(44, 5) == map.heights.at(44, 3));
}

TEST_CASE("warp: a quadratic surface is displaced exactly by fields, with a strength and a limit") {
  const auto height = [](double x, double z) { return 0.02 * x * x + 0.01 * x * z - 0.03 * z * z + x; };
  const auto shift_x = [](double x, double z) { return 3 * std::sin(0.1 * x) + 0.02 * z; };
  const auto shift_z = [](double x, double z) { return 4 * std::cos(0.07 * z + 0.01 * x); };
  WarpParams params = warped();
  params.x = driven("east");
  params.z = driven("south");
  params.strength = 1.5;
  params.max = 5;
  const Heightmap map = test::map_of(kWarpedGrid, height), east = test::map_of(kWarpedGrid, shift_x),
                  south = test::map_of(kWarpedGrid, shift_z);
  const FieldRun<Warp> run(params, {{"map", map}, {"east", east}, {"south", south}});
  const Heightmap made = run.whole();
  int limited = 0;
  for (int y = 4; y < kWarpedGrid.height - 4; ++y) {
    for (int x = 4; x < kWarpedGrid.width - 4; ++x) {
      const double dx = std::clamp(1.5 * east.heights.at(x, y), -5.0, 5.0);
      const double dz = std::clamp(1.5 * south.heights.at(x, y), -5.0, 5.0);
      limited += std::abs(dx) == 5 || std::abs(dz) == 5 ? 1 : 0;
      const Vec2 p = kWarpedGrid.position(x, y) + Vec2{dx, dz};
      CHECK(made.heights.at(x, y) == Approx(height(p.x, p.y)).margin(1e-3));
    }
  }
  CHECK(limited > 50);
  CHECK(run.in_windows(9, 14).heights == made.heights);
  CHECK(Warp::cut_rule(params).is_allowed);
}

TEST_CASE("warp: without a limit a window needs the whole map; the field may be the map itself") {
  const Rng rng(9);
  Heightmap map(kWarpedGrid);
  for (std::size_t i = 0; i < map.heights.size(); ++i)
    map.heights.values()[i] = static_cast<float>(rng.uniform_in(-60, 60, i));
  WarpParams params = warped();
  params.x = driven("map");
  params.z = 7;
  params.outside = -3;
  for (const Interpolation kind : {Interpolation::nearest, Interpolation::bilinear, Interpolation::bicubic}) {
    params.interpolation = kind;
    const FieldRun<Warp> run(params, {{"map", map}});
    CHECK(run.in_windows(9, 14).heights == run.whole().heights);
  }
  CHECK_FALSE(Warp::cut_rule(params).is_allowed);
}

TEST_CASE("warp: fields on another grid are an error") {
  WarpParams params = warped();
  params.x = driven("east");
  const Heightmap map(kWarpedGrid), other(GridSpec{45, 38, 2, {10, -31}});
  CHECK_THROWS_AS((FieldRun<Warp>(params, {{"map", map}, {"east", other}})), StageError);
}
