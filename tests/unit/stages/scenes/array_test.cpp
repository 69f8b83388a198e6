#include "stages/scenes/array.h"

#include "support/catch.h"

#include <cmath>

#include "base/error.h"
#include "base/math/math.h"
#include "data/scene_groups.h"
#include "stages/shapes/shapes.h"

using namespace weald;
using namespace weald::scene;

namespace {

Mat4 step_of(const mesh::PlacementParams& params) { return mesh::matrix_of(params); }

}  // namespace

TEST_CASE("array: translations are exact multiples") {
  const auto matrices = array_matrices(step_of({.translate = {0.1, 0, -3}}), 1000);
  REQUIRE(matrices.size() == 1000);
  for (std::size_t i = 0; i < 1000; ++i) CHECK(Vec3{matrices[i][3]} == Vec3{0.1, 0, -3} * static_cast<double>(i));
}

TEST_CASE("array: a turning, shrinking step makes a logarithmic spiral") {
  // The point p_k = s^k R^k p_0 + (sum of s^j R^j) t for j < k, a geometric series of complex numbers.
  const double size = 0.95, turn = 20;
  const auto matrices =
      array_matrices(step_of({.scale = {size, size, size}, .rotate = {0, turn, 0}, .translate = {2, 0.5, 0}}), 60);
  for (int k = 0; k < 60; ++k) {
    const Mat4& matrix = matrices[static_cast<std::size_t>(k)];
    // z + i x turns counter-clockwise about y.
    const double c = size * std::cos(math::radians(turn)), s = size * std::sin(math::radians(turn));
    double re = 1, im = 0;  // (c + i s)^k
    for (int j = 0; j < k; ++j) {
      const double r = re * c - im * s;
      im = re * s + im * c;
      re = r;
    }
    // t = 2 i; sum = (1 - q^k) / (1 - q)
    const double nr = 1 - re, ni = -im, dr = 1 - c, di = -s, d2 = dr * dr + di * di;
    const double sum_re = (nr * dr + ni * di) / d2, sum_im = (ni * dr - nr * di) / d2;
    CHECK(matrix[3].z == Approx(-2 * sum_im).margin(1e-9));
    CHECK(matrix[3].x == Approx(2 * sum_re).margin(1e-9));
    CHECK(matrix[3].y == Approx(0.5 * (1 - std::pow(size, k)) / (1 - size)).margin(1e-9));
    CHECK(glm::length(Vec3{matrix[0]}) == Approx(std::pow(size, k)));
  }
}

TEST_CASE("array: of a mesh shares one prototype, of a scene repeats all its parts") {
  const mesh::Mesh box = mesh::make_shape({});
  schema::Inputs inputs;
  inputs.add("box", box);
  ArrayParams params;
  params.from.stage = "box";
  params.count = 5;
  params.translate = {3, 0, 0};
  const Scene row = Array::run(params, inputs, {});
  CHECK(row.prototypes.size() == 1);
  CHECK(row.instances.size() == 5);
  inputs.add("row", row);
  params.from.stage = "row";
  params.translate = {0, 0, 7};
  const Scene field = Array::run(params, inputs, {});
  CHECK(field.prototypes.size() == 1);
  REQUIRE(field.instances.size() == 25);
  CHECK(field.instances[24].position == Vec3{12, 0, 28});
}

TEST_CASE("array: copies that vanish, explode or are too many are refused") {
  CHECK_THROWS_AS(array_matrices(step_of({.scale = {0.5, 1, 1}}), 1000), StageError);
  CHECK_THROWS_AS(array_matrices(step_of({.scale = {2, 2, 2}}), 1000), StageError);
  const mesh::Mesh box = mesh::make_shape({});
  schema::Inputs inputs;
  inputs.add("box", box);
  ArrayParams params;
  params.from.stage = "box";
  params.count = 2000;
  const Scene row = Array::run(params, inputs, {});
  inputs.add("row", row);
  params.from.stage = "row";
  CHECK_THROWS_AS(Array::run(params, inputs, {}), StageError);
}

TEST_CASE("array: each copy of a scene of several objects is a group with the copy's frame") {
  const mesh::Mesh box = mesh::make_shape({});
  Scene pair;
  add_prototype(pair, {"box", std::make_shared<const mesh::Mesh>(box)});
  pair.instances = {instance_at(0, Mat4{1.0}), instance_at(0, step_of({.translate = {0, 1, 0}}))};
  schema::Inputs inputs;
  inputs.add("trees/pair", pair);
  inputs.add("box", box);
  ArrayParams params;
  params.from.stage = "trees/pair";
  params.count = 3;
  params.translate = {5, 0, 0};
  const Scene row = Array::run(params, inputs, {});
  REQUIRE(row.groups.size() == 3);
  CHECK(groups_are_sound(row));
  CHECK(distinct_names(row) == std::vector<std::string>{"pair_0", "pair_1", "pair_2"});
  CHECK(row.groups[2].begin == 4);
  CHECK(row.groups[2].is_copy);
  CHECK(row.groups[2].position == Vec3(10, 0, 0));
  params.from.stage = "box";
  CHECK(Array::run(params, inputs, {}).groups.empty());
}
