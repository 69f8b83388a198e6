#include "stages/land/resampling/move.h"

#include "support/catch.h"

#include <cmath>

#include "base/math/math.h"
#include "support/run_field.h"
#include "unit/stages/land/resampling/rough_map.h"

using namespace weald;
using namespace weald::resampling;
using raster::Interpolation;
using test::FieldRun;

namespace {

MoveParams moved() {
  MoveParams params;
  params.from.stage = "map";
  return params;
}

}  // namespace

TEST_CASE("move: whole cells, quarter turns and mirrors move samples without changing a bit") {
  const int n = 21;
  const Heightmap map = test::rough_map({n, n, 0.7, {3.3, -40}});
  for (const Interpolation kind :
       {Interpolation::nearest, Interpolation::bilinear, Interpolation::bicubic, Interpolation::area}) {
    MoveParams params = moved();
    params.interpolation = kind;
    CHECK(FieldRun<Move>(params, {{"map", map}}).whole().heights == map.heights);
    params.rotate = 90;  // clockwise: what was west is north
    const Heightmap turned = FieldRun<Move>(params, {{"map", map}}).whole();
    params.rotate = 0;
    params.mirror = Mirror::x;
    const Heightmap mirrored = FieldRun<Move>(params, {{"map", map}}).whole();
    params.mirror = Mirror::both;
    const Heightmap both = FieldRun<Move>(params, {{"map", map}}).whole();
    params.mirror = Mirror::none;
    params.translate = {2.1, -1.4};  // three cells east, two north
    params.outside = 1;
    const Heightmap shifted = FieldRun<Move>(params, {{"map", map}}).whole();
    bool equal = true;
    for (int y = 0; y < n; ++y) {
      for (int x = 0; x < n; ++x) {
        equal = equal && turned.heights.at(n - 1 - y, x) == map.heights.at(x, y);
        equal = equal && mirrored.heights.at(n - 1 - x, y) == map.heights.at(x, y);
        equal = equal && both.heights.at(n - 1 - x, n - 1 - y) == map.heights.at(x, y);
        equal = equal && shifted.heights.at(x, y) == (x < 3 || y > n - 3 ? 1 : map.heights.at(x - 3, y + 2));
      }
    }
    CHECK(equal);
  }
}

TEST_CASE("move: a quadratic surface is moved exactly, by any transform about any point") {
  const auto height = [](double x, double z) { return 0.01 * x * x - 0.02 * z * z + 0.3 * x - z + 0.015 * x * z; };
  MoveParams params = moved();
  params.translate = {3.7, -2.2};
  params.rotate = 33;
  params.scale = {1.5, 0.8};
  params.mirror = Mirror::z;
  params.centre = Vec2{4, -6};
  params.origin = Vec2{-8, -8};
  params.cell_size = 0.9;
  params.size = {18, 18};
  const Heightmap map = test::map_of({60, 60, 2, {-60, -60}}, height);
  const FieldRun<Move> run(params, {{"map", map}});
  const Heightmap made = run.whole();
  // Forwards: where a point of the land is moved to.
  const auto forwards = [&](Vec2 p) {
    p = (p - *params.centre) * Vec2{1.5, -0.8};
    const double c = std::cos(math::radians(33)), s = std::sin(math::radians(33));
    return Vec2{c * p.x - s * p.y, s * p.x + c * p.y} + *params.centre + params.translate;
  };
  for (int y = 0; y < 18; ++y) {
    for (int x = 0; x < 18; ++x) {
      const Vec2 p = run.grid.position(x, y), before = unmove(params, map.grid())(p);
      CHECK(glm::length(forwards(before) - p) < 1e-12);
      CHECK(made.heights.at(x, y) == Approx(height(before.x, before.y)).margin(1e-4));
    }
  }
}

TEST_CASE("move: windows that see only what they need have the bits of the whole") {
  const Heightmap map = test::rough_map({48, 39, 2, {-7, 3}});
  for (const Interpolation kind :
       {Interpolation::nearest, Interpolation::bilinear, Interpolation::bicubic, Interpolation::area}) {
    for (const double scale : {0.17, 1.0, 3.0}) {
      MoveParams params = moved();
      params.interpolation = kind;
      params.rotate = 41;
      params.scale = {scale, 0.9 * scale};
      params.translate = {5, -8};
      const FieldRun<Move> run(params, {{"map", map}});
      CHECK(run.in_windows(11, 7).heights == run.whole().heights);
    }
  }
}

TEST_CASE("move: a map that is shrunk with 'area' keeps a plane and the mean of a rough one") {
  const auto plane = [](double x, double z) { return 2 + 0.5 * x - 0.25 * z; };
  MoveParams params = moved();
  params.interpolation = Interpolation::area;
  params.scale = {0.25, 0.25};
  params.centre = Vec2{0, 0};
  params.origin = Vec2{-10, -10};
  params.size = {21, 21};
  params.cell_size = 1;
  const Heightmap flat = FieldRun<Move>(params, {{"map", test::map_of({161, 161, 1, {-80, -80}}, plane)}}).whole();
  for (int y = 0; y < 21; ++y) {
    for (int x = 0; x < 21; ++x) CHECK(flat.heights.at(x, y) == Approx(plane(4 * (x - 10), 4 * (y - 10))).margin(1e-4));
  }
  const Heightmap noisy = test::rough_map({161, 161, 1, {-80, -80}});
  const Heightmap shrunk = FieldRun<Move>(params, {{"map", noisy}}).whole();
  double variance = 0;
  for (const float h : shrunk.heights.values()) variance += h * h / static_cast<double>(shrunk.heights.size());
  CHECK(variance < 90 * 90 / 3.0 / 12);  // the mean of 16 independent heights, with some overlap
}
