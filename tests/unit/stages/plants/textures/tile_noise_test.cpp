#include "support/catch.h"

#include <cmath>

#include "base/rng.h"
#include "stages/plants/textures/detail/tile_noise.h"

using namespace weald;
using namespace weald::texture;

TEST_CASE("tile noise: one tile further everything is the same again") {
  const TileNoise noise(5, 8, 1);
  const TileFractal fractal(3, 4, 4, 2);
  const TileCells cells(6, 8, 1.0f, 3);
  const Rng rng(4);
  for (std::uint64_t i = 0; i < 2000; ++i) {
    // Multiples of 2^-10, so that a step of whole tiles is exact.
    const auto x = static_cast<float>(rng.below(1024, i, 1)) / 1024.0f;
    const auto y = static_cast<float>(rng.below(1024, i, 2)) / 1024.0f;
    const float dx = i % 2 == 0 ? 1.0f : -2.0f, dy = i % 3 == 0 ? -1.0f : 3.0f;
    REQUIRE(noise.at(x, y) == noise.at(x + dx, y + dy));
    REQUIRE(fractal.at(x, y) == fractal.at(x + dx, y + dy));
    REQUIRE(cells.at(x, y).first == cells.at(x + dx, y + dy).first);
    REQUIRE(cells.at(x, y).id == cells.at(x + dx, y + dy).id);
  }
}

TEST_CASE("tile noise: gradient noise is 0 at lattice points and keeps within its bounds") {
  const TileNoise noise(7, 4, 9);
  for (int i = 0; i < 7; ++i) {
    for (int j = 0; j < 4; ++j)
      CHECK(noise.at(static_cast<float>(i) / 7.0f, static_cast<float>(j) / 4.0f) == Approx(0).margin(1e-5));
  }
  const Rng rng(5);
  float largest = 0.0f;
  for (std::uint64_t i = 0; i < 20000; ++i)
    largest = std::max(
        largest, std::abs(noise.at(static_cast<float>(rng.uniform(i, 1)), static_cast<float>(rng.uniform(i, 2)))));
  CHECK(largest <= 1.0f);
  CHECK(largest > 0.6f);
}

TEST_CASE("tile cells: the nearest two points and the border between them, against all points of nine tiles") {
  constexpr int kColumns = 4, kRows = 5;  // an odd number: rows are not moved
  const TileCells cells(kColumns, kRows, 1.0f, 7);
  // The points: a place with offset o lies at the point plus o.
  std::vector<Vec2> points;
  for (int i = 0; i < 400; ++i) {
    for (int j = 0; j < 400; ++j) {
      const float x = static_cast<float>(i) / 400.0f, y = static_cast<float>(j) / 400.0f;
      const CellHit hit = cells.at(x, y);
      const Vec2 p = Vec2{x * kColumns, y * kRows} - Vec2{hit.offset};
      bool known = false;
      for (const Vec2& q : points) known = known || glm::length(p - q) < 1e-4;
      if (!known) points.push_back(p);
    }
  }
  REQUIRE(points.size() >= kColumns * kRows);
  const Rng rng(8);
  for (std::uint64_t i = 0; i < 500; ++i) {
    const double x = rng.uniform(i, 1), y = rng.uniform(i, 2);
    const CellHit hit = cells.at(static_cast<float>(x), static_cast<float>(y));
    double first = 1e9;
    for (const Vec2& q : points) first = std::min(first, glm::length(Vec2{x * kColumns, y * kRows} - q));
    CHECK(static_cast<double>(hit.first) == Approx(first).margin(1e-3));
    CHECK(hit.second >= hit.first);
    CHECK(hit.border >= 0.0f);
    CHECK(static_cast<double>(hit.border) <= 0.5 * static_cast<double>(hit.first + hit.second) + 1e-4);
  }
}
