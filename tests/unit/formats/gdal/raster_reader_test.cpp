// GeoTIFF files, written out by hand, as GDAL reads them for weald. Other formats: formats_test.cpp.

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "support/catch.h"

#include "base/error.h"
#include "formats/gdal/raster_reader.h"
#include "support/files.h"
#include "unit/formats/gdal/tiff_builder.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;
using Catch::Contains;

namespace {

/// Compares windows of a file with the samples of the whole.
void check_windows_of(const std::filesystem::path& path, const RasterParams& params, const Grid<float>& whole) {
  const auto windows = open_raster_windows(path, params);
  const int width = whole.width(), height = whole.height();
  for (const Region& window : {Region{0, 0, width, height}, Region{width / 2, height / 2, width - width / 2, 1}}) {
    const auto part = std::get<Grid<float>>(windows->read(window));
    for (int y = 0; y < window.height; ++y) {
      for (int x = 0; x < window.width; ++x)
        CHECK(std::bit_cast<std::uint32_t>(part.at(x, y)) ==
              std::bit_cast<std::uint32_t>(whole.at(window.x + x, window.y + y)));
    }
  }
}

/// The grid in a file of these bytes.
ElevationGrid read_tiff(const std::string& bytes, const RasterParams& params = {}) {
  const TemporaryFolder folder;
  write_text(folder / "a.tif", bytes);
  ElevationGrid grid = read_raster(folder / "a.tif", params);
  check_windows_of(folder / "a.tif", params, grid.heights);
  const ElevationHeader header = read_raster_header(folder / "a.tif", params);
  CHECK(header.width == grid.header.width);
  CHECK(header.height == grid.header.height);
  CHECK(header.place == grid.header.place);
  CHECK(header.cell_width == grid.header.cell_width);
  return grid;
}

std::string fault_of(const std::string& bytes, const RasterParams& params = {}) {
  try {
    static_cast<void>(read_tiff(bytes, params));
  } catch (const IoError& error) {
    return error.what();
  }
  return "nothing";
}

std::vector<float> values_of(const ElevationGrid& grid) {
  return {grid.heights.values().begin(), grid.heights.values().end()};
}

TiffBuilder small_tiff() {
  TiffBuilder tiff(3, 2, 16, TiffBuilder::signed_whole);
  tiff.band(bytes_of<std::int16_t>({1, 2, 3, -4, -32768, 6}));
  return tiff;
}

const std::string kNotThere = "install the package";

}  // namespace

TEST_CASE("GeoTIFF: without GDAL the error says what to install") {
  if (has_gdal()) return;
  CHECK_THAT(fault_of(small_tiff().file()), Contains(kNotThere));
}

TEST_CASE("GeoTIFF: samples, coordinates in metres, their system, and no data") {
  if (!has_gdal()) return;
  const ElevationGrid grid =
      read_tiff(small_tiff().at(730000, 4040000, 30, 25).crs(1, 32616).text(42113, "-32768").file());
  CHECK(grid.header.width == 3);
  CHECK(grid.header.height == 2);
  CHECK(grid.header.cell_width == 30);
  CHECK(grid.header.cell_height == 25);
  CHECK_FALSE(grid.header.place->is_geographic);
  REQUIRE(grid.header.place);
  CHECK(*grid.header.place == GridPlace{"EPSG:32616", false, {730015, 4039987.5}, {30, 25}});
  CHECK(grid.heights.at(0, 0) == 1);
  CHECK(grid.heights.at(0, 1) == -4);
  CHECK(std::isnan(grid.heights.at(1, 1)));
  CHECK(std::isnan(grid.header.no_data.value_or(0)));
  CHECK(grid.heights.at(2, 1) == 6);
}

