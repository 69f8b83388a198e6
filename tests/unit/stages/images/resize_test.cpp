#include "support/catch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "base/parallel.h"
#include "engine/graph/stage.h"
#include "stages/images/resize.h"
#include "unit/stages/images/images.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::image;

static_assert(pipeline::WholeStage<ImageResize>);

namespace {

constexpr std::array kFilters{ResizeFilter::box, ResizeFilter::triangle, ResizeFilter::mitchell, ResizeFilter::lanczos};
constexpr std::array kWraps{Wrap::clamp, Wrap::repeat};
constexpr std::array kContents{PixelContent::colour, PixelContent::data, PixelContent::normals};

std::vector<int> reds(const Image& image) {
  std::vector<int> levels;
  for (const Rgba8& p : image.pixels.values()) levels.push_back(p.r);
  return levels;
}

bool same(const Image& a, const Image& b) { return a.pixels == b.pixels && a.fine == b.fine; }

/// 24 x 20 pixels of data that other programs were given, too: (37 x + 91 y + 5 x y) mod 256.
Image pattern() {
  Grid<Rgba16> fine(24, 20);
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 24; ++x)
      fine.at(x, y).r = static_cast<std::uint16_t>((x * 37 + y * 91 + x * y * 5) % 256 * 257);
  }
  return fine_image(std::move(fine));
}

/// Largest difference of a channel, levels of 8 bits.
int distance(const Image& a, const Image& b) {
  REQUIRE(a.pixels.size() == b.pixels.size());
  int largest = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    const Rgba8 p = a.pixels.values()[i], q = b.pixels.values()[i];
    largest = std::max({largest, std::abs(p.r - q.r), std::abs(p.g - q.g), std::abs(p.b - q.b), std::abs(p.a - q.a)});
  }
  return largest;
}

Image rolled(const Image& image, int columns, int rows) {
  Image result = image;
  const int width = image.pixels.width(), height = image.pixels.height();
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x)
      result.pixels.at((x + columns) % width, (y + rows) % height) = image.pixels.at(x, y);
  }
  return result;
}

}  // namespace

TEST_CASE("resampling taps: they sum to one, and lie in the row") {
  for (const ResizeFilter filter : kFilters) {
    for (const Wrap wrap : kWraps) {
      for (const auto& [from, to] : {std::pair{1, 1}, {1, 9}, {9, 1}, {7, 3}, {3, 7}, {64, 63}, {5, 1000}}) {
        const Taps taps = resampling_taps(from, to, filter, wrap);
        REQUIRE(taps.size() == to);
        for (int i = 0; i < to; ++i) {
          double sum = 0;
          int last = -1;
          for (const Tap& tap : taps.of(i)) {
            CHECK(tap.index > last);
            last = tap.index;
            sum += tap.weight;
          }
          CHECK(last < from);
          CHECK(sum == Approx(1).margin(1e-12));
        }
      }
    }
  }
}

TEST_CASE("image_resize: to the same size the filters that interpolate change nothing") {
  for (const int bits : {8, 16}) {
    for (const bool opaque : {true, false}) {
      const Image image = test::random_image(13, 7, bits, opaque);
      for (const ResizeFilter filter : {ResizeFilter::box, ResizeFilter::triangle, ResizeFilter::lanczos}) {
        CHECK(same(resized(image, {13, 7, filter, PixelContent::data, Wrap::repeat}, {}), image));
        CHECK(same(resized(image, {13, 7, filter, PixelContent::colour, Wrap::clamp}, {}), image));
      }
    }
  }
}

TEST_CASE("image_resize: one colour stays that colour, with every filter, edge and content") {
  Image image{Grid<Rgba8>(11, 5, Rgba8{200, 31, 90, 77}), {}};
  for (const ResizeFilter filter : kFilters) {
    for (const Wrap wrap : kWraps) {
      for (const auto& [width, height] : {std::pair{4, 9}, {1, 1}, {30, 2}, {23, 23}}) {
        for (const PixelContent content : {PixelContent::colour, PixelContent::data})
          CHECK(std::ranges::all_of(resized(image, {width, height, filter, content, wrap}, {}).pixels.values(),
                                    [](const Rgba8& p) {
                                      return p == Rgba8{200, 31, 90, 77};
                                    }));
      }
    }
  }
}

