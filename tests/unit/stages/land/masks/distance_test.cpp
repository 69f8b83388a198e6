#include "stages/land/masks/distance.h"

#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/rng.h"
#include "methods/curve/bezier.h"
#include "methods/curve/flatten.h"
#include "methods/curve/ground_edges.h"
#include "methods/curve/interpolate.h"
#include "methods/curve/winding.h"
#include "support/run_field.h"

using namespace weald;
using namespace weald::masks;
using test::FieldRun;

namespace {

Heightmap random_mask(int width, int height, double share) {
  Heightmap map(GridSpec{width, height, 2.5, {7, -3}});
  const Rng rng(11);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double chance = rng.uniform(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
      map.heights.at(x, y) = chance < share ? 0.5f : 0.4999f;
    }
  }
  return map;
}

DistanceParams from_mask() {
  DistanceParams params;
  params.from.stage = "mask";
  return params;
}

/// The distance to the nearest sample that is in the mask or not, whichever `wanted` says.
double nearest_of_all(const Heightmap& mask, int x, int y, bool wanted) {
  double best = INFINITY;
  for (int j = 0; j < mask.height(); ++j) {
    for (int i = 0; i < mask.width(); ++i) {
      if ((mask.heights.at(i, j) >= 0.5f) == wanted) best = std::min(best, 2.5 * std::hypot(i - x, j - y));
    }
  }
  return best;
}

/// The run of a stage that is given the whole mask, as in a build without a region.
FieldRun<Distance> with_whole(const DistanceParams& params, const Heightmap& mask) {
  schema::Inputs inputs;
  inputs.add("mask", mask);
  return FieldRun<Distance>(params, {{"mask", mask}}, inputs);
}

curve::Curve ring() {
  return {{curve::interpolate(std::vector<Vec3>{{20, 5, 10}, {70, 9, 25}, {60, 1, 70}, {15, 2, 60}}, true)},
          curve::Plane::xz};
}

}  // namespace

TEST_CASE("distance: from a mask, against a search over all samples, signed and not") {
  const Heightmap mask = random_mask(41, 33, 0.04);
  DistanceParams params = from_mask();
  const Heightmap plain = with_whole(params, mask).whole();
  params.is_signed = true;
  const Heightmap both = with_whole(params, mask).whole();
  bool equal = true;
  for (int y = 0; y < mask.height(); ++y) {
    for (int x = 0; x < mask.width(); ++x) {
      const bool inside = mask.heights.at(x, y) >= 0.5f;
      const double out = nearest_of_all(mask, x, y, true);
      equal = equal && plain.heights.at(x, y) == Approx(out).epsilon(1e-7);
      equal = equal && both.heights.at(x, y) == Approx(inside ? -nearest_of_all(mask, x, y, false) : out).epsilon(1e-7);
    }
  }
  CHECK(equal);
}

TEST_CASE("distance: limited and falling off, windows that see only their reach have the bits of the whole") {
  const Heightmap mask = random_mask(60, 50, 0.004);
  for (const bool is_signed : {false, true}) {
    DistanceParams params = from_mask();
    params.is_signed = is_signed;
    params.max = 17.6;
    const Heightmap whole = with_whole(params, mask).whole();
    CHECK(FieldRun<Distance>(params, {{"mask", mask}}).in_windows(13, 7).heights == whole.heights);
    CHECK(height_range(whole).max == 17.6f);
    CHECK(Distance::cut_rule(params).is_allowed);
  }
  DistanceParams params = from_mask();
  params.falloff = 20;
  params.fade = noise::Fade::cubic;
  const Heightmap whole = with_whole(params, mask).whole();
  CHECK(FieldRun<Distance>(params, {{"mask", mask}}).in_windows(60, 1).heights == whole.heights);
  CHECK(height_range(whole).max == 1);
  CHECK(height_range(whole).min == 0);
  CHECK(distance_value(params, 10) == Approx(0.5));
  CHECK_FALSE(Distance::cut_rule(from_mask()).is_allowed);
}

TEST_CASE("distance: an empty mask is an error, or as far as the limit") {
  const Heightmap nothing = random_mask(8, 8, 0), all = random_mask(8, 8, 1.1);
  DistanceParams params = from_mask();
  CHECK_THROWS_AS(with_whole(params, nothing), StageError);
  CHECK(height_range(with_whole(params, all).whole()).max == 0);
  params.is_signed = true;
  CHECK_THROWS_AS(with_whole(params, all), StageError);
  params.max = 30;
  CHECK(height_range(with_whole(params, all).whole()).max == -30);
  CHECK(height_range(with_whole(params, nothing).whole()).min == 30);
}

TEST_CASE("distance: from a curve, against a search over its polyline, negative inside if signed") {
  DistanceParams params;
  params.curve.stage = "ring";
  params.size = {45, 40};
  params.cell_size = 2.2;
  params.origin = {-5, -2};
  params.is_signed = true;
  const curve::Curve curve = ring();
  schema::Inputs inputs;
  inputs.add("ring", curve);
  const FieldRun<Distance> run(params, {}, inputs);
  const Heightmap whole = run.whole();
  CHECK(run.in_windows(9, 16).heights == whole.heights);
  const auto edges = curve::ground_edges(curve::flatten(curve, 0.01));
  bool equal = true;
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 45; ++x) {
      const Vec2 p = run.grid.position(x, y);
      double best = INFINITY;
      for (const auto& edge : edges) best = std::min(best, std::sqrt(curve::squared_distance(p, edge)));
      const bool inside = curve::winding_number(edges, p) != 0;
      equal = equal && whole.heights.at(x, y) == static_cast<float>(inside ? -best : best);
    }
  }
  CHECK(equal);
  CHECK(whole.heights.at(20, 20) < -15);
}

TEST_CASE("distance: a straight curve against the closed form, on the grid of another map") {
  const curve::Curve line{{curve::Path{{curve::make_segment(std::vector<Vec3>{{0, 50, 0}, {30, -9, 40}})}, false}},
                          curve::Plane::xz};
  DistanceParams params;
  params.curve.stage = "line";
  params.like.stage = "map";
  schema::Inputs inputs;
  inputs.add("line", line);
  const Heightmap map(GridSpec{30, 20, 2, {-10, -10}});
  const FieldRun<Distance> run(params, {{"map", map}}, inputs);
  CHECK(run.grid == map.grid());
  const Heightmap made = run.in_windows(11, 7);
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 30; ++x) {
      const Vec2 p = map.grid().position(x, y), along{0.6, 0.8};
      const double t = std::clamp(glm::dot(p, along), 0.0, 50.0);
      CHECK(made.heights.at(x, y) == Approx(glm::length(p - along * t)).margin(1e-6));
    }
  }
}