TEST_CASE("GeoTIFF: degrees become metres, and points lie at their coordinates") {
  if (!has_gdal()) return;
  const ElevationGrid grid = read_tiff(small_tiff().at(-84.5, 60.0005, 0.001, 0.001).crs(2, 4326, 2).file());
  CHECK(grid.header.place->is_geographic);
  REQUIRE(grid.header.place);
  CHECK(grid.header.place->crs == "EPSG:4326");
  CHECK(grid.header.place->is_geographic);
  // A point is the sample itself: GDAL moves the corner by half a cell, and the centre of the sample is back there.
  CHECK(grid.header.place->first.x == Approx(-84.5));
  CHECK(grid.header.place->first.y == Approx(60.0005));
  const double metres = 6371008.8 * std::acos(-1.0) / 180 * 0.001;
  CHECK(*grid.header.cell_height == Approx(metres));
  CHECK(*grid.header.cell_width == Approx(metres * 0.5).epsilon(1e-4));  // the cosine of 60 degrees
}

TEST_CASE("GeoTIFF: feet, scales and offsets become metres, after no data has been found") {
  if (!has_gdal()) return;
  TiffBuilder tiff(2, 1, 64, TiffBuilder::real);
  tiff.band(bytes_of<double>({0, 200})).text(42113, "0");
  tiff.text(
      42112,
      "<GDALMetadata><Item name=\"OFFSET\" sample=\"0\" role=\"offset\">100</Item><Item name=\"SCALE\" sample=\"0\" "
      "role=\"scale\">0.5</Item><Item name=\"UNITTYPE\" sample=\"0\" role=\"unittype\">ft</Item></GDALMetadata>");
  const ElevationGrid grid = read_tiff(tiff.file());
  CHECK(std::isnan(grid.heights.at(0, 0)));
  CHECK(grid.heights.at(1, 0) == static_cast<float>(200 * (0.5 * 0.3048) + 100 * 0.3048));
  CHECK_FALSE(grid.header.place);
  CHECK_FALSE(grid.header.cell_width);
  // The preset's value replaces that of the file, as stored.
  const ElevationGrid other = read_tiff(tiff.file(), {{}, 200});
  CHECK(other.heights.at(0, 0) == static_cast<float>(100 * 0.3048));
  CHECK(std::isnan(other.heights.at(1, 0)));
}

TEST_CASE("GeoTIFF: in a file that states no value, the usual ones mark no data as they are stored, not in metres") {
  if (!has_gdal()) return;
  TiffBuilder tiff(4, 1, 16, TiffBuilder::signed_whole);
  tiff.band(bytes_of<std::int16_t>({-9999, -32768, 8, -19998}));
  tiff.text(42112, "<GDALMetadata><Item name=\"SCALE\" sample=\"0\" role=\"scale\">0.25</Item></GDALMetadata>");
  const ElevationGrid grid = read_tiff(tiff.file());
  CHECK(std::isnan(grid.heights.at(0, 0)));
  CHECK(std::isnan(grid.heights.at(1, 0)));
  CHECK(grid.heights.at(2, 0) == 2);
  CHECK(grid.heights.at(3, 0) == -19998 / 4.0f);
  // A file that states another value has heights there.
  const ElevationGrid stated = read_tiff(tiff.text(42113, "-19998").file());
  CHECK(stated.heights.at(0, 0) == -9999 / 4.0f);
  CHECK(std::isnan(stated.heights.at(3, 0)));
}

TEST_CASE("GeoTIFF: bytes may be signed") {
  if (!has_gdal()) return;
  const TemporaryFolder folder;
  TiffBuilder tiff(4, 1, 8, TiffBuilder::signed_whole);
  tiff.band(bytes_of<std::int8_t>({-128, -1, 0, 127})).text(42113, "-128");
  write_text(folder / "a.tif", tiff.file());
  const ElevationGrid grid = read_raster(folder / "a.tif", {});
  CHECK(std::isnan(grid.heights.at(0, 0)));
  for (const auto& [x, height] : {std::pair{1, -1.0f}, std::pair{2, 0.0f}, std::pair{3, 127.0f}})
    CHECK(grid.heights.at(x, 0) == height);
}

TEST_CASE("GeoTIFF: coordinates in feet, and floats whose no data has fewer digits than they do") {
  if (!has_gdal()) return;
  TiffBuilder tiff(2, 1, 32, TiffBuilder::real);
  tiff.band(bytes_of<float>({-std::numeric_limits<float>::max(), 7.25f})).text(42113, "-3.4028235e+38");
  const ElevationGrid grid = read_tiff(tiff.at(2e6, 7e5, 30, 30).crs(1, 2274).file());  // Tennessee, in US survey feet
  CHECK(*grid.header.cell_width == Approx(30 * 1200.0 / 3937));
  CHECK(grid.header.place->step == Vec2{30, 30});
  CHECK(std::isnan(grid.heights.at(0, 0)));
  CHECK(grid.heights.at(1, 0) == 7.25f);
}

