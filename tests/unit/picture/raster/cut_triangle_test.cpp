// Alpha-tested triangles that are drawn in vectors, compared with the rasteriser and the alpha test of single samples.

#include "picture/raster/detail/cut_triangle.h"

#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "support/catch.h"

#include "base/check.h"
#include "base/rng.h"
#include "picture/raster/detail/alpha_test.h"

using namespace weald;
using namespace weald::render;

namespace {

constexpr int kWidth = 61, kHeight = 24;  // not a multiple of a vector
constexpr std::uint64_t kTriangles = 300;

/// A texture of `width` by `height` texels with blobs and holes that are larger than texels.
std::shared_ptr<const TextureMap> blots(int width, int height, const SrgbTable& srgb) {
  auto image = std::make_shared<Image>();
  image->pixels = Grid<Rgba8>(width, height, Rgba8{0, 200, 0, 255});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x)
      image->pixels.at(x, y).a = static_cast<std::uint8_t>(127.5 + 127.0 * std::sin(x * 0.35) * std::cos(y * 0.4));
  }
  return std::make_shared<TextureMap>(mesh::Texture{"blots", image, 0.5f}, srgb);
}

/// Triangle `i` of a random sequence, 2 to 40 pixels wide. Its texture coordinates span from a few texels to a few
/// hundred.
struct Case {
  std::array<RasterVertex, 3> corners;
  Surface surface;

  Case(std::uint64_t i, std::shared_ptr<const TextureMap> texture) {
    const Rng rng(9);
    const auto at = [&](std::uint64_t stream) { return rng.uniform(i, stream); };
    const double size = 2.0 + 38.0 * at(0), spread = 0.02 + 1.5 * at(1) * at(1);
    const double x = kWidth * at(2), y = kHeight * at(3);
    surface.triangles = {{0, 1, 2}};
    surface.positions = std::vector<Vec3f>(3);
    surface.uv_indices = surface.triangles;
    surface.materials[0].texture = std::move(texture);
    for (std::uint64_t k = 0; k < 3; ++k) {
      corners[k] = {to_fixed(x + size * (at(10 + k) - 0.5)), to_fixed(y + size * (at(20 + k) - 0.5)),
                    static_cast<float>(0.02 + 0.03 * at(30 + k))};
      surface.uvs.push_back(Vec2f{Vec2{3.0 * at(4) + spread * at(40 + k), -2.0 * at(5) + spread * at(50 + k)}});
    }
  }
};

PixelRect box_of(const std::array<RasterVertex, 3>& t) {
  const auto [left, right] = std::minmax({t[0].x, t[1].x, t[2].x});
  const auto [top, bottom] = std::minmax({t[0].y, t[1].y, t[2].y});
  return {std::max(left / kSubpixels - 1, 0), std::max(top / kSubpixels - 1, 0),
          std::min(right / kSubpixels + 2, kWidth), std::min(bottom / kSubpixels + 2, kHeight)};
}

/// Calls see(i, case, box) for the triangles that overlap the picture.
template <class See>
void for_each_case(const std::shared_ptr<const TextureMap>& texture, const See& see) {
  for (std::uint64_t i = 0; i < kTriangles; ++i) {
    const Case made(i, texture);
    const PixelRect box = box_of(made.corners);
    if (box.x0 < box.x1 && box.y0 < box.y1) see(i, made, box);
  }
}

struct Tally {
  std::size_t drawn = 0, holes = 0, differing = 0;
};

}  // namespace

