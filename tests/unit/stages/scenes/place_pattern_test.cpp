// place: rings, grids, spirals and lists against their closed forms.

#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/math/math.h"
#include "placing.h"
#include "stages/shapes/transform.h"

using namespace weald;
using namespace weald::scene;
using namespace weald::test;

namespace {

double degrees_of(const Vec3& p) { return math::degrees(std::atan2(-p.z, p.x)); }

/// Difference of two angles, -180 to 180 degrees.
double turn_between(double a, double b) { return std::remainder(b - a, 360.0); }

double nearest_distance(const std::vector<Instance>& all, std::size_t of) {
  double least = 1e300;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i != of) least = std::min(least, glm::length(foot_of(all[i]) - foot_of(all[of])));
  }
  return least;
}

}  // namespace

TEST_CASE("place: a full ring, and an arc with copies at both ends") {
  PlaceParams params = placing(Arrangement::ring);
  params.radius = 7;
  params.count = 9;
  params.facing = Facing::outward;
  auto copies = placed({}, params, {});
  REQUIRE(copies.size() == 9);
  for (std::size_t i = 0; i < 9; ++i) {
    const Vec3 p = foot_of(copies[i]);
    CHECK(glm::length(p) == Approx(7).epsilon(1e-14));
    CHECK(std::abs(turn_between(degrees_of(p), 40.0 * static_cast<double>(i))) < 1e-12);
    CHECK(glm::length(axis_of(copies[i], 2) - p / 7.0) < kAxisPrecision);
    CHECK(axis_of(copies[i], 1) == Vec3{0, 1, 0});
  }
  params.arc = 90;
  params.count = 4;
  copies = placed({}, params, {});
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(std::abs(degrees_of(foot_of(copies[i])) - 30.0 * static_cast<double>(i)) < 1e-12);
  CHECK(foot_of(copies[0]) == Vec3{7, 0, 0});
  CHECK(glm::length(foot_of(copies[3]) - Vec3{0, 0, -7}) == 0);
  params.count = 1;
  CHECK(degrees_of(foot_of(placed({}, params, {})[0])) == Approx(45));
}

TEST_CASE("place: copies on a ring follow it, face a target, or stand outward") {
  PlaceParams params = placing(Arrangement::ring);
  params.radius = 5;
  params.count = 8;
  for (const Instance& copy : placed({}, params, {})) {
    const Vec3 outward = foot_of(copy) / 5.0;
    CHECK(glm::length(axis_of(copy, 2) - glm::cross(Vec3{0, 1, 0}, outward)) < kAxisPrecision);  // counter-clockwise
  }
  params.facing = Facing::target;
  params.target = Vec3{1, 30, 2};
  for (const Instance& copy : placed({}, params, {})) {
    Vec3 there = *params.target - foot_of(copy);
    there.y = 0;
    CHECK(glm::length(axis_of(copy, 2) - glm::normalize(there)) < kAxisPrecision);
  }
  params.up = SiteUp::normal;
  for (const Instance& copy : placed({}, params, {}))
    CHECK(glm::length(axis_of(copy, 1) - foot_of(copy) / 5.0) < kAxisPrecision);
}

TEST_CASE("place: a grid is centred and rises from the ground") {
  PlaceParams params = placing(Arrangement::grid);
  params.counts = {3, 2, 4};
  params.step = {2, 5, 0.5};
  const auto copies = placed({}, params, {});
  REQUIRE(copies.size() == 24);
  CHECK(foot_of(copies[0]) == Vec3{-2, 0, -0.75});
  CHECK(foot_of(copies[1]) == Vec3{0, 0, -0.75});
  CHECK(foot_of(copies[3]) == Vec3{-2, 0, -0.25});
  CHECK(foot_of(copies[12]) == Vec3{-2, 5, -0.75});
  CHECK(foot_of(copies[23]) == Vec3{2, 5, 0.75});
  params.counts = {1000, 1001, 1};
  CHECK_THROWS_AS(placed({}, params, {}), StageError);
}

