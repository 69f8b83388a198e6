#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/math/math.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "methods/curve/bezier.h"
#include "methods/curve/nearest.h"
#include "stages/scenes/detail/poisson_disc.h"
#include "stages/scenes/scatter.h"

using namespace weald;
using namespace weald::scene;

namespace {

Heightmap hills(int size, double steepness) {
  Heightmap map(GridSpec{size, size, 1.0, {-30, 10}});
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x)
      map.heights.at(x, y) = static_cast<float>(steepness * (10 * std::sin(x / 12.0) + 6 * std::cos(y / 9.0)));
  }
  return map;
}

ScatterParams of_meshes(std::size_t count) {
  ScatterParams params;
  params.meshes.resize(count);
  params.distance = 4;
  return params;
}

RunContext seeded(std::uint64_t seed) {
  RunContext context;
  context.seed = seed;
  return context;
}

Vec3 foot(const Instance& i) { return i.position; }

double smallest_distance(const std::vector<Instance>& all) {
  double least = 1e300;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = i + 1; k < all.size(); ++k) {
      const Vec3 off = foot(all[i]) - foot(all[k]);
      least = std::min(least, std::hypot(off.x, off.z));
    }
  }
  return least;
}

std::set<std::pair<double, double>> places_of(const std::vector<Instance>& all) {
  std::set<std::pair<double, double>> places;
  for (const Instance& i : all) places.insert({foot(i).x, foot(i).z});
  return places;
}

}  // namespace

TEST_CASE("Poisson discs: all pairs keep the distance, and no further place fits") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const DiscRules rules{{60, 45}, 3, seed};
    const auto samples = poisson_disc(rules, RunContext{});
    for (std::size_t i = 0; i < samples.size(); ++i) {
      for (std::size_t k = i + 1; k < samples.size(); ++k)
        REQUIRE(glm::length(samples[i].place - samples[k].place) >= 3);
    }
    const Rng rng(99);
    for (std::uint64_t q = 0; q < 20000; ++q) {
      const Vec2 p{rng.uniform_in(0, 60, q, 0), rng.uniform_in(0, 45, q, 1)};
      double nearest = 1e300;
      for (const DiscSample& s : samples) nearest = std::min(nearest, glm::length(s.place - p));
      REQUIRE(nearest < 3 * (1 + 1e-5));
    }
  }
}

TEST_CASE("Poisson discs: cover the jamming share 0.547 of random sequential addition") {
  const DiscRules rules{{400, 400}, 4, 7};
  const auto samples = poisson_disc(rules, RunContext{});
  // Discs of radius distance / 2 may reach half a distance over the edge.
  const double share = static_cast<double>(samples.size()) * math::kPi * 4 / (404.0 * 404.0);
  CHECK(share == Approx(0.547).epsilon(0.03));
}

TEST_CASE("Poisson discs: too many cells are refused at once") {
  CHECK_THROWS_AS(poisson_disc({{1e6, 1e6}, 0.001, 1}, RunContext{}), StageError);
}

TEST_CASE("scatter: keeps distance, stands on the ground, and stays inside the margin") {
  const Heightmap ground = hills(120, 0.3);
  ScatterParams params = of_meshes(1);
  params.margin = 7;
  params.sink = 0.5;
  const auto all = scatter({ground}, params, seeded(5));
  REQUIRE(all.size() > 300);
  CHECK(smallest_distance(all) >= 4 - 1e-9);
  for (const Instance& i : all) {
    const Vec3 p = foot(i);
    CHECK(p.y == Approx(height_at(ground, {p.x, p.z}) - 0.5).margin(1e-9));
    CHECK((p.x >= -23 && p.x <= 82 && p.z >= 17 && p.z <= 122));
  }
}

TEST_CASE("scatter: slope and height limits hold, and take places away without moving any") {
  const Heightmap ground = hills(150, 1);
  const ScatterParams free = of_meshes(1);
  const auto all = places_of(scatter({ground}, free, seeded(5)));
  ScatterParams limited = free;
  limited.slope = {5, 30};
  limited.height = {{-4, 9}};
  const auto some = scatter({ground}, limited, seeded(5));
  REQUIRE(some.size() > 50);
  REQUIRE(some.size() < all.size());
  for (const Instance& i : some) {
    const Vec2 p{foot(i).x, foot(i).z};
    const double slope = math::degrees(std::acos(normal_at(ground, p).y));
    CHECK((slope >= 5 && slope <= 30));
    CHECK((height_at(ground, p) >= -4 && height_at(ground, p) <= 9));
    CHECK(all.count({p.x, p.y}) == 1);
  }
}

TEST_CASE("scatter: a mask thins by its probability and moves nothing where it is 1") {
  const Heightmap ground = hills(200, 0.1);
  Heightmap mask(ground.grid());
  for (int y = 0; y < 200; ++y) {
    for (int x = 0; x < 200; ++x) mask.heights.at(x, y) = x < 66 ? 1.0f : x < 133 ? 0.3f : 0.0f;
  }
  const ScatterParams params = of_meshes(1);
  const auto all = places_of(scatter({ground}, params, seeded(8)));
  const auto some = places_of(scatter({ground, &mask}, params, seeded(8)));
  int west = 0, middle = 0, middle_kept = 0;
  for (const auto& place : all) {
    const double column = place.first + 30;
    if (column < 65) {
      ++west;
      CHECK(some.count(place) == 1);
    } else if (column > 66 && column < 132) {
      ++middle;
      middle_kept += static_cast<int>(some.count(place));
    } else if (column > 133) {
      CHECK(some.count(place) == 0);
    }
  }
  CHECK(west > 300);
  CHECK(static_cast<double>(middle_kept) / middle == Approx(0.3).margin(4 * std::sqrt(0.21 / middle)));
}

