// Triangles in an order that suits vectors, and what depth maps make of them.

#include "picture/raster/detail/triangle_runs.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "support/catch.h"

#include "base/math/clamped.h"
#include "base/rng.h"
#include "base/simd.h"
#include "picture/raster/depth_map.h"
#include "picture/raster/detail/height_pairs.h"

using namespace weald;
using namespace weald::render;

namespace {

/// A bumpy grid, whose cells are split along varying diagonals; some columns of points coincide, and triangles of a
/// random mesh follow.
Surface bumpy_grid(std::uint32_t columns, std::uint32_t rows) {
  const Rng rng(8);
  Surface surface;
  for (std::uint32_t y = 0; y < rows; ++y) {
    for (std::uint32_t x = 0; x < columns; ++x) {
      const double across = x % 19 == 18 ? x - 1 : x, height = 4 * rng.uniform(y * columns + x);
      surface.positions.push_back(Vec3f{Vec3{across, x % 19 >= 17 ? 1.0 : height, y * 1.0}});
    }
  }
  for (std::uint32_t y = 0; y + 1 < rows; ++y) {
    for (std::uint32_t x = 0; x + 1 < columns; ++x) {
      const std::uint32_t a = y * columns + x, b = a + columns, c = b + 1, d = a + 1;
      const bool falls = rng.below(2, a) == 0;
      surface.triangles.push_back({a, b, falls ? c : d});
      surface.triangles.push_back({falls ? a : b, c, d});
    }
  }
  const auto points = static_cast<std::uint32_t>(surface.positions.size());
  for (std::uint32_t i = 0; i < 50; ++i)
    surface.triangles.push_back({rng.below(points, i, 0), rng.below(points, i, 1), rng.below(points, i, 2)});
  return surface;
}

}  // namespace

TEST_CASE("triangle runs: no triangle is lost or made up, and what counts as consecutive is", "[render]") {
  for (const std::uint32_t columns : {2u, 9u, 18u, 21u, 40u, 5000u}) {
    const Surface surface = bumpy_grid(columns, 5);
    CornerArrays corners;
    TriangleRuns runs(corners);
    for (const TriangleIndices& triangle : surface.triangles) runs.add(triangle);
    runs.finish();
    std::set<TriangleIndices> found;
    for (std::size_t i = 0; i < corners.count; ++i) found.insert(corners.at(i));
    CAPTURE(columns, corners.count);
    CHECK(found == std::set(surface.triangles.begin(), surface.triangles.end()));
    CHECK(corners.count < 2 * surface.triangles.size() + 1);
    REQUIRE(corners.a.size() % PointArrays::kLanes == 0);
    REQUIRE(corners.runs.size() == corners.a.size() / PointArrays::kLanes);
    std::size_t loaded = 0;
    for (std::size_t i = 0; i < corners.a.size(); ++i) {
      const std::uint8_t bits = corners.runs[i / PointArrays::kLanes];
      const auto lane = static_cast<std::int32_t>(i % PointArrays::kLanes);
      const std::size_t first = i - static_cast<std::size_t>(lane);
      if ((bits & 1) != 0) REQUIRE(corners.a[i] == corners.a[first] + lane);
      if ((bits & 2) != 0) REQUIRE(corners.b[i] == corners.b[first] + lane);
      if ((bits & 4) != 0) REQUIRE(corners.c[i] == corners.c[first] + lane);
      loaded += bits != 0 ? 1 : 0;
    }
    if (columns >= 21) CHECK(loaded > corners.a.size() / 2);
  }
}

TEST_CASE("triangle runs: depth maps of triangles in another order are the same on every SIMD target",
          "[render][simd]") {
  const Surface surface = bumpy_grid(150, 90);
  const SurfaceItem item{&surface};
  const PlaceableItems few({&item, 1}, 1), many({&item, 1}, 64);
  CHECK(few.points(0).is_plain);
  CHECK(!many.points(0).is_plain);
  CHECK(!many.points(0).solid.runs.empty());
  static const auto targets = simd_targets();
  std::vector<std::vector<std::uint32_t>> maps;
  for (const std::string& target : targets) {
    REQUIRE(limit_simd_targets(target));
    for (const PlaceableItems* items : {&few, &many}) {
      std::vector<std::uint32_t>& map = maps.emplace_back();
      for (const double elevation : {5.0, 40.0, 85.0}) {
        for (const int resolution : {40, 170, 900}) {
          const DepthMap drawn(*items, axes_of(20, elevation), resolution, Vec3{0}, {});
          const DepthMapView view = drawn.view();
          map.insert(map.end(), view.pairs, view.pairs + std::ptrdiff_t{view.width} * view.height);
        }
      }
    }
  }
  limit_simd_targets(targets.front());
  for (const auto& map : maps) CHECK(map == maps.front());
}

TEST_CASE("pair_heights: vectors of every SIMD target make the pairs of single heights", "[render][simd]") {
  const Rng rng(2);
  std::vector<float> heights{NAN, -1.0f, -0.0f, 0.4f, INFINITY, 65535.0f, 65536.0f, 65534.9f};
  for (std::uint32_t i = 0; i < 70; ++i) heights.push_back(static_cast<float>(rng.uniform_in(-5, 66000, i)));
  const auto steps = [&](std::size_t i) { return static_cast<std::uint32_t>(clamped(heights[i], 0.0f, 65535.0f)); };
  static const auto targets = simd_targets();
  REQUIRE(limit_simd_targets(GENERATE_REF(from_range(targets))));
  std::vector<std::uint32_t> pairs(heights.size() - 1);
  pair_heights(heights.data(), pairs);
  limit_simd_targets(targets.front());
  for (std::size_t i = 0; i < pairs.size(); ++i) REQUIRE(pairs[i] == (steps(i) | steps(i + 1) << 16));
}
