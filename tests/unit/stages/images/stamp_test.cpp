#include "stages/images/stamp.h"

#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/math/math.h"
#include "base/rng.h"
#include "stages/images/detail/stamp_copies.h"
#include "stages/images/detail/tile_relief.h"
#include "stages/images/detail/torus_points.h"

using namespace weald;
using namespace weald::image;

namespace {

/// An opaque square with a lighter corner, so that its direction shows.
Image square_stamp(int side) {
  Image image{Grid<Rgba8>(side, side, Rgba8{200, 120, 40, 255}), {}};
  for (int y = 0; y < side / 2; ++y) {
    for (int x = 0; x < side / 3; ++x) image.pixels.at(x, y) = {240, 220, 90, 255};
  }
  return image;
}

/// Flat copies on a tile of 1 m with 64 pixels.
StampParams flat_params() {
  StampParams params;
  params.size = {64, 64};
  params.length_variation = params.colour_variation = 0;
  params.curl = params.tilt = params.thickness = params.shade = 0;
  return params;
}

StampTile tile_of(const Image& stamp, const StampParams& params, std::uint64_t seed = 1) {
  RunContext context;
  context.seed = seed;
  return stamped({{&stamp}, {}, nullptr}, params, context);
}

double covered(const Image& image) {
  double sum = 0;
  for (const Rgba8& pixel : image.pixels.values()) sum += pixel.a / 255.0;
  return sum / static_cast<double>(image.pixels.size());
}

/// Least distance on the torus between two of the first `count` points.
double least_distance(const std::vector<Vec2>& points, std::size_t count, const Vec2& size) {
  double least = 1e300;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      Vec2 apart = glm::abs(points[i] - points[j]);
      apart = glm::min(apart, size - apart);
      least = std::min(least, glm::length(apart));
    }
  }
  return least;
}

}  // namespace

TEST_CASE("stamp: a tile that is shifted by half is the tile of copies that are shifted by half") {
  const Image stamp = square_stamp(24);
  const StampPicture picture(stamp, nullptr);
  StampParams params;
  params.size = {64, 48};
  params.count = 60;
  params.length = 0.3;
  RunContext context;
  context.seed = 5;
  StampLayers plain(params), moved(params);
  for (StampCopy copy : stamp_copies(params, 1, context)) {
    plain.lay(copy, picture);
    copy.middle += Vec2{copy.middle.x < 32 ? 32 : -32, copy.middle.y < 24 ? 24 : -24};
    moved.lay(copy, picture);
  }
  int differing = 0;
  for (int y = 0; y < 48; ++y) {
    for (int x = 0; x < 64; ++x) {
      const int i = (x + 32) % 64, j = (y + 24) % 48;
      if (plain.colours().at(x, y) != moved.colours().at(i, j) ||
          plain.heights().at(x, y) != moved.heights().at(i, j) || plain.slopes().at(x, y) != moved.slopes().at(i, j))
        ++differing;
    }
  }
  CHECK(differing == 0);
}

TEST_CASE("stamp: copies that do not touch cover their area, and crowded ones more than chance would") {
  const Image stamp = square_stamp(16);
  StampParams params = flat_params();
  params.count = 30;
  params.length = 0.06;
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    CHECK(covered(tile_of(stamp, params, seed).colours) == Approx(30 * 0.06 * 0.06).epsilon(0.02));
  }
  params.count = 100;
  params.length = 0.1;  // together as large as the tile
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const double cover = covered(tile_of(stamp, params, seed).colours);
    CHECK(cover > 1 - math::exp(-1.0));  // of independent copies
    CHECK(cover < 1);
  }
}

TEST_CASE("stamp: a single copy has the size, the place and the turn that it was given") {
  const Image stamp = square_stamp(32);
  StampParams params = flat_params();
  params.count = 0;
  StampLayers layers(params);
  layers.lay({.picture = 0, .middle = {20, 40}, .turn = 90, .length = 0.25, .tint = Vec3{1}}, {stamp, nullptr});
  double area = 0;
  Vec2 middle{0};
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      const double a{layers.colours().at(x, y).a};
      area += a, middle += a * Vec2{x + 0.5, y + 0.5};
    }
  }
  CHECK(area == Approx(256).epsilon(1e-3));  // 16 pixels a side
  CHECK(middle.x / area == Approx(20).margin(1e-3));
  CHECK(middle.y / area == Approx(40).margin(1e-3));
  // The lighter upper left corner is at the lower left after a quarter turn anticlockwise.
  CHECK(layers.colours().at(14, 46).b > layers.colours().at(14, 34).b);
  CHECK(layers.colours().at(14, 46).b > layers.colours().at(26, 46).b);
}

