#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "support/catch.h"

#include "base/math/vec.h"
#include "data/grid.h"
#include "data/heightmap.h"

namespace weald {
namespace {

TEST_CASE("Grid is row-major") {
  Grid<int> grid(3, 2);
  std::iota(grid.values().begin(), grid.values().end(), 0);
  CHECK(grid.width() == 3);
  CHECK(grid.height() == 2);
  CHECK(grid.size() == 6);
  CHECK(grid.at(2, 0) == 2);
  CHECK(grid.at(0, 1) == 3);
  CHECK(grid.row(1)[2] == 5);
  CHECK(grid.row(1).size() == 3);
}

TEST_CASE("Grid: what lies in huge pages is aligned to them, and filled, copied and moved like what does not") {
  // 4.2 MB, not a whole number of huge pages.
  const Grid<float> filled(1025, 1025, 2.5f);
  CHECK(reinterpret_cast<std::uintptr_t>(filled.values().data()) % (std::uintptr_t{1} << 21) == 0);
  CHECK(std::ranges::all_of(filled.values(), [](float v) { return v == 2.5f; }));
  CHECK(std::ranges::all_of(Grid<double>(1025, 1025).values(), [](double v) { return v == 0; }));
  Grid<float> unset(1025, 1025, kUnset);
  CHECK(unset.size() == filled.size());
  std::ranges::fill(unset.values(), 2.5f);
  CHECK(unset == filled);
  Grid<float> copy = unset;
  const Grid<float> moved = std::move(unset);
  CHECK(copy == moved);
  copy.at(1024, 1024) = 3;
  CHECK_FALSE(copy == moved);
}

TEST_CASE("Grid: fill, equality and emptiness") {
  const Grid<float> grid(4, 5, 2.5f);
  CHECK(std::all_of(grid.values().begin(), grid.values().end(), [](float v) { return v == 2.5f; }));
  CHECK(grid == Grid<float>(4, 5, 2.5f));
  CHECK_FALSE(grid == Grid<float>(5, 4, 2.5f));
  CHECK(Grid<float>{}.empty());
  CHECK(Grid<float>(0, 7).empty());
}

// The plane h = 3 + 0.5 x - 0.25 z over a grid with an origin and cells of 2 m.
Heightmap plane() {
  Heightmap map(GridSpec{6, 4, 2.0, {10, -20}});
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 6; ++x) {
      const Vec2 at = map.grid().position(x, y);
      map.heights.at(x, y) = static_cast<float>(3 + 0.5 * at.x - 0.25 * at.y);
    }
  }
  return map;
}

TEST_CASE("a Heightmap knows the grid it was made for") {
  const GridSpec grid{6, 4, 2.0, {10, -20}};
  CHECK(Heightmap(grid).grid() == grid);
  CHECK(grid.position(0, 0) == Vec2(10, -20));
  CHECK(grid.position(5, 3) == Vec2(20, -14));
  CHECK(grid.position(0.5, 0.25) == Vec2(11, -19.5));
}

TEST_CASE("height_range spans all samples") {
  const HeightRange range = height_range(plane());
  CHECK(range.min == 3 + 0.5f * 10 + 0.25f * 14);
  CHECK(range.max == 3 + 0.5f * 20 + 0.25f * 20);
  CHECK(height_range(Heightmap{}).min == 0);
  CHECK(height_range(Heightmap{}).max == 0);
}

TEST_CASE("bilinear sampling reproduces a plane and is clamped outside of it") {
  const Heightmap map = plane();
  for (double x = 10; x <= 20; x += 0.7) {
    for (double z = -20; z <= -14; z += 0.7) CHECK(height_at(map, {x, z}) == Approx(3 + 0.5 * x - 0.25 * z));
  }
  CHECK(height_at(map, {-1000, -17}) == height_at(map, {10, -17}));
  CHECK(height_at(map, {1e12, -17}) == height_at(map, {20, -17}));
  CHECK(height_at(map, {13, -1e300}) == height_at(map, {13, -20}));
  CHECK(sample_bilinear(map, 5, 3) == map.heights.at(5, 3));
}

TEST_CASE("bilinear sampling of four different corners is their weighted mean") {
  Heightmap map(GridSpec{2, 2, 1.0, {0, 0}});
  map.heights.at(0, 0) = 1;
  map.heights.at(1, 0) = 2;
  map.heights.at(0, 1) = 4;
  map.heights.at(1, 1) = 8;
  CHECK(sample_bilinear(map, 0.5, 0.5) == 3.75);
  CHECK(sample_bilinear(map, 0.25, 0.75) == 0.25 * (0.75 * 1 + 0.25 * 2) + 0.75 * (0.75 * 4 + 0.25 * 8));
}

TEST_CASE("the normal of a plane is the same everywhere, at the border too") {
  const Heightmap map = plane();
  const Vec3 expected = glm::normalize(Vec3{-0.5, 1, 0.25});
  for (const Vec2& at : {Vec2{15, -17}, Vec2{12, -18}, Vec2{10, -20}, Vec2{20, -14}, Vec2{10.5, -14.1}}) {
    const Vec3 normal = normal_at(map, at);
    CHECK(glm::length(normal - expected) < 1e-6);
  }
}

TEST_CASE("the normal of level ground, and of a single sample, points up") {
  CHECK(normal_at(Heightmap(GridSpec{3, 3, 1.0, {0, 0}}), {1, 1}) == Vec3(0, 1, 0));
  CHECK(normal_at(Heightmap(GridSpec{1, 1, 1.0, {0, 0}}), {0, 0}) == Vec3(0, 1, 0));
}

TEST_CASE("a view of a window is addressed by the coordinates of the whole grid") {
  Heightmap map = plane();
  CHECK(view(std::as_const(map)).at(4, 2) == map.heights.at(4, 2));
  const MutableHeightView window{{2, 1, 3, 2}, &map.heights.at(2, 1), map.width()};
  window.at(3, 2) = 99;
  CHECK(map.heights.at(3, 2) == 99);
  CHECK(&window.row(1)[2] == &map.heights.at(2, 1));
}

TEST_CASE("Bounds are empty until the first point") {
  Bounds bounds;
  CHECK(bounds.empty());
  CHECK(bounds.size() == Vec3(0, 0, 0));
  CHECK(bounds.centre() == Vec3(0, 0, 0));
  bounds.add({1, 2, 3});
  CHECK_FALSE(bounds.empty());
  CHECK(bounds.size() == Vec3(0, 0, 0));
  CHECK(bounds.centre() == Vec3(1, 2, 3));
  bounds.add({-1, 4, 3});
  CHECK(bounds.min == Vec3(-1, 2, 3));
  CHECK(bounds.max == Vec3(1, 4, 3));
  CHECK(bounds.size() == Vec3(2, 2, 0));
  CHECK(bounds.centre() == Vec3(0, 3, 3));
}

TEST_CASE("normalized_or falls back where there is no direction") {
  CHECK(normalized_or({3, 0, 4}, {0, 1, 0}) == Vec3(0.6, 0, 0.8));
  CHECK(normalized_or({0, 0, 0}, {0, 1, 0}) == Vec3(0, 1, 0));
}

}  // namespace
}  // namespace weald
