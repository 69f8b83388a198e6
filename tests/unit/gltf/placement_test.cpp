// Affine maps as translation, rotation and scale.

#include <cmath>

#include <catch2/catch.hpp>

#include "core/rng.h"
#include "gltf/placement.h"

using namespace weald;
using namespace weald::gltf;

namespace {

Mat4 matrix_of(const Placement& p) {
  const double x = p.rotation.x, y = p.rotation.y, z = p.rotation.z, w = p.rotation.w;
  // The textbook matrix of a unit quaternion, by columns.
  const Vec3 i{1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)};
  const Vec3 j{2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)};
  const Vec3 k{2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)};
  return Mat4{Vec4{i * p.scale.x, 0}, Vec4{j * p.scale.y, 0}, Vec4{k * p.scale.z, 0}, Vec4{p.translation, 1}};
}

double difference(const Mat4& a, const Mat4& b) {
  double largest = 0;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) largest = std::max(largest, std::abs(a[c][r] - b[c][r]));
  }
  return largest;
}

/// A placement from eight numbers of 0 to 1.
Placement random_placement(std::uint64_t seed) {
  const Rng rng(seed);
  const auto share = [&](std::uint64_t i) { return rng.uniform(0, i); };
  Placement p;
  p.translation = {share(0) * 20 - 10, share(1) * 20 - 10, share(2) * 20 - 10};
  Vec4 q{share(3) * 2 - 1, share(4) * 2 - 1, share(5) * 2 - 1, share(6)};
  p.rotation = q / glm::length(q);
  p.scale = {(0.1 + share(7)) * (share(8) < 0.5 ? -1 : 1), 0.1 + share(9) * 3, 0.1 + share(10) * 3};
  return p;
}

}  // namespace

TEST_CASE("A map made of translation, rotation and scale is taken apart and put together again") {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Mat4 map = matrix_of(random_placement(seed));
    const auto placement = placement_of(map);
    REQUIRE(placement);
    CHECK(difference(matrix_of(*placement), map) < 1e-12);
    CHECK(std::abs(glm::length(placement->rotation) - 1) < 1e-14);
    CHECK(placement->rotation.w >= 0);
  }
}

TEST_CASE("Half turns, where the trace of the rotation is smallest, are taken apart too") {
  for (const Vec4& q : {Vec4{1, 0, 0, 0}, Vec4{0, 1, 0, 0}, Vec4{0, 0, 1, 0}}) {
    const Mat4 map = matrix_of({{1, 2, 3}, q, {2, 3, 4}});
    const auto placement = placement_of(map);
    REQUIRE(placement);
    CHECK(difference(matrix_of(*placement), map) < 1e-14);
  }
}

TEST_CASE("A map that shears or flattens is no placement") {
  Mat4 shear{1.0};
  shear[1][0] = 0.01;
  CHECK_FALSE(placement_of(shear));
  Mat4 flat{1.0};
  flat[2] = {0, 0, 0, 0};
  CHECK_FALSE(placement_of(flat));
}

TEST_CASE("What lies within a placement stands where both maps put it") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Placement outer = random_placement(seed);
    const Mat4 inner = matrix_of({{0.5, -2, 3}, {0, 0, 0, 1}, Vec3{0.25}});
    CHECK(difference(matrix_of(within(outer, {0.5, -2, 3}, 0.25)), matrix_of(outer) * inner) < 1e-12);
  }
}