TEST_CASE("stamp: a copy is nowhere below what it lies on, and a stiff one rests on it in a plane") {
  const Image stamp = square_stamp(32);
  StampParams params = flat_params();
  params.thickness = 0.01;
  params.drape = 0;
  StampLayers layers(params);
  const StampPicture picture(stamp, nullptr);
  const StampCopy copy{.picture = 0, .middle = {32, 32}, .turn = 0, .length = 0.5, .tint = Vec3{1}};
  layers.lay(copy, picture);
  CHECK(layers.heights().at(32, 32) == Approx(0.01));
  CHECK(layers.heights().at(2, 2) == 0);
  const Grid<float> before = layers.heights();
  StampCopy second = copy;
  second.middle = {44, 32};
  layers.lay(second, picture);
  for (int x = 30; x < 58; ++x) CHECK(layers.heights().at(x, 32) >= before.at(x, 32));
  // Where it hangs over the edge of the first copy, its heights are those of a plane.
  const auto at = [&](int x) { return static_cast<double>(layers.heights().at(x, 32)); };
  CHECK(at(56) - at(55) == Approx(at(55) - at(54)).margin(1e-6));
  CHECK(at(54) > 0.01);
}

TEST_CASE("stamp: points on the torus keep their distance, and so do their first parts") {
  const Vec2 size{3, 2};
  const std::vector<Vec2> points = torus_points(600, size, Rng(7), {});
  REQUIRE(points.size() == 600);
  for (const std::size_t part : {20u, 100u, 600u}) {
    const double densest = std::sqrt(2 / std::sqrt(3.0) * size.x * size.y / static_cast<double>(part));
    CHECK(least_distance(points, part, size) > 0.5 * densest);
  }
  CHECK(torus_points(1, size, Rng(7), {}).size() == 1);
  CHECK(torus_points(0, size, Rng(7), {}).empty());
}

TEST_CASE("stamp: normals and light of a tile agree with closed forms, across its edges too") {
  constexpr int n = 64;
  constexpr double cell = 0.1, amplitude = 0.3;
  Grid<float> waves(n, n), level(n, n, 2.0f), trench(n, n, 0.0f);
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      waves.at(x, y) = static_cast<float>(amplitude * math::sin_deg(360.0 * x / n));
      if (x == 0) trench.at(x, y) = -100.0f;
    }
  }
  const Grid<glm::vec2> none(n, n, glm::vec2{0});
  const Image normals = tile_normals(waves, none, cell, {});
  for (const int x : {0, 1, 20, 63}) {
    const double slope = amplitude * 2 * math::kPi / (n * cell) * math::cos_deg(360.0 * x / n);
    const double expected = 128 - 127 * slope / std::sqrt(1 + slope * slope);
    CHECK(std::abs(normals.pixels.at(x, 5).r - expected) < 1);
    CHECK(normals.pixels.at(x, 5).g == 128);
  }
  CHECK(tile_occlusion(level, cell, 1, {}).at(63, 0) == 1.0f);
  // At the bottom of a deep trench only the two directions along it are open.
  CHECK(tile_occlusion(trench, cell, 1, {}).at(0, 0) == Approx(0.25).margin(1e-3));
}

TEST_CASE("stamp: half of a picture's pixels weigh as much as all of them at half the size") {
  Image fine = square_stamp(16);
  fine.pixels.at(3, 3).a = 0;
  const StampPicture picture(fine, nullptr);
  CHECK(picture.level_for(1) == 0);
  CHECK(picture.level_for(2) == 1);
  CHECK(picture.level_for(100) == 4);
  const StampSample half = picture.at({3, 3}, 1);  // the middle of four pixels
  CHECK(half.colour.a == Approx(0.75));
  CHECK(half.colour.r == Approx(0.75 * 240 / 255));
  CHECK(picture.at({-20, 3}, 0).colour.a == 0);
}

TEST_CASE("stamp: pictures that do not fit are refused") {
  const Image stamp = square_stamp(16), other = square_stamp(8);
  const StampParams params = flat_params();
  CHECK_THROWS_AS(stamped({{&stamp}, {&other}, nullptr}, params, {}), StageError);
  CHECK_THROWS_AS(stamped({{&stamp}, {}, &other}, params, {}), StageError);
  StampParams large = params;
  large.length = large.width;
  CHECK_NOTHROW(stamped({{&stamp}, {}, nullptr}, large, {}));
  large.length = 1.01 * large.width;
  CHECK_THROWS_WITH(stamped({{&stamp}, {}, nullptr}, large, {}),
                    "a copy of 65 x 65 pixels is larger than the tile: lower 'length'");
  large.count = 0;
  CHECK_NOTHROW(stamped({{&stamp}, {}, nullptr}, large, {}));
  StampParams many = params;
  many.size = {4096, 4096};
  many.count = 20000;
  many.length = 1;
  CHECK_THROWS_WITH(stamped({{&stamp}, {}, nullptr}, many, {}), Catch::Contains("17 thousand million pixels"));
}

TEST_CASE("stamp: the memory that is estimated includes the pictures at all sizes") {
  StampParams params = flat_params();
  params.from.resize(2);
  params.from[0].stage = params.from[1].stage = "leaf";
  const auto scratch_for = [&](double side) {
    const Estimate leaf = Estimate::of_image(side, side);
    schema::Estimates inputs;
    inputs.add("leaf", leaf);
    return *Stamp::estimate(params, inputs).scratch.most;
  };
  const double pyramid = 2 * 1000 * 1000 * sizeof(StampSample) * 4 / 3.0;
  CHECK(scratch_for(1000) - scratch_for(0) >= pyramid);
  CHECK(scratch_for(0) >= 64 * 64 * 3 * 56.0);  // a copy as large as the tile, whose list of pixels is enlarged
}
