#include "support/catch.h"

#include <cmath>

#include "base/rng.h"
#include "methods/curve/bezier.h"
#include "methods/curve/interpolate.h"
#include "stages/land/erosion/carve.h"

using namespace weald;
using namespace weald::terrain;

namespace {

Heightmap rough_ground(int size) {
  Heightmap map(GridSpec{size, size, 2.0, {-10, -20}});
  const Rng rng(5);
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x)
      map.heights.at(x, y) =
          static_cast<float>(50 + 10 * rng.uniform(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)));
  }
  return map;
}

curve::Curve straight(const Vec3& a, const Vec3& b) {
  return {{curve::Path{{curve::make_segment(std::vector<Vec3>{a, b})}, false}}, curve::Plane::xz};
}

/// Runs the stage on the window `region` of `map`.
Heightmap carved(const Heightmap& map, const curve::Curve& curve, CarveParams params, const Region& region) {
  params.curve.stage = "road";
  schema::Inputs inputs;
  inputs.add("road", curve);
  const FieldKernel kernel = Carve::kernel(params, inputs, map.grid(), RunContext{});
  CHECK(kernel.radius == 0);
  Heightmap out = map;
  const FieldInput<HeightView> in{"", view(map)};
  MutableHeightView target = view(out);
  target.data = &target.at(region.x, region.y);
  target.region = region;
  kernel.fill({map.grid(), InputViews({&in, 1}), target});
  return out;
}

Heightmap carved(const Heightmap& map, const curve::Curve& curve, const CarveParams& params) {
  return carved(map, curve, params, {0, 0, map.width(), map.height()});
}

}  // namespace

TEST_CASE("carve share: 1 on the bed, 0 beyond the shoulder, monotone and symmetric between, for every profile") {
  for (const noise::Fade profile :
       {noise::Fade::linear, noise::Fade::cubic, noise::Fade::cosine, noise::Fade::quintic}) {
    CarveParams params;
    params.width = 8;
    params.shoulder = 6;
    params.profile = profile;
    CHECK(carve_share(params, 0) == 1);
    CHECK(carve_share(params, 4) == 1);
    CHECK(carve_share(params, 7) == Approx(0.5).epsilon(1e-12));
    CHECK(carve_share(params, 10) == 0);
    double before = 1;
    for (double d = 4; d <= 10; d += 0.05) {
      const double share = carve_share(params, d);
      CHECK(share <= before + 1e-15);
      CHECK(share + carve_share(params, 14 - d) == Approx(1).margin(1e-12));
      before = share;
    }
  }
  CarveParams wall;
  wall.shoulder = 0;
  CHECK(carve_share(wall, 4) == 1);
  CHECK(carve_share(wall, 4.001) == 0);
}

TEST_CASE("carve level: a straight sloping road against the closed form at every sample") {
  const Heightmap ground = rough_ground(60);
  CarveParams params;
  params.offset = -0.5;
  const Vec3 a{0, 40, 10}, b{80, 60, 50};
  const Heightmap out = carved(ground, straight(a, b), params);
  int changed = 0;
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 60; ++x) {
      const Vec2 p = ground.grid().position(x, y);
      const Vec2 along{b.x - a.x, b.z - a.z};
      const double t = std::min(1.0, std::max(0.0, glm::dot(p - Vec2{a.x, a.z}, along) / glm::dot(along, along)));
      const Vec2 at = Vec2{a.x, a.z} + along * t;
      const double share = carve_share(params, std::hypot(p.x - at.x, p.y - at.y));
      const double h = ground.heights.at(x, y);
      const double expected = h + (a.y + (b.y - a.y) * t - 0.5 - h) * share;
      CHECK(out.heights.at(x, y) == Approx(expected).epsilon(1e-6));
      if (share == 0) CHECK(out.heights.at(x, y) == ground.heights.at(x, y));
      changed += share > 0;
    }
  }
  CHECK(changed > 200);
}

TEST_CASE("carve lower: the bed sinks by the depth and keeps its relief; a negative depth raises") {
  const Heightmap ground = rough_ground(40);
  CarveParams params;
  params.mode = CarveMode::lower;
  params.width = 12;
  params.depth = 3;
  const auto river = straight({0, 0, 20}, {60, 0, 20});
  const int row = 20;  // z = -20 + 2 * 20 = 20: on the curve
  CHECK(carved(ground, river, params).heights.at(20, row) == Approx(ground.heights.at(20, row) - 3));
  params.depth = -2;
  CHECK(carved(ground, river, params).heights.at(20, row) == Approx(ground.heights.at(20, row) + 2));
}

TEST_CASE(
    "carve level with a batter: the bed is level, ground between cut and fill stays, the rest lies on the slopes") {
  const Heightmap ground = rough_ground(60);  // 50 to 60 metres
  CarveParams params;
  params.batter = 0.5;
  params.shoulder = 40;
  const double bed = 57;
  const Heightmap out = carved(ground, straight({-50, bed, 40}, {150, bed, 40}), params);
  int kept = 0, moved = 0;
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 60; ++x) {
      const double outside = std::max(0.0, std::abs(ground.grid().position(x, y).y - 40) - 4);
      if (outside >= 20) continue;  // the fading half of the shoulder
      const double h = ground.heights.at(x, y);
      const double expected = std::min(bed + 0.5 * outside, std::max(bed - 0.5 * outside, h));
      CHECK(out.heights.at(x, y) == Approx(expected).epsilon(1e-6));
      (expected == h ? kept : moved) += 1;
    }
  }
  CHECK(kept > 100);
  CHECK(moved > 100);
  CHECK(carve_share(params, 4 + 20) == 1);
  CHECK(carve_share(params, 4 + 30) == Approx(0.5));
  CHECK(carve_share(params, 4 + 40) == 0);
}

TEST_CASE("carve: windows give the bits of the whole") {
  const Heightmap ground = rough_ground(64);
  const curve::Curve road{
      {curve::interpolate(std::vector<Vec3>{{-20, 45, 0}, {30, 52, 20}, {60, 60, 70}, {110, 50, 90}}, false)},
      curve::Plane::xz};
  CarveParams params;
  params.shoulder = 15;
  const Heightmap whole = carved(ground, road, params);
  Heightmap joined = ground;
  for (int y = 0; y < 64; y += 16) {
    for (int x = 0; x < 64; x += 32) {
      const Heightmap window = carved(ground, road, params, {x, y, 32, 16});
      for (int j = y; j < y + 16; ++j) {
        for (int i = x; i < x + 32; ++i) joined.heights.at(i, j) = window.heights.at(i, j);
      }
    }
  }
  CHECK(joined.heights == whole.heights);
  CHECK_FALSE(whole.heights == ground.heights);
}

TEST_CASE("carve: a curve drawn upright is reported") {
  curve::Curve upright = straight({0, 0, 0}, {1, 1, 0});
  upright.plane = curve::Plane::xy;
  CarveParams params;
  params.curve.stage = "road";
  schema::Inputs inputs;
  inputs.add("road", upright);
  RunContext context;
  std::string key;
  context.on_warning = [&](const std::string&, std::string_view k) { key = k; };
  Carve::kernel(params, inputs, {}, context);
  CHECK(key == "curve");
}
