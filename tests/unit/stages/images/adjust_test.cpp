#include "support/catch.h"

#include <cmath>

#include "base/math/srgb.h"
#include "engine/graph/stage.h"
#include "stages/images/adjust.h"
#include "stages/images/detail/canvas.h"
#include "unit/stages/images/images.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::image;

static_assert(pipeline::WholeStage<ImageAdjust>);

namespace {

constexpr double kStep = 1e-4;  // a few levels of 16 bits

/// The colour of a pixel with 16 bits per channel that is adjusted.
Vec3 adjusted(const Vec3& colour, const ImageAdjustParams& params) {
  Canvas canvas(1, 1, 16);
  canvas.set(0, 0, Vec4{colour, 1});
  return Vec3{pixel_at(test::run_over<ImageAdjust>(params, canvas.take()), 0, 0)};
}

bool near(const Vec3& a, const Vec3& b) { return glm::length(a - b) < kStep; }

}  // namespace

TEST_CASE("image_adjust: without settings nothing changes") {
  for (const int bits : {8, 16}) {
    const Image image = test::random_image(20, 10, bits, false);
    const Image result = test::run_over<ImageAdjust>(ImageAdjustParams{}, image);
    CHECK(result.pixels == image.pixels);
    CHECK(result.fine == image.fine);
  }
}

TEST_CASE("image_adjust: a stop is twice the light") {
  const Vec3 doubled = adjusted({0.5, 0.2, 0.9}, {.from = {}, .exposure = 1});
  CHECK(linear_of_srgb(doubled.r) == Approx(2 * linear_of_srgb(0.5)).margin(kStep));
  CHECK(linear_of_srgb(doubled.g) == Approx(2 * linear_of_srgb(0.2)).margin(kStep));
  CHECK(doubled.b == Approx(1));
}

TEST_CASE("image_adjust: levels map black, white and the middle as asked") {
  ImageAdjustParams params;
  params.input = {0.2, 0.6};
  params.gamma = 2;
  params.output = {0.1, 0.9};
  CHECK(near(adjusted({0.2, 0.6, 0.3}, params), {0.1, 0.9, 0.5}));  // (0.1 / 0.4)^(1/2) is a half
  CHECK(near(adjusted({0, 1, 0.3}, params), {0.1, 0.9, 0.5}));
  params = {};
  params.output = {1, 0};
  CHECK(near(adjusted({0.25, 0, 1}, params), {0.75, 1, 0}));
}

TEST_CASE("image_adjust: brightness, contrast, inversion") {
  CHECK(near(adjusted({0.2, 0.4, 0.8}, {.from = {}, .brightness = 1.5}), {0.3, 0.6, 1}));
  CHECK(near(adjusted({0.2, 0.5, 0.8}, {.from = {}, .contrast = 0.5}), {0.35, 0.5, 0.65}));
  CHECK(near(adjusted({0.2, 0.5, 0.8}, {.from = {}, .contrast = 3}), {0, 0.5, 1}));
  CHECK(near(adjusted({0.2, 0.5, 0.8}, {.from = {}, .invert = true}), {0.8, 0.5, 0.2}));
}

TEST_CASE("image_adjust: saturation and hue are the matrices of the standard") {
  // First column of saturate(0.5): 0.213 + 0.787 / 2, 0.213 - 0.213 / 2 twice.
  CHECK(near(adjusted({1, 0, 0}, {.from = {}, .saturation = 0.5}), {0.6065, 0.1065, 0.1065}));
  CHECK(near(adjusted({1, 0, 0}, {.from = {}, .saturation = 0}), {0.213, 0.213, 0.213}));
  // hueRotate(180): 0.213 - 0.787 and 0.213 + 0.213, negative ones clamped; of green 0.715 + 0.715 and 0.715 - 0.285.
  CHECK(near(adjusted({1, 0, 0}, {.from = {}, .hue = 180}), {0, 0.426, 0.426}));
  CHECK(near(adjusted({0, 1, 0}, {.from = {}, .hue = 180}), {1, 0.43, 1}));
  // hueRotate(90): 0.213 - 0.213, 0.213 + 0.143, 0.213 - 0.787.
  CHECK(near(adjusted({1, 0, 0}, {.from = {}, .hue = 90}), {0, 0.356, 0}));
  CHECK(near(adjusted({0.3, 0.5, 0.7}, {.from = {}, .hue = 360}), {0.3, 0.5, 0.7}));
  CHECK(near(adjusted({0.4, 0.4, 0.4}, {.from = {}, .saturation = 7, .hue = 77}), {0.4, 0.4, 0.4}));
}

TEST_CASE("image_adjust: depth converts, alpha stays") {
  Image image{Grid<Rgba8>(1, 1, Rgba8{100, 150, 200, 40}), {}};
  ImageAdjustParams params;
  params.depth = schema::Depth::bits16;
  const Image fine = test::run_over<ImageAdjust>(params, image);
  REQUIRE(fine.bits() == 16);
  CHECK(fine.fine.at(0, 0) == widened_to_16(image.pixels.at(0, 0)));
  params.brightness = 0.5;
  params.depth = schema::Depth::bits8;
  const Image dark = test::run_over<ImageAdjust>(params, fine);
  CHECK(dark.bits() == 8);
  CHECK(dark.pixels.at(0, 0) == Rgba8{50, 75, 100, 40});
}

TEST_CASE("image_adjust: the black point must be below the white point") {
  using test::decode_errors, test::list, test::map, test::scalar;
  CHECK_THAT(
      decode_errors<ImageAdjustParams>(map({{"from", scalar("a")}, {"input", list({scalar("0.5"), scalar("0.5")})}})),
      Catch::Contains("the black point must be below the white point"));
}
