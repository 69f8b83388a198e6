// Triangles without holes that are drawn in vectors, compared with the rasteriser of single samples.

#include "picture/raster/detail/solid_triangles.h"

#include <vector>

#include "support/catch.h"

#include "base/check.h"
#include "base/rng.h"
#include "base/simd.h"

using namespace weald;
using namespace weald::render;

namespace {

constexpr int kSolidWidth = 61, kSolidHeight = 24;  // not a multiple of a vector
constexpr PixelRect kSolidClip{0, 3, kSolidWidth, kSolidHeight};

/// Triangles from a small fraction of a pixel to two hundred pixels, some of them without area and some outside.
struct SolidCase {
  std::vector<RasterVertex> vertices;
  std::vector<TriangleIndices> triangles;

  SolidCase() {
    const Rng rng(23);
    for (std::uint32_t i = 0; i < 4000; ++i) {
      const double size = kSubpixels * (i % 50 == 0 ? 200.0 : i % 3 == 0 ? 6.0 : 0.8);
      const double x = rng.uniform_in(-3, kSolidWidth + 3, i, 0) * kSubpixels,
                   y = rng.uniform_in(-3, kSolidHeight + 3, i, 1) * kSubpixels;
      for (std::uint64_t k = 0; k < 3; ++k) {
        vertices.push_back({static_cast<std::int32_t>(x + rng.uniform_in(-0.5 * size, 0.5 * size, i, 2 + k)),
                            static_cast<std::int32_t>(y + rng.uniform_in(-0.5 * size, 0.5 * size, i, 5 + k)),
                            static_cast<float>(1 + rng.below(4, i, 8 + k))});  // ties are common
      }
      triangles.push_back({3 * i, 3 * i + 1, i % 40 == 0 ? 3 * i : 3 * i + 2});
    }
  }
};

}  // namespace

TEST_CASE("solid triangles: vectors of every SIMD target draw the samples of the rasteriser", "[render][simd]") {
  const SamplePattern pattern = sample_pattern(GENERATE(2, 3, 4, 8, 13, 16));
  const int room = sample_room(pattern.count);
  const SolidCase made;
  constexpr std::uint32_t kFirst = 100, kNumber = 7;
  std::vector<std::uint32_t> some;
  for (std::uint32_t i = 0; i < made.triangles.size(); i += 1 + i % 3) some.push_back(kFirst + i);
  std::vector<VisibleSample> plain(static_cast<std::size_t>(kSolidWidth * kSolidHeight * room)), vectors = plain;
  std::vector<std::uint32_t> large;
  static const auto targets = simd_targets();
  REQUIRE(limit_simd_targets(GENERATE_REF(from_range(targets))));
  fill_solid_samples({made.triangles, made.vertices.data(), some, kFirst, kNumber}, pattern,
                     {vectors.data(), kSolidWidth, 0}, kSolidClip, large);
  limit_simd_targets(targets.front());
  CHECK(large.size() > 20);
  CHECK(large.size() < 100);
  const auto draw = [&](std::uint32_t triangle, std::vector<VisibleSample>& samples) {
    const TriangleIndices& t = made.triangles[triangle - kFirst];
    const std::uint32_t number = kNumber + triangle - kFirst;
    raster_samples(made.vertices[t[0]], made.vertices[t[1]], made.vertices[t[2]], pattern, kSolidClip,
                   [&](int x, int y, int n, float depth) {
                     VisibleSample& sample = samples[static_cast<std::size_t>((y * kSolidWidth + x) * room + n)];
                     if (depth > sample.depth || (depth == sample.depth && number < sample.triangle))
                       sample = {depth, number};
                   });
  };
  for (const std::uint32_t triangle : some) draw(triangle, plain);
  for (const std::uint32_t triangle : large) draw(triangle, vectors);
  std::size_t drawn = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    REQUIRE(plain[i].triangle == vectors[i].triangle);
    REQUIRE(plain[i].depth == vectors[i].depth);
    drawn += plain[i].triangle != VisibleSample::kNothing ? 1 : 0;
  }
  CHECK(drawn > static_cast<std::size_t>(kSolidWidth * kSolidHeight * pattern.count) / 2);
}

TEST_CASE("solid triangles: a single sample per pixel is refused, because vectors would reach its neighbours",
          "[render]") {
  std::vector<std::uint32_t> large;
  REQUIRE_THROWS_AS(fill_solid_samples({}, sample_pattern(1), {}, {}, large), InternalError);
}
