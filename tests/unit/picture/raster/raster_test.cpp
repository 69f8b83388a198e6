#include "picture/raster/raster.h"

#include <map>
#include <set>
#include <utility>
#include <vector>
#include "support/catch.h"

#include "base/rng.h"

using namespace weald;
using namespace weald::render;

namespace {

constexpr PixelRect kCanvas{0, 0, 64, 64};

RasterVertex random_vertex(const Rng& rng, std::uint64_t i) {
  return {static_cast<std::int32_t>(rng.below(80 * kSubpixels, i, 0)) - 8 * kSubpixels,
          static_cast<std::int32_t>(rng.below(80 * kSubpixels, i, 1)) - 8 * kSubpixels,
          static_cast<float>(rng.uniform(i, 2))};
}

using SampleSet = std::set<std::pair<int, int>>;

SampleSet samples_of(const RasterVertex& a, const RasterVertex& b, const RasterVertex& c, const SamplePattern& pattern,
                     const PixelRect& clip = kCanvas) {
  SampleSet samples;
  raster_triangle(a, b, c, pattern, clip, [&](int x, int row, float) { REQUIRE(samples.emplace(x, row).second); });
  return samples;
}

// Strictly inside by exact cross products; excludes samples on an edge.
bool strictly_inside(const RasterVertex& a, const RasterVertex& b, const RasterVertex& c, std::int64_t x,
                     std::int64_t y) {
  const auto side = [&](const RasterVertex& p, const RasterVertex& q) {
    return (std::int64_t{q.x} - p.x) * (y - p.y) - (std::int64_t{q.y} - p.y) * (x - p.x);
  };
  const std::int64_t e0 = side(a, b), e1 = side(b, c), e2 = side(c, a);
  return (e0 > 0 && e1 > 0 && e2 > 0) || (e0 < 0 && e1 < 0 && e2 < 0);
}

}  // namespace

TEST_CASE("raster: a triangle covers all samples inside it, and otherwise only some on its edges", "[render]") {
  const Rng rng(1);
  const SamplePattern pattern = sample_pattern(GENERATE(1, 5, 8));
  for (std::uint64_t i = 0; i < 60; ++i) {
    const RasterVertex a = random_vertex(rng, 3 * i), b = random_vertex(rng, 3 * i + 1),
                       c = random_vertex(rng, 3 * i + 2);
    const SampleSet drawn = samples_of(a, b, c, pattern);
    std::size_t inside = 0, extra = drawn.size();
    for (int y = 0; y < kCanvas.y1; ++y) {
      for (int s = 0; s < pattern.count; ++s) {
        for (int x = 0; x < kCanvas.x1; ++x) {
          const auto k = static_cast<std::size_t>(s);
          if (!strictly_inside(a, b, c, x * kSubpixels + pattern.x[k], y * kSubpixels + pattern.y[k])) continue;
          ++inside;
          REQUIRE(drawn.count({x, y * pattern.count + s}) == 1);
          --extra;
        }
      }
    }
    CHECK(extra < 64);  // only samples on an edge remain
    CHECK(drawn.size() == inside + extra);
  }
}

TEST_CASE("raster: a fan of triangles around an inner point covers each sample of the square once", "[render]") {
  const SamplePattern pattern = sample_pattern(GENERATE(1, 4, 8, 16));
  const Rng rng(2);
  for (std::uint64_t round = 0; round < 20; ++round) {
    // The corners and the hub are at pixel centres, so that edges pass through samples.
    const std::int32_t half = kSubpixels / 2;
    const RasterVertex corners[4] = {
        {half, half, 1}, {40 * 256 + half, half, 1}, {40 * 256 + half, 40 * 256 + half, 1}, {half, 40 * 256 + half, 1}};
    const RasterVertex hub{static_cast<std::int32_t>(1 + rng.below(38, round, 0)) * 256 + half,
                           static_cast<std::int32_t>(1 + rng.below(38, round, 1)) * 256 + half, 1};
    std::map<std::pair<int, int>, int> counts;
    for (int i = 0; i < 4; ++i) {
      raster_triangle(hub, corners[i], corners[(i + 1) % 4], pattern, kCanvas, [&](int x, int row, float) {
        ++counts[{x, row}];
      });
    }
    CHECK(counts.size() == static_cast<std::size_t>(40 * 40 * pattern.count));
    for (const auto& entry : counts) REQUIRE(entry.second == 1);
  }
}