TEST_CASE("image_resize: half black and half white is half the light, and half of data") {
  const Image image = test::grey_row({0, 255});
  const auto mean = [&](PixelContent content) {
    return reds(resized(image, {1, 1, ResizeFilter::box, content, Wrap::clamp}, {}));
  };
  CHECK(mean(PixelContent::colour) == std::vector{188});  // 1.055 0.5^(1/2.4) - 0.055 = 0.7354
  CHECK(mean(PixelContent::data) == std::vector{128});
}

TEST_CASE("image_resize: box covers shares of pixels") {
  const Image image = test::grey_row({30, 90, 240});
  const ResizeSettings to_two{2, 1, ResizeFilter::box, PixelContent::data, Wrap::clamp};
  CHECK(reds(resized(image, to_two, {})) == std::vector{50, 190});  // (2 a + b) / 3, (b + 2 c) / 3
  const ResizeSettings to_six{6, 1, ResizeFilter::box, PixelContent::data, Wrap::repeat};
  CHECK(reds(resized(image, to_six, {})) == std::vector{30, 30, 90, 90, 240, 240});
}

TEST_CASE("image_resize: triangle is linear between the middles of pixels, and knows both kinds of edges") {
  const Image image = test::grey_row({40, 200});
  const auto doubled = [&](Wrap wrap) {
    return reds(resized(image, {4, 1, ResizeFilter::triangle, PixelContent::data, wrap}, {}));
  };
  CHECK(doubled(Wrap::clamp) == std::vector{40, 80, 160, 200});
  CHECK(doubled(Wrap::repeat) == std::vector{80, 80, 160, 160});
}

TEST_CASE("image_resize: a ramp stays a ramp away from the edges") {
  Grid<Rgba16> fine(32, 1);
  for (int x = 0; x < 32; ++x) fine.at(x, 0).r = static_cast<std::uint16_t>(1000 + 2000 * x);
  const Image ramp = fine_image(std::move(fine));
  for (const ResizeFilter filter : {ResizeFilter::triangle, ResizeFilter::mitchell}) {
    const Image wide = resized(ramp, {96, 1, filter, PixelContent::data, Wrap::clamp}, {});
    for (int x = 9; x < 87; ++x) {
      const double expected = 1000 + 2000 * ((x + 0.5) / 3 - 0.5);
      CHECK(std::abs(wide.fine.at(x, 0).r - expected) <= 0.51);
    }
  }
}

TEST_CASE("image_resize: triangle, lanczos and box agree with Pillow away from the edges") {
  const Image image = pattern();
  const auto at = [&](ResizeFilter filter, int width, int height, int x, int y) {
    return resized(image, {width, height, filter, PixelContent::data, Wrap::clamp}, {}).fine.at(x, y).r / 257.0;
  };
  // Pillow 9.4, Image.resize() of the same numbers as floats.
  CHECK(at(ResizeFilter::triangle, 9, 7, 4, 3) == Approx(129.316).margin(0.01));
  CHECK(at(ResizeFilter::triangle, 9, 7, 5, 2) == Approx(119.660).margin(0.01));
  CHECK(at(ResizeFilter::triangle, 9, 7, 3, 4) == Approx(122.561).margin(0.01));
  CHECK(at(ResizeFilter::triangle, 60, 50, 31, 20) == Approx(147.37).margin(0.01));
  CHECK(at(ResizeFilter::lanczos, 9, 7, 4, 3) == Approx(131.371).margin(0.01));
  CHECK(at(ResizeFilter::lanczos, 9, 7, 3, 3) == Approx(130.343).margin(0.01));
  CHECK(at(ResizeFilter::lanczos, 60, 50, 31, 20) == Approx(183.363).margin(0.01));
  CHECK(at(ResizeFilter::lanczos, 60, 50, 40, 33) == Approx(251.905).margin(0.01));
  CHECK(at(ResizeFilter::box, 6, 5, 0, 0) == Approx(107.25).margin(0.01));
  CHECK(at(ResizeFilter::box, 6, 5, 3, 2) == Approx(117.25).margin(0.01));
}

TEST_CASE("image_resize: colours are weighted by their opacity, and what was bled below a hole stays") {
  Image image{Grid<Rgba8>(4, 1), {}};
  image.pixels.at(0, 0) = {200, 0, 0, 255};
  image.pixels.at(1, 0) = {0, 255, 0, 0};
  image.pixels.at(2, 0) = image.pixels.at(3, 0) = {10, 20, 30, 0};
  const Image half = resized(image, {2, 1, ResizeFilter::box, PixelContent::colour, Wrap::clamp}, {});
  CHECK(half.pixels.at(0, 0) == Rgba8{200, 0, 0, 128});
  CHECK(half.pixels.at(1, 0) == Rgba8{10, 20, 30, 0});
  const Image data = resized(image, {2, 1, ResizeFilter::box, PixelContent::data, Wrap::clamp}, {});
  CHECK(data.pixels.at(0, 0) == Rgba8{100, 128, 0, 128});
}

