// Sky visibility on the ground of a picture, compared with the visibility at single points.

#include "picture/shading/detail/ground_grid.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/catch.h"

#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;
using namespace weald::render::test;

namespace {

/// A tower on the ground, seen from above the horizon.
struct Tower {
  Surface surface = surface_of(box({-1, 0, -1}, {1, 4, 1}));
  std::vector<SurfaceItem> items{{&surface}};
  Ground ground{0.0, {0, 0}, 3.0};
  ViewAxes axes = axes_of(200, 20);
  Camera camera{axes, axes.back * 20.0, 300, {160, 120}};

  Sky sky(int directions) const {
    const PlaceableItems placeable(items);
    std::vector<DepthMapRequest> requests;
    for (const ViewAxes& direction : sky_directions(directions)) requests.push_back({&placeable, direction, 64});
    return {draw_depth_maps(requests, Vec3{0}, RunContext{}), LightColours{}};
  }
  float open_at(const Sky& sky, double x, double y) const {
    const Ray ray = camera.ray(x, y);
    LightBatch batch;
    batch.add(Vec3f{ground_point(ground, ray).value()}, ground_normal(ray), ground_normal(ray), false);
    batch.prepare();
    sky.light(batch);
    return Sky::open_above(batch, 0);
  }
};

float open_in(GroundGrid& grid, double x, double y) {
  const GroundGrid::CornerLookup place = grid.place(x, y);
  grid.light();
  return grid.open(place);
}

}  // namespace

TEST_CASE("ground grid: corners have the light at their point, and the light between them is interpolated",
          "[render]") {
  const Tower tower;
  const Sky sky = tower.sky(64);
  GroundGrid grid(tower.ground, tower.camera, sky, Vec3{0});
  float least = 1, most = 0;
  for (int x = 0; x < 160; x += 8) {
    const double y = 72;
    const float here = tower.open_at(sky, x, y), right = tower.open_at(sky, x + 4, y);
    CHECK(std::abs(open_in(grid, x, y) - here) < 1e-6f);
    CHECK(std::abs(open_in(grid, x + 2, y) - (here + right) * 0.5f) < 1e-6f);
    least = std::min(least, here), most = std::max(most, here);
  }
  CHECK(least < 0.8f);  // beside the tower
  CHECK(most > 0.9f);
}

TEST_CASE("ground grid: the result of a lookup does not depend on other lookups", "[render]") {
  const Tower tower;
  for (const int directions : {16, 64}) {  // with few directions, neighbours are averaged
    const Sky sky = tower.sky(directions);
    GroundGrid grid(tower.ground, tower.camera, sky, Vec3{0});
    std::vector<GroundGrid::CornerLookup> places;
    std::vector<Vec2> pixels;
    for (int i = 0; i < 300; ++i) {
      // farther apart than the cache of corners reaches
      pixels.push_back({i * 37 % 160 + 0.3, 64 + i * 11 % 50 + 0.6});
      places.push_back(grid.place(pixels.back().x, pixels.back().y));
    }
    grid.light();
    for (std::size_t i = 0; i < places.size(); ++i) {
      GroundGrid alone(tower.ground, tower.camera, sky, Vec3{0});
      REQUIRE(grid.open(places[i]) == open_in(alone, pixels[i].x, pixels[i].y));
    }
    grid.clear();
    CHECK(open_in(grid, 80.5, 70.5) == [&] {
      GroundGrid alone(tower.ground, tower.camera, sky, Vec3{0});
      return open_in(alone, 80.5, 70.5);
    }());
  }
}

TEST_CASE("ground grid: a lookup between strongly differing corners gets its own point", "[render]") {
  const Tower tower;
  const Sky sky = tower.sky(64);
  GroundGrid grid(tower.ground, tower.camera, sky, Vec3{0});
  int refined = 0, between = 0;
  for (int i = 0; i < 150; ++i) {
    const Vec2 pixel{i + 0.5, 70.5};
    GroundGrid::CornerLookup place = grid.place(pixel.x, pixel.y);
    grid.light();
    const float before = grid.open(place), itself = tower.open_at(sky, pixel.x, pixel.y);
    const Ray ray = tower.camera.ray(pixel.x, pixel.y);
    grid.refine(place, Vec3f{ground_point(tower.ground, ray).value()}, ground_normal(ray));
    grid.light_refined();
    const bool is_refined = place.point != GroundGrid::kNone;
    ++(is_refined ? refined : between);
    CHECK(grid.open(place) == (is_refined ? itself : before));
    CHECK(std::abs(grid.open(place) - itself) < 0.1f);
  }
  CHECK(refined > 3);  // beside the tower
  CHECK(between > 50);
}

TEST_CASE("ground grid: above the horizon the sky is fully open", "[render]") {
  const Tower tower;
  const Sky sky = tower.sky(64);
  Camera level(axes_of(200, 0), axes_of(200, 0).back * 20.0 + Vec3{0, 1, 0}, 300, {160, 120});
  GroundGrid grid(tower.ground, level, sky, Vec3{0});
  CHECK(open_in(grid, 80, 20) == 1.0f);
  CHECK_FALSE(ground_point(tower.ground, level.ray(80, 20)));
  CHECK(ground_point(tower.ground, level.ray(80, 100)).value().y < 1e-9);
  CHECK(ground_normal(level.ray(80, 100)).y == 1.0f);
  CHECK(ground_normal(level.ray(80, 20)).y == -1.0f);
}
