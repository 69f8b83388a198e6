#include "support/catch.h"

#include "base/rng.h"
#include "front/compare/detail/images.h"

using namespace weald;
using namespace weald::compare;

namespace {

constexpr Rgba8 kBlack{0, 0, 0, 255}, kWhite{255, 255, 255, 255}, kGrey{128, 128, 128, 255};

/// Black to the left of an edge, white to the right, with one grey column between.
Image edge_at(int column, const Rgba8& between) {
  Image image{Grid<Rgba8>(20, 12, kWhite)};
  for (int y = 0; y < 12; ++y) {
    for (int x = 0; x < column; ++x) image.pixels.at(x, y) = kBlack;
    image.pixels.at(column, y) = between;
  }
  return image;
}

TEST_CASE("images: a changed pixel is found, with its place, its channels and its share") {
  const Image a{Grid<Rgba8>(10, 10, kGrey)};
  Image b = a;
  b.pixels.at(7, 4) = {128, 160, 128, 255};
  const ImageDifference difference = compare_images(a, b);
  REQUIRE(difference.errors);
  CHECK(difference.errors->first == SamplePosition{7, 4});
  CHECK(difference.errors->first_actual == Rgba8{128, 160, 128, 255});
  CHECK(difference.errors->max_channel == 32);
  CHECK(difference.errors->max_channel_at == SamplePosition{7, 4});
  CHECK(difference.errors->unequal == 1);
  CHECK(difference.errors->changed == Approx(0.01));
  CHECK(difference.errors->flip.max > 0.1);
  CHECK(difference.errors->flip.max_at == SamplePosition{7, 4});
  CHECK_FALSE(difference.identical());
  CHECK(compare_images(a, a).identical());
}

TEST_CASE("images: a difference of transparency alone is one") {
  const Image a{Grid<Rgba8>(4, 4, kWhite)};
  Image b = a;
  b.pixels.at(0, 0).a = 0;
  const PixelErrors errors = *compare_images(a, b).errors;
  CHECK(errors.max_channel == 255);
  CHECK(errors.changed == Approx(1.0 / 16));
  CHECK(errors.flip.max > 0.1);
}

TEST_CASE("images: what differs beyond 8 bits is unequal, and nothing else") {
  const Image a = fine_image(Grid<Rgba16>(4, 4, Rgba16{1000, 2000, 3000, 65535}));
  Image b = a;
  b.fine.at(2, 1).g += 1;
  const PixelErrors errors = *compare_images(a, b).errors;
  CHECK(errors.unequal == 1);
  CHECK(errors.first == SamplePosition{2, 1});
  CHECK(errors.max_channel == 0);
  CHECK(errors.changed == 0);
  CHECK(compare_images(a, a).identical());
  CHECK_FALSE(compare_images(a, Image{a.pixels}).identical());
  CHECK(compare_images(Image{a.pixels}, fine_image(Grid<Rgba16>(4, 4, widened_to_16(a.pixels.at(0, 0))))).identical());
}

TEST_CASE("images: another size is a difference, not an error") {
  const ImageDifference difference = compare_images(Image{Grid<Rgba8>(4, 4)}, Image{Grid<Rgba8>(4, 5)});
  CHECK_FALSE(difference.same_size());
  CHECK_FALSE(difference.errors);
  CHECK_FALSE(difference.identical());
}

TEST_CASE("images: distances of colours are symmetric, 0 for equal ones and 1 at most") {
  CHECK(colour_distance(kGrey, kGrey) == 0);
  CHECK(colour_distance(kBlack, kWhite) == Approx(0.966).margin(1e-3));
  CHECK(colour_distance(kBlack, {255, 255, 255, 0}) == Approx(0.966).margin(1e-3));  // seen on white
  const Rng rng(3);
  for (std::uint64_t i = 0; i < 500; ++i) {
    const auto bits = rng.bits(i);
    const Rgba8 a{static_cast<std::uint8_t>(bits[0]), static_cast<std::uint8_t>(bits[0] >> 8),
                  static_cast<std::uint8_t>(bits[0] >> 16), static_cast<std::uint8_t>(bits[0] >> 24)};
    const Rgba8 b{static_cast<std::uint8_t>(bits[1]), static_cast<std::uint8_t>(bits[1] >> 8),
                  static_cast<std::uint8_t>(bits[1] >> 16), static_cast<std::uint8_t>(bits[1] >> 24)};
    CHECK(colour_distance(a, b) == colour_distance(b, a));
    CHECK(colour_distance(a, b) <= 1);
  }
}

TEST_CASE("images: brightness weighs more than hue") {
  CHECK(colour_distance({100, 100, 100}, {120, 120, 120}) > colour_distance({100, 100, 100}, {120, 100, 100}));
  CHECK(colour_distance({0, 100, 0}, {0, 130, 0}) > colour_distance({0, 0, 100}, {0, 0, 130}));
}

TEST_CASE("images: another grey on a smooth edge counts as smooth edge, on a plain area as change") {
  const Image a = edge_at(8, kGrey), b = edge_at(8, {170, 170, 170, 255});
  const PixelErrors errors = *compare_images(a, b).errors;
  CHECK(errors.antialiased == Approx(12.0 / 240));
  CHECK(errors.changed == 0);
  Image spot = a;
  spot.pixels.at(15, 6) = kGrey;
  const PixelErrors spotted = *compare_images(a, spot).errors;
  CHECK(spotted.changed == Approx(1.0 / 240));
  CHECK(spotted.antialiased == 0);
}

TEST_CASE("images: a pixel between two plain areas is on a smooth edge; in grain and in a plain area none is") {
  const Image edge = edge_at(8, kGrey);
  CHECK(is_antialiased(edge, edge, 8, 5));
  CHECK_FALSE(is_antialiased(edge, edge, 3, 5));
  CHECK_FALSE(is_antialiased(edge, edge, 7, 5));
  Image grain{Grid<Rgba8>(8, 8)};
  for (int i = 0; i < 64; ++i) {
    const auto v = static_cast<std::uint8_t>((i * 37) % 251);
    grain.pixels.at(i % 8, i / 8) = {v, v, v, 255};
  }
  CHECK_FALSE(is_antialiased(grain, grain, 4, 4));
}

TEST_CASE("images: percentiles are the values of the sorted map") {
  Grid<float> map(100, 10);
  for (int i = 0; i < 1000; ++i) map.at(((i * 7) % 1000) % 100, ((i * 7) % 1000) / 100) = static_cast<float>(i + 1);
  const FlipSummary summary = summarize_flip(map);
  CHECK(summary.mean == 500.5);
  CHECK(summary.median == 500);
  CHECK(summary.p95 == 950);
  CHECK(summary.p99 == 990);
  CHECK(summary.p999 == 999);
  CHECK(summary.max == 1000);
  CHECK(summary.max_at == SamplePosition{(999 * 7) % 1000 % 100, (999 * 7) % 1000 / 100});
  const FlipSummary single = summarize_flip(Grid<float>(1, 1, 0.5f));
  CHECK(single.median == 0.5);
  CHECK(single.p999 == 0.5);
  CHECK(summarize_flip({}).max == 0);
}

}  // namespace
