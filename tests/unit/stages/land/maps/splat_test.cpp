#include "support/catch.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel.h"
#include "base/rng.h"
#include "engine/graph/stage.h"
#include "stages/land/maps/splat.h"
#include "unit/stages/land/maps/surfaces.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::maps;

static_assert(pipeline::PartedStage<Splat>);

namespace {

int sum_of(const Rgba8& p) { return p.r + p.g + p.b + p.a; }

SplatLayer layer_at(const Band& height) {
  SplatLayer layer;
  layer.height = height;
  return layer;
}

}  // namespace

TEST_CASE("round_weights: sums to 255 exactly, no byte a whole step away") {
  const Rng rng(5);
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const std::size_t count = 1 + rng.below(8, i, 100);
    std::array<double, kMaxLayers> shares{};
    std::array<std::uint8_t, kMaxLayers> bytes{};
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) {
      // Sizes from tiny to large, with zeros and equal ones among them.
      const double u = rng.uniform(i, k);
      shares[k] = u < 0.2 ? 0 : u < 0.4 ? 1.0 / 3 : std::exp2(-40 * rng.uniform(i, k + 8));
      sum += shares[k];
    }
    if (sum == 0) continue;
    round_weights(std::span(shares).first(count), std::span(bytes).first(count));
    int total = 0;
    bool near = true;
    for (std::size_t k = 0; k < count; ++k) {
      total += bytes[k];
      near = near && std::abs(bytes[k] - shares[k] / sum * 255) < 1;
    }
    REQUIRE(total == 255);
    REQUIRE(near);
  }
}

TEST_CASE("round_weights: of equal shares the first get what is left over") {
  std::array<std::uint8_t, 4> bytes{};
  round_weights(std::array{1.0, 1.0, 1.0, 1.0}, bytes);
  CHECK(bytes == std::array<std::uint8_t, 4>{64, 64, 64, 63});
  round_weights(std::array{0.0, 0.0, 3.0, 0.0}, bytes);
  CHECK(bytes == std::array<std::uint8_t, 4>{0, 0, 255, 0});
}

TEST_CASE("band_share: full between the ends, eased beyond them, nothing behind the fade") {
  const Band band{100, 200, 40};
  CHECK(band_share(band, 100) == 1);
  CHECK(band_share(band, 150) == 1);
  CHECK(band_share(band, 200) == 1);
  CHECK(band_share(band, 80) == 0.5);
  CHECK(band_share(band, 220) == 0.5);
  CHECK(band_share(band, 60) == 0);
  CHECK(band_share(band, 240) == 0);
  CHECK(band_share(band, 90) == Approx(0.84375));  // 3 t^2 - 2 t^3 at 3/4
  CHECK(band_share({5, {}, 0}, 5) == 1);
  CHECK(band_share({5, {}, 0}, 4.999) == 0);
  CHECK(band_share({{}, 5, 0}, -1e9) == 1);
}

TEST_CASE("stack_layers: each layer keeps what the later ones leave of it") {
  std::array<double, 4> weights{};
  stack_layers(std::array{1.0, 0.5, 0.5, 0.25}, weights);
  CHECK(weights == std::array{0.1875, 0.1875, 0.375, 0.25});
  stack_layers(std::array{1.0, 1.0, 1.0, 0.0}, weights);
  CHECK(weights == std::array{0.0, 0.0, 1.0, 0.0});
}

