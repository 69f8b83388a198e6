#include "support/catch.h"

#include <algorithm>
#include <array>

#include "base/parallel.h"
#include "engine/graph/stage.h"
#include "stages/land/maps/albedo.h"
#include "stages/land/maps/colour_ramp.h"
#include "unit/stages/land/maps/surfaces.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::maps;

static_assert(pipeline::WholeStage<ColourRamp> && pipeline::WholeStage<Albedo>);

namespace {

Image weights(int width, int height, const Rgba8& pixel) { return {Grid<Rgba8>(width, height, pixel)}; }

AlbedoParams plain(std::vector<Vec3> colours) {
  AlbedoParams params;
  params.colours = std::move(colours);
  params.variation = 0;
  return params;
}

}  // namespace

TEST_CASE("ramp_colour: stops hold, the way between them is as asked") {
  const std::array<RampStop, 3> stops{{{0, {0, 0, 0}}, {10, {1, 0, 0}}, {20, {1, 1, 0}}}};
  CHECK(ramp_colour(stops, RampBlend::linear, -5) == Vec3{0, 0, 0});
  CHECK(ramp_colour(stops, RampBlend::linear, 2.5) == Vec3{0.25, 0, 0});
  CHECK(ramp_colour(stops, RampBlend::linear, 10) == Vec3{1, 0, 0});
  CHECK(ramp_colour(stops, RampBlend::linear, 15) == Vec3{1, 0.5, 0});
  CHECK(ramp_colour(stops, RampBlend::linear, 99) == Vec3{1, 1, 0});
  CHECK(ramp_colour(stops, RampBlend::smooth, 2.5) == Vec3{0.15625, 0, 0});
  CHECK(ramp_colour(stops, RampBlend::steps, 9.99) == Vec3{0, 0, 0});
  CHECK(ramp_colour(stops, RampBlend::steps, 10) == Vec3{1, 0, 0});
}

TEST_CASE("colour_ramp: a palette spans the map, and shade darkens") {
  const Heightmap map = test::surface({3, 1, 1, {0, 0}}, [](double x, double) { return 100 * x; });
  Heightmap half(map.grid());
  for (float& v : half.heights.values()) v = 0.5f;
  schema::Inputs inputs;
  inputs.add("land", map);
  inputs.add("half", half);
  ColourRampParams params;
  params.from.stage = "land";
  const auto stops = palette_stops(params.palette);
  const Image image = ColourRamp::run(params, inputs, {});
  CHECK(image.pixels.at(0, 0) == to_rgba8(stops.front().colour));
  CHECK(image.pixels.at(2, 0) == to_rgba8(stops.back().colour));
  params.range = {-50, 150};
  CHECK(ramp_stops(params, {0, 200}).back().value == 150);
  params.ramp = {{0, 1, 1, 1}};
  params.shade.stage = "half";
  CHECK(ColourRamp::run(params, inputs, {}).pixels.at(1, 0) == Rgba8{128, 128, 128, 255});
}

TEST_CASE("colour_ramp: what makes no sense is refused") {
  using test::decode_errors, test::list, test::map, test::scalar;
  const auto stop = [](const char* value, const char* red) {
    return list({scalar(value), scalar(red), scalar("0"), scalar("0")});
  };
  const auto errors = [](const schema::Node& ramp) {
    return decode_errors<ColourRampParams>(map({{"from", scalar("a")}, {"ramp", ramp}}));
  };
  CHECK(errors(list({stop("1", "0"), stop("2", "1")})).empty());
  CHECK_THAT(errors(list({stop("2", "0"), stop("2", "1")})), Catch::Contains("must increase"));
  CHECK_THAT(errors(list({stop("2", "1.5")})), Catch::Contains("stop 1 must be within 0 .. 1"));
  CHECK_THAT(decode_errors<ColourRampParams>(map({{"from", scalar("a")}, {"range", list({scalar("3"), scalar("3")})}})),
             Catch::Contains("below the second"));
}

TEST_CASE("albedo: a layer alone has its colour, two are mixed by their weights") {
  const Image image = weights(4, 3, {51, 0, 0, 204});
  const Image mixed = mix_layers(image, nullptr, nullptr, plain({{1, 0, 0}, {}, {}, {0, 1, 0}}), {});
  CHECK(mixed.pixels.at(1, 1) == Rgba8{51, 204, 0, 255});
  const Image second = weights(4, 3, {0, 255, 0, 0});
  const Image sixth =
      mix_layers(weights(4, 3, {0, 0, 0, 0}), &second, nullptr, plain({{}, {}, {}, {}, {}, {0.2, 0.4, 0.6}}), {});
  CHECK(sixth.pixels.at(3, 2) == Rgba8{51, 102, 153, 255});
}

TEST_CASE("albedo: another size takes the weights between the pixels, the ends at the middles of the outer edges") {
  Image image = weights(3, 2, {255, 0, 0, 0});
  image.pixels.at(2, 0) = image.pixels.at(2, 1) = {0, 255, 0, 0};
  AlbedoParams params = plain({{1, 1, 1}, {0, 0, 0}});
  params.size = {8, 2};
  const Image wide = mix_layers(image, nullptr, nullptr, params, {});
  // Pixel i lies at (i + 1/2) / 8 * 2 samples: white up to sample 1, black at 2.
  for (int x = 0; x < 8; ++x) {
    const double share = std::min(1.0, 2 - (x + 0.5) / 4);
    CHECK(wide.pixels.at(x, 1).r == static_cast<int>(255 * share + 0.5));
  }
}

TEST_CASE("albedo: variation is the same for any number of threads and stays within its bounds") {
  AlbedoParams params = plain({{0.5, 0.5, 0.5}});
  params.variation = 0.2;
  RunContext context;
  context.seed = 9;
  const auto with = [&](int threads) {
    const ThreadLimit limit(threads);
    return mix_layers(weights(120, 90, {255, 0, 0, 0}), nullptr, nullptr, params, context).pixels;
  };
  const auto one = with(1);
  CHECK(with(8) == one);
  const auto [low, high] = std::minmax_element(one.values().begin(), one.values().end(),
                                               [](const Rgba8& a, const Rgba8& b) { return a.r < b.r; });
  CHECK(low->r >= 102);
  CHECK(high->r <= 153);
  CHECK(high->r - low->r > 20);
}

TEST_CASE("albedo: weight without a colour and pictures that do not fit are errors") {
  const Image image = weights(4, 4, {100, 155, 0, 0});
  CHECK_THROWS_WITH(mix_layers(image, nullptr, nullptr, plain({{1, 1, 1}}), {}),
                    Catch::Contains("layer 2 has weight but no colour"));
  const Image other = weights(5, 4, {0, 0, 0, 0});
  CHECK_THROWS_WITH(mix_layers(image, &other, nullptr, plain({{}, {}}), {}), Catch::Contains("different sizes"));
  const Heightmap shade(GridSpec{4, 5, 1, {0, 0}});
  CHECK_THROWS_WITH(mix_layers(image, nullptr, &shade, plain({{}, {}}), {}), Catch::Contains("one sample per pixel"));
}