TEST_CASE("raster: the number of covered samples equals the area to within half the perimeter", "[render]") {
  const Rng rng(3);
  const SamplePattern pattern = sample_pattern(8);
  for (std::uint64_t i = 0; i < 100; ++i) {
    const auto corner = [&](std::uint64_t k) {
      return RasterVertex{static_cast<std::int32_t>(rng.below(64 * 256, 3 * i + k, 0)),
                          static_cast<std::int32_t>(rng.below(64 * 256, 3 * i + k, 1)), 1};
    };
    const RasterVertex a = corner(0), b = corner(1), c = corner(2);
    const double area =
        std::abs((b.x - a.x) * static_cast<double>(c.y - a.y) - (b.y - a.y) * static_cast<double>(c.x - a.x)) /
        (2.0 * 65536.0);
    const auto length = [](const RasterVertex& p, const RasterVertex& q) {
      return std::hypot(p.x - q.x, p.y - q.y) / 256.0;
    };
    const double perimeter = length(a, b) + length(b, c) + length(c, a);
    CHECK(std::abs(static_cast<double>(samples_of(a, b, c, pattern).size()) / 8.0 - area) <= 0.5 * perimeter + 0.5);
  }
}

TEST_CASE("raster: clipping to parts of the canvas gives the samples of the whole", "[render]") {
  const Rng rng(4);
  const SamplePattern pattern = sample_pattern(8);
  for (std::uint64_t i = 0; i < 30; ++i) {
    const RasterVertex a = random_vertex(rng, 3 * i), b = random_vertex(rng, 3 * i + 1),
                       c = random_vertex(rng, 3 * i + 2);
    SampleSet parts;
    for (const PixelRect& part : {PixelRect{0, 0, 29, 17}, PixelRect{29, 0, 64, 17}, PixelRect{0, 17, 64, 64}}) {
      for (const auto& sample : samples_of(a, b, c, pattern, part)) REQUIRE(parts.insert(sample).second);
    }
    CHECK(parts == samples_of(a, b, c, pattern));
  }
}

TEST_CASE("raster: both windings cover the same samples at the same depths", "[render]") {
  const Rng rng(5);
  const SamplePattern pattern = sample_pattern(4);
  for (std::uint64_t i = 0; i < 30; ++i) {
    const RasterVertex a = random_vertex(rng, 3 * i), b = random_vertex(rng, 3 * i + 1),
                       c = random_vertex(rng, 3 * i + 2);
    std::map<std::pair<int, int>, float> forward, backward;
    raster_triangle(a, b, c, pattern, kCanvas, [&](int x, int row, float depth) { forward[{x, row}] = depth; });
    raster_triangle(a, c, b, pattern, kCanvas, [&](int x, int row, float depth) { backward[{x, row}] = depth; });
    CHECK(forward == backward);
  }
}

TEST_CASE("raster: triangles without area cover nothing", "[render]") {
  const SamplePattern pattern = sample_pattern(8);
  const RasterVertex a{300, 300, 1}, b{5000, 4000, 1};
  CHECK(samples_of(a, a, a, pattern).empty());
  CHECK(samples_of(a, b, a, pattern).empty());
  CHECK(samples_of(a, b, {a.x + (b.x - a.x) * 2, a.y + (b.y - a.y) * 2, 1}, pattern).empty());
}

TEST_CASE("raster: depth follows the plane through the corners and stays within their range", "[render]") {
  const RasterVertex a{0, 0, 1.0f}, b{64 * 256, 0, 3.0f}, c{0, 64 * 256, 5.0f};
  raster_triangle(a, b, c, sample_pattern(1), kCanvas, [&](int x, int y, float depth) {
    const double expected = 1.0 + 2.0 * (x + 0.5) / 64.0 + 4.0 * (y + 0.5) / 64.0;
    REQUIRE(depth == Approx(expected).epsilon(1e-6));
  });
  // A sliver whose plane is nearly edge-on: extrapolated depths must stay within the corners' range.
  const RasterVertex d{10 * 256 + 120, 256, 0.1f}, e{10 * 256 + 131, 60 * 256, 0.9f}, f{10 * 256 + 129, 30 * 256, 0.1f};
  raster_triangle(d, e, f, sample_pattern(16), kCanvas,
                  [&](int, int, float depth) { REQUIRE((depth >= 0.1f && depth <= 0.9f)); });
}

TEST_CASE("sample pattern: each row and column of the pixel has one sample", "[render]") {
  for (int count = 1; count <= 16; ++count) {
    const SamplePattern pattern = sample_pattern(count);
    std::set<int> columns, rows;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      columns.insert(pattern.x[i] * count / kSubpixels);
      rows.insert(pattern.y[i] * count / kSubpixels);
    }
    CHECK(columns.size() == static_cast<std::size_t>(count));
    CHECK(rows.size() == static_cast<std::size_t>(count));
  }
}
