#include "support/catch.h"

#include <algorithm>

#include "engine/graph/stage.h"
#include "methods/raster/derivatives.h"
#include "stages/land/maps/slopes.h"
#include "unit/stages/land/maps/surfaces.h"

using namespace weald;
using namespace weald::maps;
using test::surface;

static_assert(pipeline::FieldStage<Slope> && pipeline::FieldStage<Aspect>);
static_assert(pipeline::FieldStage<Curvature> && pipeline::FieldStage<Hillshade>);

TEST_CASE("derivatives: those of a quadratic surface are exact at every sample, borders too") {
  const GridSpec grid{9, 7, 2.0, {-8, 4}};
  const Heightmap map =
      surface(grid, [](double x, double z) { return 3 * x * x - 2 * x * z + 5 * z * z + 7 * x - z + 11; });
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const Vec2 at = grid.position(x, y);
      const Derivatives d = derivatives_at(view(map), grid, x, y);
      CHECK(d.x == Approx(6 * at.x - 2 * at.y + 7).margin(1e-9));
      CHECK(d.z == Approx(-2 * at.x + 10 * at.y - 1).margin(1e-9));
      CHECK(d.xx == Approx(6).margin(1e-9));
      CHECK(d.xz == Approx(-2).margin(1e-9));
      CHECK(d.zz == Approx(10).margin(1e-9));
    }
  }
}

TEST_CASE("derivatives: two samples along an axis are a plane, one is level") {
  const GridSpec thin{2, 5, 4.0, {0, 0}};
  const Heightmap map = surface(thin, [](double x, double z) { return 0.5 * x + 0.25 * z * z; });
  for (int y = 0; y < 5; ++y) {
    const Derivatives d = derivatives_at(view(map), thin, 1, y);
    CHECK(d.x == Approx(0.5).margin(1e-12));
    CHECK(d.xx == Approx(0).margin(1e-12));
    CHECK(d.z == Approx(0.5 * 4 * y).margin(1e-12));
    CHECK(d.zz == Approx(0.5).margin(1e-12));
  }
  const GridSpec point{1, 1, 1.0, {0, 0}};
  const Derivatives none = derivatives_at(view(surface(point, [](double, double) { return 9.0; })), point, 0, 0);
  CHECK((none.x == 0 && none.z == 0 && none.xx == 0 && none.xz == 0 && none.zz == 0));
}

TEST_CASE("local maps: no value depends on how the grid is cut into windows") {
  const Heightmap map = test::random_surface({23, 17, 3.0, {0, 0}}, 20);
  const auto check = [&](const Heightmap& whole, const auto& in_windows) {
    for (const auto& [columns, rows] : {std::pair{1, 1}, std::pair{5, 3}, std::pair{23, 2}})
      CHECK(in_windows(columns, rows).heights == whole.heights);
  };
  check(test::field_of<Slope>({}, map), [&](int w, int h) { return test::field_of<Slope>({}, map, w, h); });
  check(test::field_of<Aspect>({}, map), [&](int w, int h) { return test::field_of<Aspect>({}, map, w, h); });
  check(test::field_of<Curvature>({}, map), [&](int w, int h) { return test::field_of<Curvature>({}, map, w, h); });
  check(test::field_of<Hillshade>({}, map), [&](int w, int h) { return test::field_of<Hillshade>({}, map, w, h); });
}