TEST_CASE("GeoTIFF: a system in other units than those of its code is not named by the code") {
  if (!has_gdal()) return;
  TiffBuilder tiff = small_tiff();
  tiff.at(2448712, 13297248, 250, 250);
  // NAD83 / UTM zone 16N, but in US survey feet.
  tiff.shorts(34735, {1, 1, 0, 4, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 26916, 3076, 0, 1, 9003});
  const ElevationHeader header = read_tiff(tiff.file()).header;
  REQUIRE(header.place);
  CHECK(*header.cell_width == Approx(250 * 1200.0 / 3937));
  CHECK_THAT(header.place->crs, Contains("PROJCRS[") && Contains("1640416.6666666"));
}

TEST_CASE("GeoTIFF: units of heights are known by their names, and others are reported") {
  if (!has_gdal()) return;
  const auto header_of = [](const std::string& unit, float height) {
    TiffBuilder tiff(1, 1, 32, TiffBuilder::real);
    tiff.band(bytes_of<float>({1000}))
        .text(42112, "<GDALMetadata><Item name=\"UNITTYPE\" sample=\"0\" role=\"unittype\">" + unit +
                         "</Item></GDALMetadata>");
    const ElevationGrid grid = read_tiff(tiff.file());
    CHECK(grid.heights.at(0, 0) == Approx(height));
    return grid.header;
  };
  for (const char* unit : {"US survey foot", "ftUS", "feet (US)", "us-ft", "Foot_US", "US_survey_foot"}) {
    CAPTURE(unit);
    CHECK(header_of(unit, 1000 * 1200.0f / 3937).unknown_unit == "");
  }
  const std::vector<std::pair<const char*, float>> units{
      {"", 1000.0f},       {"m", 1000.0f}, {"Metre", 1000.0f}, {"meters", 1000.0f},
      {"Feet", 304.8f},    {"yd", 914.4f}, {"mm", 1.0f},       {"international foot", 304.8f},
      {"fathom", 1828.8f}, {"dm", 100.0f}, {"cm", 10.0f},      {"km", 1e6f}};
  for (const auto& [unit, height] : units) {
    CAPTURE(unit);
    CHECK(header_of(unit, height).unknown_unit == "");
  }
  for (const char* unit : {"percent", "British foot (Sears 1922)", "??", "e"}) {
    CAPTURE(unit);
    CHECK(header_of(unit, 1000).unknown_unit == unit);
  }
}

TEST_CASE("GeoTIFF: ground control points are no coordinates of samples") {
  if (!has_gdal()) return;
  TiffBuilder tiff = small_tiff();
  tiff.doubles(33922, {0, 0, 0, -84, 36, 0, 3, 0, 0, -83, 36.1, 0, 0, 2, 0, -84.1, 35, 0, 3, 2, 0, -83.1, 35.2, 0});
  CHECK_THAT(fault_of(tiff.crs(2, 4326).file()), Contains("ground control points") && Contains("gdalwarp"));
}

TEST_CASE("GeoTIFF: a band is chosen where there are several, and opacity is no band of heights but marks no data") {
  if (!has_gdal()) return;
  const auto two = [] {
    TiffBuilder tiff(2, 1, 16, TiffBuilder::unsigned_whole);
    tiff.band(bytes_of<std::uint16_t>({10, 20})).band(bytes_of<std::uint16_t>({0, 65535}));
    return tiff;
  };
  TiffBuilder plain = two(), opacity = two();
  plain.shorts(338, {0});    // a further band of no known meaning
  opacity.shorts(338, {2});  // opacity
  CHECK_THAT(fault_of(plain.file()), Contains("it has 2 bands") && Contains("'band'"));
  CHECK_THAT(fault_of(plain.file(), {3, {}}), Contains("no band 3"));
  CHECK(values_of(read_tiff(plain.file(), {1, {}})) == std::vector<float>{10, 20});
  CHECK(values_of(read_tiff(plain.file(), {2, {}})) == std::vector<float>{0, 65535});
  const ElevationGrid grid = read_tiff(opacity.file());
  CHECK(std::isnan(grid.heights.at(0, 0)));
  CHECK(grid.heights.at(1, 0) == 20);
}

