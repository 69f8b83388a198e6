// Small triangles that are drawn into depth maps in vectors, compared with the rasteriser.

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "support/catch.h"

#include "base/rng.h"
#include "picture/raster/detail/depth_kernels.h"
#include "picture/raster/raster.h"

using namespace weald;
using namespace weald::render;

namespace {

constexpr PixelSize kMapSize{67, 41};

/// Randomly placed triangles, up to `size` pixels wide, in and around the map. Some of them have no area.
struct Scattered {
  PlacedPoints points;
  CornerArrays corners;

  Scattered(std::uint64_t count, double size) {
    const Rng rng(3);
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto at = [&](std::uint64_t stream) { return rng.uniform(i, stream); };
      const double x = -3.0 + (kMapSize.width + 6.0) * at(0), y = -3.0 + (kMapSize.height + 6.0) * at(1);
      for (std::uint64_t k = 0; k < 3; ++k) {
        points.x.push_back(to_fixed(x + size * (at(10 + k) - 0.5)));
        points.y.push_back(to_fixed(y + size * (at(20 + k) - 0.5)));
        points.height.push_back(static_cast<float>(1000.0 + 60000.0 * at(30 + k)));
      }
      const auto n = static_cast<std::uint32_t>(3 * i);
      corners.add(i % 50 == 0 ? TriangleCorners{n, n + 1, n} : TriangleCorners{n, n + 1, n + 2});
    }
    corners.pad();
  }
  using TriangleCorners = std::array<std::uint32_t, 3>;

  RasterVertex vertex(std::uint32_t i) const { return {points.x[i], points.y[i], points.height[i]}; }
  void draw(std::size_t t, std::vector<float>& heights) const {
    const TriangleCorners c = corners.at(t);
    raster_triangle(vertex(c[0]), vertex(c[1]), vertex(c[2]), sample_pattern(1),
                    {0, 0, kMapSize.width, kMapSize.height}, [&](int x, int y, float height) {
                      float& highest = heights[static_cast<std::size_t>(y * kMapSize.width + x)];
                      highest = std::max(highest, height);
                    });
  }
};

std::vector<float> blank_heights() {
  return std::vector<float>(static_cast<std::size_t>(kMapSize.width * kMapSize.height));
}

}  // namespace

TEST_CASE("small triangles: vectors and the rasteriser together give the map of the rasteriser alone", "[render]") {
  const double size = GENERATE(0.7, 2.0, 4.0, 9.0, 30.0);
  const std::uint64_t count = GENERATE(1, 15, 500);
  const Scattered triangles(count, size);
  std::vector<float> fast = blank_heights(), plain = blank_heights();
  std::vector<std::uint32_t> large;
  fill_small_triangles(triangles.corners, triangles.points, kMapSize, fast.data(), large);
  CAPTURE(size, count, large.size());
  CHECK(std::ranges::is_sorted(large));
  CHECK((large.empty() || large.back() < count));
  if (size < 1.0) CHECK(large.size() <= count / 10);  // triangles that extend beyond the border of the map
  for (const std::uint32_t t : large) triangles.draw(t, fast);
  for (std::size_t t = 0; t < count; ++t) triangles.draw(t, plain);
  double farthest = 0;
  std::size_t covered = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    REQUIRE((fast[i] > 0) == (plain[i] > 0));
    covered += plain[i] > 0 ? 1 : 0;
    farthest = std::max(farthest, std::abs(double{fast[i]} - double{plain[i]}));
  }
  CHECK(farthest < 0.1);  // of 65000 steps
  if (count == 500) CHECK(covered > 10);
}
