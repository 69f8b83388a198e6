// Heightmaps as 16-bit samples and floats, sidecars and previews.

#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "base/error.h"
#include "base/rng.h"
#include "formats/images/heightmap_files.h"
#include "formats/images/image_writer.h"
#include "formats/images/png_reader.h"
#include "support/files.h"
#include "unit/formats/images/grey_maps.h"

using namespace weald;
using namespace weald::io;
using Catch::Contains;
using weald::test::TemporaryFolder;
using weald::test::write_text;

namespace {

Heightmap random_map(int width, int height, float low, float high) {
  Heightmap map(GridSpec{width, height, 2.5, {-10, 20}});
  const Rng rng(3);
  for (std::size_t i = 0; i < map.heights.size(); ++i)
    map.heights.values()[i] = static_cast<float>(rng.uniform_in(low, high, i));
  return map;
}

}  // namespace

TEST_CASE("quantize: the lowest height is 0, the highest 65535, and the error is at most half a level") {
  const Heightmap map = random_map(200, 100, -412.5f, 8848.86f);
  const HeightEncoding encoding = encoding_of(map);
  const Grid<std::uint16_t> samples = quantize(map, encoding);
  const auto values = samples.values();
  CHECK(*std::min_element(values.begin(), values.end()) == 0);
  CHECK(*std::max_element(values.begin(), values.end()) == 65535);
  double worst = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    worst = std::max(worst, std::abs(height_of(values[i], encoding) - static_cast<double>(map.heights.values()[i])));
  }
  CHECK(worst <= (encoding.max - encoding.min) / 131070 * 1.000001);
}

TEST_CASE("quantize: halves are rounded up, heights outside the range are clamped") {
  Heightmap map(GridSpec{5, 1});
  const std::array<float, 5> heights{-7, 0, 0.5f, 1.25f, 70000};
  std::copy(heights.begin(), heights.end(), map.heights.values().begin());
  const Grid<std::uint16_t> samples = quantize(map, {0, 65535});
  CHECK(samples.at(0, 0) == 0);
  CHECK(samples.at(1, 0) == 0);
  CHECK(samples.at(2, 0) == 1);
  CHECK(samples.at(3, 0) == 1);
  CHECK(samples.at(4, 0) == 65535);
}

TEST_CASE("quantize: a flat map is 0 everywhere and comes back flat") {
  Heightmap map(GridSpec{3, 3});
  for (float& h : map.heights.values()) h = 12.5f;
  const HeightEncoding encoding = encoding_of(map);
  CHECK(encoding == HeightEncoding{12.5, 12.5});
  CHECK(quantize(map, encoding) == Grid<std::uint16_t>(3, 3));
  CHECK(height_of(0, encoding) == 12.5);
}

TEST_CASE("heightmap files: heights that are not finite are refused with their place") {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    Heightmap map = random_map(4, 3, 0, 1);
    map.heights.at(2, 1) = bad;
    CHECK_THROWS_WITH(encoding_of(map), Contains("(2, 1)"));
  }
}

TEST_CASE("heightmap files: an empty map is refused") {
  StringSink sink;
  const Heightmap map;
  StoredRows rows(map);
  CHECK_THROWS_AS(write_heightmap_png(rows, {0, 1}, sink), StageError);
  CHECK_THROWS_AS(write_r16(rows, {0, 1}, ByteOrder::little, sink), StageError);
  CHECK_THROWS_AS(write_r32(rows, ByteOrder::little, sink), StageError);
  CHECK_THROWS_AS(write_heightmap_exr(rows, {}, sink), StageError);
  CHECK_THROWS_AS(write_preview_png(rows, {0, 1}, sink), StageError);
  CHECK(sink.text.empty());
}

TEST_CASE("r16: samples in either byte order, row 0 first, nothing else") {
  Heightmap map(GridSpec{2, 2});
  map.heights.at(0, 0) = 0;
  map.heights.at(1, 0) = 1;
  map.heights.at(0, 1) = 256;
  map.heights.at(1, 1) = 65535;
  StringSink sink;
  StoredRows rows(map);
  write_r16(rows, {0, 65535}, ByteOrder::little, sink);
  CHECK(sink.text == std::string("\x00\x00\x01\x00\x00\x01\xFF\xFF", 8));
  sink.text.clear();
  write_r16(rows, {0, 65535}, ByteOrder::big, sink);
  CHECK(sink.text == std::string("\x00\x00\x00\x01\x01\x00\xFF\xFF", 8));
}

