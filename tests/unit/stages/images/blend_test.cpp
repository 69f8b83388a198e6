#include "support/catch.h"

#include <cmath>

#include "engine/graph/stage.h"
#include "stages/images/blend.h"
#include "unit/stages/images/images.h"

using namespace weald;
using namespace weald::image;

static_assert(pipeline::WholeStage<ImageBlend>);

namespace {

Image one_pixel(const Rgba8& pixel) { return {Grid<Rgba8>(1, 1, pixel), {}}; }

struct Layers {
  Image below, above;
  schema::Inputs inputs;
  ImageBlendParams params;

  Layers(Image under, Image over) : below(std::move(under)), above(std::move(over)) {
    inputs.add("below", below);
    inputs.add("above", above);
    params.from.stage = "below";
    params.with.stage = "above";
  }
  Layers(const Layers&) = delete;
  Layers& operator=(const Layers&) = delete;
};

}  // namespace

TEST_CASE("blend: every mode at a point, worked by hand from the standard's formulas") {
  const double b = 0.2, s = 0.6;
  const auto is = [&](BlendMode mode, double expected) { return blend(mode, b, s) == Approx(expected).margin(1e-15); };
  CHECK(is(BlendMode::normal, 0.6));
  CHECK(is(BlendMode::multiply, 0.12));
  CHECK(is(BlendMode::screen, 0.68));
  CHECK(is(BlendMode::overlay, 0.24));     // b <= 1/2: 2 b s
  CHECK(is(BlendMode::hard_light, 0.36));  // screen(b, 2 s - 1)
  CHECK(is(BlendMode::darken, 0.2));
  CHECK(is(BlendMode::lighten, 0.6));
  CHECK(is(BlendMode::colour_dodge, 0.5));
  CHECK(is(BlendMode::colour_burn, 0));
  CHECK(blend(BlendMode::colour_burn, 0.7, 0.6) == Approx(0.5));
  CHECK(is(BlendMode::soft_light, 0.2 + 0.2 * (((16 * 0.2 - 12) * 0.2 + 4) * 0.2 - 0.2)));
  CHECK(blend(BlendMode::soft_light, 0.49, 0.6) == Approx(0.49 + 0.2 * (0.7 - 0.49)));
  CHECK(blend(BlendMode::soft_light, 0.2, 0.4) == Approx(0.2 - 0.2 * 0.2 * 0.8));
  CHECK(is(BlendMode::difference, 0.4));
  CHECK(is(BlendMode::exclusion, 0.56));
  CHECK(is(BlendMode::add, 0.8));
  CHECK(is(BlendMode::subtract, 0));
  CHECK(blend(BlendMode::subtract, 0.6, 0.2) == Approx(0.4));
}

TEST_CASE("blend: results stay within 0 and 1, and the ends are those of the standard") {
  for (const auto& [name, mode] : schema::EnumNames<BlendMode>::names) {
    INFO(name);
    for (int i = 0; i <= 16; ++i) {
      for (int j = 0; j <= 16; ++j) {
        const double value = blend(mode, i / 16.0, j / 16.0);
        CHECK(value >= 0);
        CHECK(value <= 1);
      }
    }
  }
  CHECK(blend(BlendMode::colour_dodge, 0, 1) == 0);
  CHECK(blend(BlendMode::colour_dodge, 0.5, 1) == 1);
  CHECK(blend(BlendMode::colour_burn, 1, 0) == 1);
  CHECK(blend(BlendMode::colour_burn, 0.5, 0) == 0);
}

TEST_CASE("composited: source-over of two translucent colours") {
  // alpha 0.5 + 0.4 x 0.5 = 0.7; (0.5 x 1 + 0.5 x 0.4 x 0) / 0.7 red, 0.5 x 0.4 x 1 / 0.7 blue.
  const Vec4 result = composited(BlendMode::normal, {0, 0, 1, 0.4}, {1, 0, 0, 0.5});
  CHECK(result.a == Approx(0.7));
  CHECK(result.r == Approx(0.5 / 0.7));
  CHECK(result.b == Approx(0.2 / 0.7));
  CHECK(composited(BlendMode::multiply, {0.3, 0.4, 0.5, 1}, {1, 1, 1, 1}) == Vec4{0.3, 0.4, 0.5, 1});
  CHECK(composited(BlendMode::multiply, {0.3, 0.4, 0.5, 0}, {0.1, 0.2, 0.3, 1}) == Vec4{0.1, 0.2, 0.3, 1});
  CHECK(composited(BlendMode::screen, {0.3, 0.4, 0.5, 0}, {0.1, 0.2, 0.3, 0}) == Vec4{0.3, 0.4, 0.5, 0});
}

TEST_CASE("image_blend: opacity and the mask are factors of the source's alpha") {
  Layers layers(test::grey_row({0, 0, 0}), test::grey_row({200, 200, 200}));
  Heightmap mask(GridSpec{3, 1, 1, {0, 0}});
  mask.heights.at(0, 0) = -3.0f;
  mask.heights.at(1, 0) = 0.5f;
  mask.heights.at(2, 0) = 7.0f;
  layers.inputs.add("mask", mask);
  layers.params.mask.stage = "mask";
  layers.params.opacity = 0.5;
  const Image result = test::run_stage<ImageBlend>(layers.params, layers.inputs);
  CHECK(result.pixels.at(0, 0) == Rgba8{0, 0, 0, 255});
  CHECK(result.pixels.at(1, 0) == Rgba8{50, 50, 50, 255});
  CHECK(result.pixels.at(2, 0) == Rgba8{100, 100, 100, 255});
}

TEST_CASE("image_blend: what lies over nothing or below nothing is unchanged, and 16 bits win") {
  const Image picture = test::random_image(9, 8, 16, true);
  Layers layers(picture, Image{Grid<Rgba8>(9, 8, Rgba8{0, 0, 0, 0}), {}});
  CHECK(test::run_stage<ImageBlend>(layers.params, layers.inputs).fine == picture.fine);
  Layers swapped(Image{Grid<Rgba8>(9, 8, Rgba8{0, 0, 0, 0}), {}}, picture);
  swapped.params.mode = BlendMode::multiply;
  CHECK(test::run_stage<ImageBlend>(swapped.params, swapped.inputs).fine == picture.fine);
}

TEST_CASE("image_blend: images and masks of other sizes are errors") {
  Layers layers(one_pixel({1, 2, 3, 255}), test::grey_row({1, 2}));
  CHECK_THROWS_WITH(test::run_stage<ImageBlend>(layers.params, layers.inputs),
                    Catch::Contains("'with' has 2 x 1 pixels, but the image below has 1 x 1"));
  Layers masked(one_pixel({1, 2, 3, 255}), one_pixel({1, 2, 3, 255}));
  const Heightmap mask(GridSpec{1, 4, 1, {0, 0}});
  masked.inputs.add("mask", mask);
  masked.params.mask.stage = "mask";
  CHECK_THROWS_WITH(test::run_stage<ImageBlend>(masked.params, masked.inputs), Catch::Contains("'mask' has 1 x 4"));
}