TEST_CASE("GeoTIFF: what cannot be read is an error that names the file and says what GDAL says") {
  if (!has_gdal()) return;
  const std::string whole = small_tiff().at(0, 0, 1, 1).file();
  CHECK_THAT(fault_of("no TIFF"), Contains("a.tif': GDAL does not read it as '.tif'") && Contains("(GDAL: "));
  CHECK_THAT(fault_of(""), Contains("GDAL does not read it"));
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    CAPTURE(size);
    CHECK(fault_of(whole.substr(0, size)) != "nothing");
  }
  CHECK(fault_of(whole) == "nothing");
  CHECK_THAT(fault_of(small_tiff().doubles(34264, {1, 1, 0, 0, 1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}).file()),
             Contains("it is rotated"));
  CHECK_THAT(fault_of(small_tiff().doubles(34264, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}).file()),
             Contains("north to the south"));
  TiffBuilder large(200000, 200000, 16, TiffBuilder::signed_whole);
  CHECK_THAT(fault_of(large.band("short").file()), Contains("131073 x 131073"));
  TiffBuilder tiled = small_tiff();  // the bytes of a tile are beyond 64 bits
  tiled.longs(322, {0x7FFFFFF0}).longs(323, {0x7FFFFFF0}).longs(324, {8}).longs(325, {12});
  CHECK_THAT(fault_of(tiled.file()), Contains("its blocks are larger than 512 MiB"));
  TiffBuilder strange = small_tiff();
  CHECK_THAT(fault_of(strange.at(0, 120, 1, 1).crs(2, 4326).file()), Contains("latitude"));
  // Outer samples may lie at the poles, but not rows beyond them.
  CHECK_THAT(fault_of(strange.at(0, 90.1, 0.001, 0.001).crs(2, 4326).file()), Contains("latitude"));
  CHECK_THAT(fault_of(strange.at(0, -89.9999, 0.001, 0.001).crs(2, 4326).file()), Contains("latitude"));
  CHECK(fault_of(strange.at(0, 90.5, 1, 1).crs(2, 4326).file()) == "nothing");
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(read_raster_header(folder / "none.tif", {}), Contains("no such file"));
}

TEST_CASE("GeoTIFF: damaged bytes are an error or other samples, and nothing else") {
  if (!has_gdal()) return;
  const std::string whole = small_tiff().at(-84, 36, 0.001, 0.001).crs(2, 4326).text(42113, "-32768").file();
  std::size_t read = 0;
  for (std::size_t at = 0; at < whole.size(); at += 17) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (at % 2 == 0 ? 0xFF : 0x11));
    read += fault_of(damaged) == "nothing" ? 1 : 0;
  }
  CHECK(read < whole.size() / 17);
}

TEST_CASE("GeoTIFF: a world file beside it says where it lies") {
  if (!has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "a.tif", small_tiff().file());
  CHECK_FALSE(read_raster_header(folder / "a.tif", {}).place);
  write_text(folder / "a.tfw", "20\n0\n0\n-20\n500010\n3999990\n");
  const ElevationHeader header = read_raster_header(folder / "a.tif", {});
  REQUIRE(header.place);
  CHECK(header.place->crs == "");
  CHECK(header.place->first.x == 500010);
  CHECK(header.place->first.y == 3999990);
  CHECK(header.place->step.x == 20);
  for (const char* text : {"", "here", "20\n0\n0\n-20\n500010\n", "0\n0\n0\n0\n500010\n3999990\n"}) {
    CAPTURE(text);
    write_text(folder / "a.tfw", text);
    CHECK_THROWS_WITH(read_raster_header(folder / "a.tif", {}), Contains("a.tfw', does not have six numbers"));
  }
  // It does not matter where the file itself has a place.
  write_text(folder / "a.tif", small_tiff().at(1000, 2000, 20, 30).file());
  CHECK(read_raster_header(folder / "a.tif", {}).place);
}