TEST_CASE("splat: layers lie where their conditions say, and their weights sum to 255") {
  // Rises to the east by 1 m per metre up to x = 10 and is level from there on.
  const Heightmap map = test::surface({21, 5, 1, {0, 0}}, [](double x, double) { return std::min(x, 10.0); });
  Heightmap wet(map.grid());
  for (int x = 0; x < 21; ++x) wet.heights.at(x, 2) = 1;
  SplatParams params;
  SplatLayer steep, stream;
  steep.slope = Band{40, {}, 0};
  stream.maps.push_back({{0.5, {}, 0}, {}});
  params.layers = {{"grass", {}}, {"high", layer_at({9, {}, 2})}, {"steep", steep}, {"stream", stream}};
  const std::array<const Heightmap*, 1> maps{&wet};
  const SplatImages images = make_splat(map, maps, params, {});
  CHECK(images.first.pixels.at(3, 0) == Rgba8{0, 0, 255, 0});
  CHECK(images.first.pixels.at(15, 0) == Rgba8{0, 255, 0, 0});
  CHECK(images.first.pixels.at(15, 2) == Rgba8{0, 0, 0, 255});
  for (const Rgba8& p : images.first.pixels.values()) CHECK(sum_of(p) == 255);
  for (const Rgba8& p : images.second.pixels.values()) CHECK(sum_of(p) == 0);
}

TEST_CASE("splat: eight soft noisy layers sum to 255 over both pictures at every pixel, for any number of threads") {
  const Heightmap map = test::random_surface({90, 77, 2, {0, 0}}, 40);
  SplatParams params;
  params.layers.push_back({"ground", {}});
  for (int i = 1; i < 8; ++i) {
    SplatLayer layer = layer_at({5.0 * i, 5.0 * i + 4, 6});
    layer.noise = 0.7;
    layer.amount = 0.9;
    if (i % 2 == 0) layer.slope = Band{{}, 60.0 + i, 25};
    if (i == 5) layer.curvature = Band{0.01, {}, 2};
    params.layers.push_back({"layer" + std::to_string(i), layer});
  }
  RunContext context;
  context.seed = 3;
  const auto with = [&](int threads) {
    const ThreadLimit limit(threads);
    return make_splat(map, {}, params, context);
  };
  const SplatImages one = with(1);
  std::array<int, 256> seen{};
  for (std::size_t i = 0; i < one.first.pixels.size(); ++i) {
    REQUIRE(sum_of(one.first.pixels.values()[i]) + sum_of(one.second.pixels.values()[i]) == 255);
    ++seen[one.second.pixels.values()[i].b];
  }
  CHECK(std::count_if(seen.begin(), seen.end(), [](int n) { return n > 0; }) > 30);  // edges are soft
  const SplatImages eight = with(8);
  CHECK((eight.first.pixels == one.first.pixels && eight.second.pixels == one.second.pixels));
  context.seed = 4;
  CHECK_FALSE(with(1).first.pixels == one.first.pixels);
}

TEST_CASE("splat: a heightmap on another grid is an error") {
  const Heightmap map = test::random_surface({9, 9, 1, {0, 0}}, 1), other = test::random_surface({9, 9, 2, {0, 0}}, 1);
  SplatParams params;
  params.layers = {{"ground", {}}};
  const std::array<const Heightmap*, 1> maps{&other};
  CHECK_THROWS_WITH(make_splat(map, maps, params, {}), Catch::Contains("different grids"));
}

TEST_CASE("splat: layers that make no sense are refused") {
  using test::decode_errors, test::map, test::scalar;
  const auto errors = [](const std::vector<std::pair<std::string, schema::Node>>& layers) {
    return decode_errors<SplatParams>(map({{"from", scalar("a")}, {"layers", map(layers)}}));
  };
  const auto above = map({{"height", map({{"min", scalar("3")}})}});
  CHECK(errors({{"ground", map({})}, {"snow", above}}).empty());
  CHECK_THAT(errors({}), Catch::Contains("1 to 8 layers"));
  CHECK_THAT(errors({{"snow", above}}), Catch::Contains("'snow', covers everything"));
  CHECK_THAT(errors({{"g", map({})}, {"b", map({{"slope", map({{"fade", scalar("3")}})}})}}),
             Catch::Contains("give 'min' or 'max'"));
  std::vector<std::pair<std::string, schema::Node>> nine{{"ground", map({})}};
  for (int i = 1; i < 9; ++i) nine.push_back({"l" + std::to_string(i), above});
  CHECK_THAT(errors(nine), Catch::Contains("not 9"));
}