TEST_CASE("cut triangles: vectors draw the same samples as the rasteriser with the alpha test", "[render]") {
  const SrgbTable srgb;
  const bool perspective = GENERATE(false, true);
  const auto texture = GENERATE_REF(blots(64, 64, srgb), blots(37, 90, srgb));
  const SamplePattern pattern = sample_pattern(GENERATE(2, 3, 4, 8, 13));
  const int room = sample_room(pattern.count);
  std::vector<VisibleSample> plain(static_cast<std::size_t>(kWidth * kHeight * room)), vectors = plain;
  Tally tally;
  std::size_t by_texel = 0, between = 0;
  for_each_case(texture, [&](std::uint64_t i, const Case& made, const PixelRect& box) {
    const auto& [a, b, c] = made.corners;
    const auto number = static_cast<std::uint32_t>(i * 7919 % kTriangles);  // ties go to the smaller number
    AlphaTest holes(made.surface, perspective);
    holes.begin(0, a, b, c);
    raster_samples(a, b, c, pattern, {0, 0, kWidth, kHeight}, [&](int x, int y, int n, float depth) {
      VisibleSample& sample = plain[static_cast<std::size_t>((y * kWidth + x) * room + n)];
      if (!(depth > sample.depth || (depth == sample.depth && number < sample.triangle))) return;
      const auto s = static_cast<std::size_t>(n);
      if (holes.solid(x * kSubpixels + pattern.x[s], y * kSubpixels + pattern.y[s])) {
        sample = {depth, number};
      } else {
        ++tally.holes;
      }
    });
    const auto cut = cut_triangle(made.surface, 0, made.corners, box, perspective);
    REQUIRE(cut);
    ++(cut->texture.mask != nullptr ? by_texel : between);
    fill_cut_samples(*cut, number, pattern, {vectors.data(), kWidth, 0});
  });
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain[i].triangle == VisibleSample::kNothing && vectors[i].triangle == VisibleSample::kNothing) continue;
    ++tally.drawn;
    if (plain[i].triangle == vectors[i].triangle) {
      REQUIRE(plain[i].depth == vectors[i].depth);
    } else {
      ++tally.differing;  // texture coordinates are floats in vectors and doubles in the alpha test
    }
  }
  CAPTURE(tally.drawn, tally.holes, tally.differing, by_texel, between);
  CHECK(tally.drawn > static_cast<std::size_t>(kWidth * kHeight * pattern.count) / 2);
  CHECK(tally.holes > tally.drawn / 4);
  CHECK(by_texel > 20);
  CHECK(between > 20);
  CHECK(tally.differing <= tally.drawn / 1000);
}

TEST_CASE("cut triangles: pixels with one sample are refused, because vectors would write past them", "[render]") {
  const SrgbTable srgb;
  const auto texture = blots(64, 64, srgb);
  std::size_t refused = 0;
  for_each_case(texture, [&](std::uint64_t, const Case& made, const PixelRect& box) {
    const auto cut = cut_triangle(made.surface, 0, made.corners, box, false);
    REQUIRE(cut);
    REQUIRE_THROWS_AS(fill_cut_samples(*cut, 0, sample_pattern(1), {}), InternalError);
    ++refused;
  });
  CHECK(refused > 20);
}

TEST_CASE("cut triangles: heights in depth maps equal those of the rasteriser", "[render]") {
  const SrgbTable srgb;
  const auto texture = blots(64, 64, srgb);
  const SamplePattern centres = sample_pattern(1);
  std::vector<float> plain(kWidth * kHeight), vectors(plain.size() + kSpareHeights);
  std::vector<CutTriangle> triangles;
  for_each_case(texture, [&](std::uint64_t, const Case& made, const PixelRect& box) {
    const auto& [a, b, c] = made.corners;
    AlphaTest holes(made.surface, false);
    holes.begin(0, a, b, c);
    raster_triangle(a, b, c, centres, {0, 0, kWidth, kHeight}, [&](int x, int y, float height) {
      float& highest = plain[static_cast<std::size_t>(y * kWidth + x)];
      if (highest < height && holes.solid(x * kSubpixels + kSubpixels / 2, y * kSubpixels + kSubpixels / 2))
        highest = height;
    });
    triangles.push_back(cut_triangle(made.surface, 0, made.corners, box, false).value());
  });
  fill_cut_triangles(triangles, vectors.data(), kWidth);
  std::size_t differing = 0, drawn = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    differing += std::abs(plain[i] - vectors[i]) > 1e-7f ? 1 : 0;
    drawn += plain[i] > 0 ? 1 : 0;
  }
  CHECK(drawn > plain.size() / 2);
  CHECK(differing <= plain.size() / 1000);
  CHECK(vectors[plain.size()] == 0.0f);
}

TEST_CASE("cut triangles: triangles that vectors cannot handle are left to the rasteriser", "[render]") {
  const SrgbTable srgb;
  Case made(3, blots(64, 64, srgb));
  const auto set_up = [&] { return cut_triangle(made.surface, 0, made.corners, {0, 0, 8, 8}, false); };
  CHECK(set_up());
  const std::vector<Vec2f> uvs = made.surface.uvs;
  for (const float far : {1e4f, -1e4f, 1e30f, INFINITY, NAN}) {
    made.surface.uvs[1] = {far, 0.0f};
    CHECK_FALSE(set_up());
  }
  made.surface.uvs = uvs;
  made.corners[0].x = made.corners[1].x + 65 * kSubpixels;
  CHECK_FALSE(set_up());
  // A triangle without area covers nothing, and its area is not divided by.
  made.corners[0] = made.corners[1];
  REQUIRE(set_up());
  std::vector<float> heights(64 + kSpareHeights);
  fill_cut_triangles(std::vector<CutTriangle>{*set_up()}, heights.data(), 8);
  CHECK(heights == std::vector<float>(64 + kSpareHeights));
}
