#include "support/catch.h"

#include <string>

#include "engine/graph/stage.h"
#include "stages/images/channels.h"
#include "unit/stages/images/images.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::image;
using schema::Depth;

static_assert(pipeline::WholeStage<PackChannels> && pipeline::WholeStage<ImageChannel>);

namespace {

PackedChannel packed(const char* stage) {
  PackedChannel result;
  result.from.stage = stage;
  return result;
}

PackedChannel packed_value(double value) {
  PackedChannel result;
  result.value = value;
  return result;
}

/// 256 x 256 samples: all levels of 16 bits as values from 0 to 1.
Heightmap all_levels() {
  Heightmap map(GridSpec{256, 256, 1, {0, 0}});
  float level = 0;
  for (float& h : map.heights.values()) h = level++ / 65535.0f;
  return map;
}

}  // namespace

TEST_CASE("channel_of: greys keep their luma, and luminance is that of light") {
  CHECK(channel_of({0.3, 0.3, 0.3, 0.9}, Channel::luma) == 0.3);
  CHECK(channel_of({0.1, 0.2, 0.3, 0.9}, Channel::alpha) == 0.9);
  CHECK(channel_of({1, 0, 0, 1}, Channel::luma) == Approx(0.2126));
  CHECK(channel_of({0, 1, 0, 1}, Channel::luminance) == Approx(0.7152));
  CHECK(channel_of({0, 0, 1, 1}, Channel::luminance) == Approx(0.0722));
  CHECK(channel_of({0.5, 0.5, 0.5, 1}, Channel::luminance) == Approx(0.21404114));
}

TEST_CASE("pack_channels: heights, channels and numbers go where they are told") {
  Heightmap map(GridSpec{2, 1, 1, {0, 0}});
  map.heights.at(0, 0) = 10.0f;
  map.heights.at(1, 0) = 20.0f;
  Image image{Grid<Rgba8>(2, 1, Rgba8{11, 22, 33, 44}), {}};
  schema::Inputs inputs;
  inputs.add("map", map);
  inputs.add("image", image);
  PackChannelsParams params;
  params.red = packed("map");
  params.red->range = {0, 40};
  params.green = packed("image");
  params.blue = packed_value(0.2);
  params.alpha = packed("image");
  params.alpha->channel = Channel::blue;
  params.alpha->range = {1, 0};
  const Image result = PackChannels::run(params, inputs, {});
  CHECK(result.bits() == 8);
  CHECK(result.pixels.at(0, 0) == Rgba8{64, 22, 51, 222});
  CHECK(result.pixels.at(1, 0) == Rgba8{128, 22, 51, 222});
  params.alpha = std::nullopt;
  params.green = std::nullopt;
  CHECK(PackChannels::run(params, inputs, {}).pixels.at(0, 0) == Rgba8{64, 0, 51, 255});
}

TEST_CASE("pack_channels: with 16 bits every level comes back from image_channel") {
  const Heightmap map = all_levels();
  schema::Inputs inputs;
  inputs.add("map", map);
  PackChannelsParams params;
  params.green = packed("map");
  params.depth = Depth::bits16;
  const Image image = PackChannels::run(params, inputs, {});
  REQUIRE(image.bits() == 16);
  bool right = true;
  for (int i = 0; i < 65536; ++i) {
    const Rgba16& p = image.fine.values()[static_cast<std::size_t>(i)];
    right = right && p == Rgba16{0, static_cast<std::uint16_t>(i), 0, 65535} &&
            image.pixels.values()[static_cast<std::size_t>(i)].g == (i + 128) / 257;
  }
  CHECK(right);
  ImageChannelParams back;
  back.channel = Channel::green;
  back.cell_size = 0.5;
  const Heightmap again = test::run_over<ImageChannel>(back, image);
  CHECK(again.heights == map.heights);
  CHECK(again.cell_size == 0.5);
}

TEST_CASE("image_channel: output gives the heights of 0 and 1") {
  ImageChannelParams params;
  params.output = {-5, 20};
  const Heightmap map = test::run_over<ImageChannel>(params, test::grey_row({0, 51, 255}));
  CHECK(map.heights.at(0, 0) == -5.0f);
  CHECK(map.heights.at(1, 0) == 0.0f);
  CHECK(map.heights.at(2, 0) == 20.0f);
}

TEST_CASE("pack_channels: values outside the range are clamped with a warning that names the channel") {
  Heightmap map(GridSpec{2, 1, 1, {0, 0}});
  map.heights.at(0, 0) = -1.0f;
  map.heights.at(1, 0) = 2.0f;
  schema::Inputs inputs;
  inputs.add("map", map);
  PackChannelsParams params;
  params.blue = packed("map");
  RunContext context;
  std::string warnings;
  context.on_warning = [&](const std::string& message, std::string_view key) {
    warnings += std::string(key) + ": " + message;
  };
  const Image image = PackChannels::run(params, inputs, context);
  CHECK(image.pixels.at(0, 0).b == 0);
  CHECK(image.pixels.at(1, 0).b == 255);
  CHECK_THAT(warnings, Catch::Contains("blue: some values of 'blue' lie outside its range of 0 to 1"));
  warnings.clear();
  params.blue->range = {-1, 2};
  PackChannels::run(params, inputs, context);
  CHECK(warnings.empty());
}

TEST_CASE("pack_channels: sizes must agree, and a heightmap has no channels") {
  const Heightmap map(GridSpec{2, 3, 1, {0, 0}});
  const Image image{Grid<Rgba8>(3, 2), {}};
  schema::Inputs inputs;
  inputs.add("map", map);
  inputs.add("image", image);
  PackChannelsParams params;
  params.red = packed("map");
  params.alpha = packed("image");
  CHECK_THROWS_WITH(PackChannels::run(params, inputs, {}),
                    Catch::Contains("'alpha' has 3 x 2 pixels, but the maps packed before it have 2 x 3"));
  params.alpha = std::nullopt;
  params.red->channel = Channel::green;
  CHECK_THROWS_WITH(PackChannels::run(params, inputs, {}), Catch::Contains("'channel' is for images"));
}

TEST_CASE("pack_channels: what makes no sense is refused") {
  using test::decode_errors, test::list, test::map, test::scalar;
  const auto errors = [](const std::vector<std::pair<std::string, schema::Node>>& red) {
    return decode_errors<PackChannelsParams>(map({{"red", map(red)}}));
  };
  CHECK(errors({{"from", scalar("a")}}).empty());
  CHECK_THAT(errors({{"value", scalar("0.5")}}), Catch::Contains("which sets the size"));
  CHECK_THAT(errors({{"from", scalar("a")}, {"value", scalar("0.5")}}), Catch::Contains("exclude each other"));
  CHECK_THAT(errors({{"range", list({scalar("0"), scalar("2")})}}), Catch::Contains("give either 'from' or 'value'"));
  CHECK_THAT(errors({{"from", scalar("a")}, {"range", list({scalar("2"), scalar("2")})}}),
             Catch::Contains("must differ"));
}