TEST_CASE("place: in hexagons, inner copies have six neighbours at the spacing") {
  PlaceParams params = placing(Arrangement::hexagons);
  params.counts = {7, 1, 6};
  params.spacing = 3;
  const auto copies = placed({}, params, {});
  REQUIRE(copies.size() == 42);
  Vec3 middle{0};
  for (std::size_t i = 0; i < copies.size(); ++i) {
    CHECK(nearest_distance(copies, i) == Approx(3).epsilon(1e-12));
    middle += foot_of(copies[i]) / 42.0;
    const std::size_t column = i % 7, row = i / 7;
    if (column == 0 || column == 6 || row == 0 || row == 5) continue;
    int neighbours = 0;
    for (const Instance& other : copies) {
      const double distance = glm::length(foot_of(other) - foot_of(copies[i]));
      if (distance > 0 && distance < 3.000001) ++neighbours;
    }
    CHECK(neighbours == 6);
  }
  CHECK(glm::length(middle) < 1e-12);
}

TEST_CASE("place: Vogel's disc has radius sqrt((i + 1/2) / n), and turns by the golden angle") {
  PlaceParams params = placing(Arrangement::spiral);
  params.radius = 10;
  params.count = 500;
  const auto copies = placed({}, params, {});
  REQUIRE(copies.size() == 500);
  const double golden = 180 * (3 - std::sqrt(5.0));
  for (std::size_t i = 0; i < 500; ++i) {
    const Vec3 p = foot_of(copies[i]);
    CHECK(glm::length(p) == Approx(10 * std::sqrt((static_cast<double>(i) + 0.5) / 500)).epsilon(1e-13));
    if (i > 0) CHECK(std::abs(turn_between(degrees_of(foot_of(copies[i - 1])), degrees_of(p)) - golden) < 1e-9);
  }
  // The golden angle spreads them well: none is closer to another than 1.5 / sqrt(n) radii.
  for (std::size_t i = 0; i < 500; ++i) CHECK(nearest_distance(copies, i) > 1.5 * 10 / std::sqrt(500.0));
}

TEST_CASE("place: a spiral on a cone has the same area below each copy, and normals at right angles to it") {
  PlaceParams params = placing(Arrangement::spiral);
  params.radius = 4;
  params.height = 6;
  params.top_radius = 1;
  params.count = 200;
  params.up = SiteUp::normal;
  const auto copies = placed({}, params, {});
  const double whole = 16 - 1;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    const Vec3 p = foot_of(copies[i]);
    const double radius = std::hypot(p.x, p.z);
    CHECK((16 - radius * radius) / whole == Approx((static_cast<double>(i) + 0.5) / 200).epsilon(1e-12));
    CHECK(p.y == Approx(6 * (4 - radius) / 3).epsilon(1e-12));
    const Vec3 slope = Vec3{-3 * p.x / radius, 6, -3 * p.z / radius};  // towards the apex
    CHECK(std::abs(glm::dot(axis_of(copies[i], 1), slope)) < kAxisPrecision);
    CHECK(glm::dot(axis_of(copies[i], 1), Vec3{p.x, 0, p.z}) > 0);
  }
  params.top_radius.reset();  // a cylinder
  const auto straight = placed({}, params, {});
  for (std::size_t i = 0; i < straight.size(); ++i) {
    const Vec3 p = foot_of(straight[i]);
    CHECK(std::hypot(p.x, p.z) == Approx(4).epsilon(1e-14));
    CHECK(p.y == Approx(6 * (static_cast<double>(i) + 0.5) / 200).epsilon(1e-12));
  }
}

TEST_CASE("place: a list has the matrices of its placements") {
  PlaceParams params = placing(Arrangement::list);
  params.at = {{}, {{2, 1, 3}, {10, 20, 30}, {1, 2, 3}}, {{-1, 1, 1}, {0, 90, 0}, {0, 5, 0}}};
  const auto copies = placed({}, params, {});
  REQUIRE(copies.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const Mat4 wanted = mesh::matrix_of(params.at[i]);
    CHECK(glm::length(copies[i].position - Vec3{wanted[3]}) < 1e-14);
    for (int k = 0; k < 3; ++k) CHECK(glm::length(Vec3{copies[i].axes[k]} - Vec3{wanted[k]}) < kAxisPrecision);
  }
}