TEST_CASE("scatter: keeps its clearance from an avoided curve") {
  const Heightmap ground = hills(120, 0.2);
  const curve::Curve road{
      {curve::Path{{curve::make_segment(std::vector<Vec3>{{-30, 0, 20}, {60, 9, 40}, {0, 3, 90}, {80, 0, 120}})},
                   false}},
      curve::Plane::xz};
  ScatterParams params = of_meshes(1);
  params.clearance = 6;
  const auto all = scatter({ground, nullptr, &road}, params, seeded(3));
  REQUIRE(all.size() > 200);
  double nearest = 1e300;
  for (int k = 0; k <= 4000; ++k) {
    const Vec3 p = curve::evaluate(road.paths[0].segments[0], k / 4000.0);
    for (const Instance& i : all) nearest = std::min(nearest, std::hypot(foot(i).x - p.x, foot(i).z - p.z));
  }
  CHECK(nearest >= 6);
  CHECK(nearest < 7);
}

TEST_CASE("scatter: a count keeps that many, and a smaller one keeps a part of them") {
  const Heightmap ground = hills(120, 0.2);
  ScatterParams params = of_meshes(1);
  params.count = 100;
  const auto hundred = places_of(scatter({ground}, params, seeded(3)));
  params.count = 40;
  const auto forty = places_of(scatter({ground}, params, seeded(3)));
  CHECK(hundred.size() == 100);
  CHECK(forty.size() == 40);
  CHECK(std::includes(hundred.begin(), hundred.end(), forty.begin(), forty.end()));
}

TEST_CASE("scatter: meshes are chosen by weight, sizes and turns fill their ranges") {
  const Heightmap ground = hills(200, 0.2);
  ScatterParams params = of_meshes(3);
  params.distance = 3;
  params.weights = {1, 0, 3};
  params.scale = {0.5, 2};
  params.turn = 90;
  const auto all = scatter({ground}, params, seeded(4));
  const auto n = static_cast<double>(all.size());
  double count[3] = {0, 0, 0};
  double smallest = 9, largest = 0, least_turn = 999, most_turn = -999;
  for (const Instance& i : all) {
    count[i.variety] += 1;
    const Mat4 m = world_from_prototype(i);
    const double size = glm::length(Vec3{m[0]});
    const double turn = math::degrees(std::atan2(m[2].x, m[2].z));
    smallest = std::min(smallest, size), largest = std::max(largest, size);
    least_turn = std::min(least_turn, turn), most_turn = std::max(most_turn, turn);
    CHECK(glm::determinant(Mat3{m}) == Approx(size * size * size));
    CHECK(glm::length(Vec3{m[1]} / size - Vec3{0, 1, 0}) < 2e-7);
  }
  CHECK(count[1] == 0);
  CHECK(count[0] / n == Approx(0.25).margin(4 * std::sqrt(0.1875 / n)));
  CHECK((smallest >= 0.5 && smallest < 0.52 && largest <= 2 && largest > 1.97));
  CHECK((least_turn >= -1e-9 && least_turn < 2 && most_turn <= 90 && most_turn > 88));
}

TEST_CASE("scatter: full alignment stands copies along the ground's normal") {
  const Heightmap ground = hills(100, 1);
  ScatterParams params = of_meshes(1);
  params.align = 1;
  for (const Instance& i : scatter({ground}, params, seeded(4))) {
    CHECK(glm::length(Vec3{i.axes[1]} - normal_at(ground, {foot(i).x, foot(i).z})) < 2e-7);
  }
}

TEST_CASE("scatter: the same for every thread count, another for another seed") {
  const Heightmap ground = hills(120, 0.2);
  const ScatterParams params = of_meshes(1);
  const auto with = [&](int threads, std::uint64_t seed) {
    const ThreadLimit limit(threads);
    return places_of(scatter({ground}, params, seeded(seed)));
  };
  CHECK(with(1, 3) == with(8, 3));
  CHECK(with(1, 3) != with(1, 4));
}

TEST_CASE("scatter: a place is the same whatever is done to the ground's height elsewhere") {
  Heightmap ground = hills(120, 0.2);
  ScatterParams params = of_meshes(1);
  params.slope = {0, 40};
  const auto before = places_of(scatter({ground}, params, seeded(3)));
  for (int y = 0; y < 120; ++y) {
    for (int x = 80; x < 120; ++x) ground.heights.at(x, y) += static_cast<float>(5 * ((x + y) % 2));
  }
  const auto after = places_of(scatter({ground}, params, seeded(3)));
  for (const auto& place : before) {
    if (place.first + 30 < 77) CHECK(after.count(place) == 1);
  }
  CHECK(after.size() < before.size());
}