TEST_CASE("image_resize: a picture that tiles still tiles, wherever its edge is") {
  const Image image = test::random_image(24, 18, 8, false);
  for (const ResizeFilter filter : kFilters) {
    const ResizeSettings third{8, 6, filter, PixelContent::colour, Wrap::repeat};
    const Image moved = resized(rolled(image, 9, 6), third, {});
    CHECK(distance(moved, rolled(resized(image, third, {}), 3, 2)) <= 1);
  }
}

TEST_CASE("image_resize: normals stay unit vectors, and those that cancel each other point straight out") {
  Image tilted{Grid<Rgba8>(2, 2), {}};
  tilted.pixels.at(0, 0) = tilted.pixels.at(0, 1) = {218, 128, 218, 255};  // 45 degrees to the east
  tilted.pixels.at(1, 0) = tilted.pixels.at(1, 1) = {37, 128, 218, 255};   // and to the west
  const ResizeSettings to_one{1, 1, ResizeFilter::box, PixelContent::normals, Wrap::clamp};
  CHECK(resized(tilted, to_one, {}).pixels.at(0, 0) == Rgba8{128, 128, 255, 255});
  for (Rgba8& p : tilted.pixels.values()) p = p.r > 128 ? Rgba8{255, 255, 255, 255} : Rgba8{0, 0, 0, 255};
  CHECK(resized(tilted, to_one, {}).pixels.at(0, 0) == Rgba8{128, 128, 255, 255});
}

TEST_CASE("image_resize: the same bytes for any number of threads") {
  for (const PixelContent content : kContents) {
    const Image image = test::random_image(90, 400, 16, false);
    const auto with = [&](int threads) {
      const ThreadLimit limit(threads);
      return resized(image, {70, 330, ResizeFilter::lanczos, content, Wrap::repeat}, {});
    };
    CHECK(same(with(1), with(8)));
  }
}

TEST_CASE("image_resize: a factor rounds the sides, and sides have a limit") {
  const Image image = test::random_image(101, 3, 8, true);
  ImageResizeParams params;
  params.factor = 0.5;
  const Image half = test::run_over<ImageResize>(params, image);
  CHECK(half.pixels.width() == 51);
  CHECK(half.pixels.height() == 2);
  params.factor = 0.01;
  CHECK(test::run_over<ImageResize>(params, image).pixels.size() == 1);
  params.factor = 100;
  const Image wide = test::random_image(200, 1, 8, true);
  CHECK_THROWS_WITH(test::run_over<ImageResize>(params, wide), Catch::Contains("a side may have at most 16384"));
}

TEST_CASE("image_resize: a size or a factor is needed, not both") {
  using test::decode_errors, test::list, test::map, test::scalar;
  const auto size = list({scalar("4"), scalar("4")});
  CHECK(decode_errors<ImageResizeParams>(map({{"from", scalar("a")}, {"size", size}})).empty());
  CHECK_THAT(decode_errors<ImageResizeParams>(map({{"from", scalar("a")}})), Catch::Contains("give either 'size'"));
  CHECK_THAT(decode_errors<ImageResizeParams>(map({{"from", scalar("a")}, {"size", size}, {"factor", scalar("2")}})),
             Catch::Contains("exclude each other"));
}

TEST_CASE("image_resize: the estimate is what is made") {
  const Image image = test::random_image(101, 3, 16, true);
  schema::Estimates estimates;
  const Estimate known = Estimate::of_image(101, 3, 16);
  estimates.add("from", known);
  ImageResizeParams params;
  params.from.stage = "from";
  for (const double factor : {0.001, 0.01, 0.3, 0.5, 1.0, 7.3}) {
    params.factor = factor;
    const Estimate estimate = ImageResize::estimate(params, estimates);
    const Image made = test::run_over<ImageResize>(params, image);
    CHECK(estimate.sides == Vec2{made.pixels.width(), made.pixels.height()});
    CHECK(estimate.image_bits() == 16);
  }
  params.factor = std::nullopt;
  params.size = {{640, 480}};
  CHECK(ImageResize::estimate(params, estimates).bytes == Amount::exactly(640 * 480 * 12));
  CHECK(ImageResize::estimate(params, schema::Estimates{}).bytes == Amount::between(640 * 480 * 4, 640 * 480 * 12));
}