TEST_CASE("r32: floats in either byte order, row 0 first, nothing else") {
  Heightmap map(GridSpec{2, 1});
  map.heights.at(0, 0) = 1;          // 3F800000
  map.heights.at(1, 0) = -123.456f;  // C2F6E979
  StringSink sink;
  StoredRows rows(map);
  write_r32(rows, ByteOrder::little, sink);
  CHECK(sink.text == std::string("\x00\x00\x80\x3F\x79\xE9\xF6\xC2", 8));
  sink.text.clear();
  write_r32(rows, ByteOrder::big, sink);
  CHECK(sink.text == std::string("\x3F\x80\x00\x00\xC2\xF6\xE9\x79", 8));
  map.heights.at(0, 0) = std::numeric_limits<float>::infinity();
  CHECK_THROWS_WITH(StoredRows(map), Contains("sample (0, 0) is infinite"));
}

TEST_CASE("sidecar: it stands beside its file, and a raw file may share that of a PNG, but not its byte order") {
  TemporaryFolder folder;
  CHECK(sidecar_path("x/a.PNG") == "x/a.json");
  CHECK(sidecar_path("x/c.r16") == "x/c.r16.json");
  CHECK(sidecar_path("x/c.exr") == "x/c.exr.json");
  CHECK_FALSE(sidecar_of(folder / "c.r32").width);
  write_text(folder / "c.json", R"({"width": 7, "encoding": "uint16-be"})");
  CHECK(sidecar_of(folder / "c.r16").width == 7);
  CHECK_FALSE(sidecar_of(folder / "c.r16").order);
  CHECK(sidecar_of(folder / "c.png").order == ByteOrder::big);
  write_text(folder / "c.r16.json", R"({"encoding": "uint16-le"})");
  CHECK(sidecar_of(folder / "c.r16").order == ByteOrder::little);
  CHECK_FALSE(sidecar_of(folder / "c.r16").width);
}

TEST_CASE("sidecar: what is written is read back equal, and other JSON readers understand it") {
  const Heightmap map = random_map(7, 5, -1.1f, 33.3f);
  const HeightEncoding encoding = encoding_of(map);
  StringSink sink;
  write_sidecar(map.grid(), encoding, "uint16-be", sink);
  const auto json = nlohmann::json::parse(sink.text);
  CHECK(json["encoding"] == "uint16-be");
  CHECK(json["min_m"].get<double>() == encoding.min);

  TemporaryFolder folder;
  write_text(folder / "map.json", sink.text);
  CHECK(sidecar_path(folder / "map.png") == folder / "map.json");
  const auto sidecar = read_sidecar(folder / "map.json");
  REQUIRE(sidecar);
  CHECK(sidecar->width == 7);
  CHECK(sidecar->height == 5);
  CHECK(sidecar->cell_size == 2.5);
  CHECK(sidecar->min == encoding.min);
  CHECK(sidecar->max == encoding.max);
  CHECK(*sidecar->origin == Vec2(-10, 20));
}

TEST_CASE("sidecar: a missing one is none, a broken one an error that names file and member") {
  TemporaryFolder folder;
  CHECK_FALSE(read_sidecar(folder / "none.json"));
  const auto message = [&](const std::string& text) {
    write_text(folder / "bad.json", text);
    try {
      read_sidecar(folder / "bad.json");
    } catch (const IoError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(message("{"), Contains("bad.json") && Contains("not valid JSON"));
  CHECK_THAT(message(""), Contains("not valid JSON"));
  CHECK_THAT(message("[1]"), Contains("not a JSON object"));
  CHECK_THAT(message(R"({"min_m": "low"})"), Contains("'min_m'") && Contains("bad.json"));
  CHECK_THAT(message(R"({"max_m": 1e999})"), Contains("bad.json"));
  CHECK_THAT(message(R"({"origin_m": [1]})"), Contains("'origin_m'"));
  CHECK_THAT(message(R"({"encoding": 16})"), Contains("'encoding'"));
  CHECK_THAT(message(std::string(100000, '[')), Contains("not valid JSON"));
}

TEST_CASE("preview: 8-bit grey from black to white") {
  Heightmap map(GridSpec{3, 1});
  map.heights.at(0, 0) = -5;
  map.heights.at(1, 0) = 0;
  map.heights.at(2, 0) = 5;
  StringSink sink;
  StoredRows rows(map);
  write_preview_png(rows, encoding_of(map), sink);
  const GreyImage image = decode_grey_png(sink.text, "preview");
  CHECK(image.bits == 8);
  CHECK(image.samples.at(0, 0) == 0);
  CHECK(image.samples.at(1, 0) == 128 * 257);
  CHECK(image.samples.at(2, 0) == 65535);
}
