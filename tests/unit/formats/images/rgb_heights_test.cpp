#include "formats/images/rgb_heights.h"

#include <cmath>
#include <string>

#include <catch2/catch.hpp>

#include "base/error.h"
#include "support/png.h"

using namespace weald;
using io::HeightCode;

namespace {

/// Heights as the documentation of each code reads colours.
double read_as(HeightCode code, int red, int green, int blue) {
  if (code == HeightCode::terrain_rgb) return -10000 + (red * 256 * 256 + green * 256 + blue) * 0.1;
  return (red * 256 + green + blue / 256.0) - 32768;
}

Heightmap sample_map() {
  Heightmap map(GridSpec{67, 131, 1, {0, 0}});  // more rows than are converted at once
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x)
      map.heights.at(x, y) = static_cast<float>(std::sin(0.37 * x) * 900 + std::cos(0.11 * y) * 4000 - 0.013 * x * y);
  }
  return map;
}

}  // namespace

TEST_CASE("colours of heights: what a reader computes is the height, to half a step") {
  const Heightmap map = sample_map();
  for (const auto& [code, step] :
       {std::pair{HeightCode::terrain_rgb, 0.1}, std::pair{HeightCode::terrarium, 1.0 / 256}}) {
    StoredRows rows(map);
    io::StringSink sink;
    io::write_rgb_heights(rows, code, sink);
    const test::DecodedPng png = test::libpng_decode(sink.text);
    CHECK(png.complaints.empty());
    CHECK((png.bits == 8 && png.channels == 3));
    REQUIRE((png.width == map.width() && png.height == map.height()));
    double farthest = 0;
    for (int y = 0; y < map.height(); ++y) {
      for (int x = 0; x < map.width(); ++x) {
        const auto* at = &png.samples[static_cast<std::size_t>((y * map.width() + x) * 3)];
        farthest = std::max(farthest, std::abs(read_as(code, at[0], at[1], at[2]) - double(map.heights.at(x, y))));
      }
    }
    CHECK(farthest <= step / 2 * (1 + 1e-9));
    CHECK(farthest > step / 3);
  }
}

TEST_CASE("colours of heights: numbers are those of the documentation, and end at the range of three bytes") {
  CHECK(io::height_number(HeightCode::terrain_rgb, -10000) == 0);
  CHECK(io::height_number(HeightCode::terrain_rgb, 0) == 100000);
  CHECK(io::height_number(HeightCode::terrain_rgb, 8848.86) == 188489);
  CHECK(io::height_number(HeightCode::terrain_rgb, -10000.2) == 0);
  CHECK(io::height_number(HeightCode::terrain_rgb, 1e9) == 0xFFFFFF);
  CHECK(io::height_number(HeightCode::terrarium, 0) == 0x800000);
  CHECK(io::height_number(HeightCode::terrarium, -32768) == 0);
  CHECK(io::height_number(HeightCode::terrarium, 1.5) == 0x800180);
  CHECK(io::height_number(HeightCode::terrarium, 40000) == 0xFFFFFF);
  CHECK(io::range_of_code(HeightCode::terrain_rgb).max == Approx(1667721.5));
  CHECK(io::range_of_code(HeightCode::terrarium).max == Approx(32767.996));
}

TEST_CASE("colours of heights: an empty map is refused") {
  const Heightmap map;
  StoredRows rows(map);
  io::StringSink sink;
  CHECK_THROWS_AS(io::write_rgb_heights(rows, HeightCode::terrarium, sink), StageError);
}
