// The transforms of instances as scale, rotation and translation.

#include <cmath>
#include <limits>

#include "support/catch.h"

#include "base/math/math.h"
#include "base/math/placement.h"
#include "base/rng.h"
#include "stages/shapes/transform.h"

using namespace weald;

namespace {

/// Largest difference of two matrices, as a share of the size of `a`'s columns.
double matrix_distance(const Mat4& a, const Mat4& b) {
  double largest = 0;
  for (int column = 0; column < 4; ++column) {
    const double size = column < 3 ? glm::length(Vec3(a[column])) : 1;
    for (int row = 0; row < 4; ++row) largest = std::max(largest, std::abs(a[column][row] - b[column][row]) / size);
  }
  return largest;
}

/// A rotation by all three angles, a scale of each axis between a thousandth and a thousand with any sign, and a place.
Mat4 random_affine(const Rng& rng, std::uint64_t number) {
  const auto between = [&](int stream, double from, double to) {
    return from + (to - from) * rng.uniform(number, stream);
  };
  mesh::TransformParams turn;
  turn.rotate = {between(0, -180, 180), between(1, -180, 180), between(2, -180, 180)};
  Mat4 matrix = mesh::matrix_of(turn);
  for (int i = 0; i < 3; ++i) {
    const double size = math::pow(10.0, between(3 + i, -3, 3));
    matrix[i] *= between(6 + i, 0, 1) < 0.5 ? -size : size;
  }
  matrix[3] = {between(9, -5, 5), between(10, -5, 5), between(11, -5, 5), 1};
  return matrix;
}

}  // namespace

TEST_CASE("placement: random scales, turns, mirrors and moves give the matrix that they came from") {
  const Rng rng(7);
  int mirrored = 0, wrong = 0;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const Mat4 matrix = random_affine(rng, i);
    const auto placement = placement_of(matrix);
    REQUIRE(placement);
    const bool is_mirrored = glm::determinant(Mat3(matrix)) < 0;
    mirrored += is_mirrored ? 1 : 0;
    const bool has_signs = (placement->scale.x < 0) == is_mirrored && placement->scale.y > 0 && placement->scale.z > 0;
    const bool is_unit = std::abs(glm::length(placement->rotation) - 1) < 1e-15 && placement->rotation.w >= 0;
    wrong += has_signs && is_unit && matrix_distance(matrix, matrix_of(*placement)) < 1e-14 ? 0 : 1;
  }
  CHECK(wrong == 0);
  CHECK(mirrored > 8000);
  CHECK(mirrored < 12'000);
}

TEST_CASE("placement: quarter and half turns, where three of the quaternion's numbers can be 0, are exact") {
  const double h = std::sqrt(0.5);
  struct Turn {
    Vec3 angles;
    Vec4 quaternion;
  };
  const Turn turns[] = {{{0, 0, 0}, {0, 0, 0, 1}},   {{180, 0, 0}, {1, 0, 0, 0}}, {{0, 180, 0}, {0, 1, 0, 0}},
                        {{0, 0, 180}, {0, 0, 1, 0}}, {{90, 0, 0}, {h, 0, 0, h}},  {{0, 90, 0}, {0, h, 0, h}},
                        {{0, 0, 90}, {0, 0, h, h}}};
  for (const Turn& turn : turns) {
    mesh::TransformParams params;
    params.rotate = turn.angles;
    const auto placement = placement_of(mesh::matrix_of(params));
    REQUIRE(placement);
    CHECK(glm::length(placement->rotation - turn.quaternion) < 1e-15);
    CHECK(placement->scale == Vec3(1, 1, 1));
  }
}

TEST_CASE("placement: a slight shear from rounding is taken away, a real one or a flat axis has no placement") {
  Mat4 matrix{1.0};
  matrix[1][0] = 1e-7;
  const auto nearest = placement_of(matrix);
  REQUIRE(nearest);
  CHECK(matrix_distance(matrix, matrix_of(*nearest)) < 1e-7);
  CHECK(std::abs(nearest->rotation.z + 0.25e-7) < 1e-12);  // half of the shear, about z
  matrix[1][0] = 1e-3;
  CHECK_FALSE(placement_of(matrix));
  matrix = Mat4{1.0};
  matrix[2][2] = 0;
  CHECK_FALSE(placement_of(matrix));
  matrix[2][2] = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(placement_of(matrix));
  matrix = Mat4{1.0};
  matrix[3][1] = std::numeric_limits<double>::infinity();
  CHECK_FALSE(placement_of(matrix));
}

TEST_CASE("placement: what lies within one stands where both maps put it") {
  const Rng rng(5);
  for (std::uint64_t number = 0; number < 200; ++number) {
    const Mat4 outer = random_affine(rng, number);
    Mat4 inner{0.25};
    inner[3] = {0.5, -2, 3, 1};
    const auto placement = placement_of(outer);
    REQUIRE(placement);
    CHECK(matrix_distance(matrix_of(within(*placement, {0.5, -2, 3}, 0.25)), outer * inner) < 1e-9);
  }
}
