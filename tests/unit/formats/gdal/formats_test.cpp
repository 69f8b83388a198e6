// Elevation grids in the formats of other programs, as GDAL reads them for weald.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
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

const std::string kKeys = "ncols 3\nnrows 2\nxllcorner 500000\nyllcorner 4000000\ncellsize 100\n";

/// The heights of a file, of which windows have the same; -1000 for those without data.
std::vector<float> heights_in(const std::filesystem::path& file, const RasterParams& params = {}) {
  const ElevationGrid grid = read_raster(file, params);
  const auto windows = open_raster_windows(file, params);
  std::vector<float> heights;
  for (int y = 0; y < grid.header.height; ++y) {
    for (int x = 0; x < grid.header.width; ++x) {
      const float height = grid.heights.at(x, y);
      const float alone = std::get<Grid<float>>(windows->read({x, y, 1, 1})).at(0, 0);
      CHECK((alone == height || (std::isnan(alone) && std::isnan(height))));
      heights.push_back(std::isnan(height) ? -1000 : height);
    }
  }
  return heights;
}

bool has_program(const std::string& name) { return std::system(("command -v " + name + " >/dev/null").c_str()) == 0; }

}  // namespace

TEST_CASE("formats: an ESRI ASCII grid has its place, its value of no data and its fractions") {
  if (!has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "a.asc", kKeys + "NODATA_value 4\n1 2 3\n4 5.25 -9999\n");
  CHECK(heights_in(folder / "a.asc") == std::vector<float>{1, 2, 3, -1000, 5.25f, -9999});
  const ElevationHeader header = read_raster_header(folder / "a.asc", {});
  CHECK(header.width == 3);
  CHECK(header.height == 2);
  CHECK(header.cell_width == 100);
  REQUIRE(header.place);
  CHECK(*header.place == GridPlace{"", false, {500050, 4000150}, {100, 100}});
  CHECK_FALSE(header.guesses_degrees);
  // A file that states no value lacks data at the usual ones.
  write_text(folder / "A.ASC", kKeys + "1 2 3\n4 5 -9999\n");
  CHECK(heights_in(folder / "A.ASC") == std::vector<float>{1, 2, 3, 4, 5, -1000});
  CHECK(heights_in(folder / "A.ASC", {{}, 4}) == std::vector<float>{1, 2, 3, -1000, 5, -9999});
  // Whole numbers at first, for longer than GDAL looks ahead.
  std::string text = "ncols 60000\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n";
  for (int i = 0; i < 60000; ++i) text += "17 ";
  for (int i = 0; i < 60000; ++i) text += "0.5 ";
  write_text(folder / "long.asc", text);
  CHECK(read_raster(folder / "long.asc", {}).heights.at(59999, 1) == 0.5f);
}

TEST_CASE("formats: raw grids with a header, whose name may be in upper case") {
  if (!has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "a.bil", bytes_of<std::int16_t>({1, 2, 3, 4, -5, 6}));
  write_text(folder / "a.hdr",
             "NROWS 2\nNCOLS 3\nNBITS 16\nPIXELTYPE SIGNEDINT\nBYTEORDER I\nULXMAP 10.5\nULYMAP "
             "50.5\nXDIM 0.001\nYDIM 0.002\nNODATA 4\n");
  CHECK(heights_in(folder / "a.bil") == std::vector<float>{1, 2, 3, -1000, -5, 6});
  const ElevationHeader header = read_raster_header(folder / "a.bil", {});
  REQUIRE(header.place);
  CHECK(header.guesses_degrees);
  CHECK(header.place->first.x == Approx(10.5));
  CHECK(header.place->step.y == Approx(0.002));
  const double metres = 6371008.8 * std::acos(-1.0) / 180;
  CHECK(*header.cell_width == Approx(0.001 * metres * std::cos(50.499 * std::acos(-1.0) / 180)));
  write_text(folder / "B.FLT", bytes_of<float>({1, 2, 3, 4, 5.5f, -3.4028235e38f}));
  write_text(folder / "B.HDR", kKeys + "NODATA_value -1\nbyteorder LSBFIRST\n");
  CHECK(heights_in(folder / "B.FLT") == std::vector<float>{1, 2, 3, 4, 5.5f, -1000});
  CHECK(read_raster_header(folder / "B.FLT", {}).warnings.empty());
  write_text(folder / "B.HDR", kKeys);
  const std::vector<std::string> warnings = read_raster_header(folder / "B.FLT", {}).warnings;
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], Contains("'B.HDR' has no BYTEORDER"));
  write_text(folder / "a.hdr", kKeys + "NBITS 16\nBYTEORDER I\n");
  REQUIRE(read_raster_header(folder / "a.bil", {}).warnings.size() == 1);
  CHECK_THAT(read_raster_header(folder / "a.bil", {}).warnings[0], Contains("'a.hdr' has no PIXELTYPE"));
  std::filesystem::remove(folder / "B.HDR");
  CHECK_THROWS_WITH(read_raster(folder / "B.FLT", {}), Contains("B.FLT': GDAL does not read it as '.flt'"));
}

TEST_CASE("formats: a .prj beside a grid names its system and its unit") {
  if (!has_gdal() || !has_program("gdalsrsinfo")) return;
  const TemporaryFolder folder;
  write_text(folder / "a.asc", kKeys + "1 2 3 4 5 6\n");
  write_text(folder / "b.flt", bytes_of<float>({1, 2, 3, 4, 5, 6}));
  write_text(folder / "b.hdr", kKeys + "byteorder LSBFIRST\n");
  const auto place = [&](const std::string& file, int code, const std::string& format) {
    REQUIRE(std::system(("cd '" + folder.path().string() + "' && gdalsrsinfo -o " + format +
                         " EPSG:" + std::to_string(code) + " | sed '/^$/d' >" + file.substr(0, 1) + ".prj")
                            .c_str()) == 0);
    return read_raster_header(folder / file, {});
  };
  for (const std::string file : {"a.asc", "b.flt"}) {
    for (const int code : {32616, 2056, 25833, 3035}) {
      for (const std::string format : {"wkt_esri", "wkt1"}) {
        CAPTURE(file, code, format);
        const ElevationHeader header = place(file, code, format);
        REQUIRE(header.place);
        CHECK(header.place->crs == "EPSG:" + std::to_string(code));
        CHECK(header.cell_width == 100);
      }
    }
    CHECK(*place(file, 2274, "wkt_esri").cell_width == Approx(100 * 1200.0 / 3937));
    write_text(folder / (file.substr(0, 1) + ".prj"), "UTM, somewhere in the north\n");
    const ElevationHeader header = read_raster_header(folder / file, {});
    CHECK(header.place->crs == "");
    REQUIRE_FALSE(header.warnings.empty());
    CHECK_THAT(header.warnings.back(), Contains(".prj' names no coordinate reference system that GDAL understands"));
  }
}

TEST_CASE("formats: an SRTM tile lies where its name says") {
  if (!has_gdal()) return;
  const TemporaryFolder folder;
  std::string tile(1201 * 1201 * 2, '\0');
  tile[1] = 7;
  tile[2] = static_cast<char>(0x80);  // -32768
  write_text(folder / "N36W085.hgt", tile);
  const ElevationGrid grid = read_raster(folder / "N36W085.hgt", {});
  CHECK(grid.heights.at(0, 0) == 7);
  CHECK(std::isnan(grid.heights.at(1, 0)));
  REQUIRE(grid.header.place);
  CHECK(grid.header.place->crs == "EPSG:4326");
  CHECK(grid.header.place->first.x == Approx(-85));
  CHECK(grid.header.place->first.y == Approx(37));
  CHECK(grid.header.place->step.x == Approx(1.0 / 1200));
  write_text(folder / "tile.hgt", tile);
  CHECK_THROWS_AS(read_raster(folder / "tile.hgt", {}), IoError);
}

TEST_CASE("formats: masks and metadata beside a grid are read as GDAL reads them") {
  if (!has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "a.asc", kKeys + "NODATA_value 4\n1 2 3 4 5 6\n");
  TiffBuilder mask(3, 2, 8, TiffBuilder::unsigned_whole);
  mask.text(42112, "<GDALMetadata><Item name=\"INTERNAL_MASK_FLAGS_1\">2</Item></GDALMetadata>");
  write_text(folder / "a.asc.msk", mask.band(bytes_of<std::uint8_t>({255, 0, 255, 255, 255, 0})).file());
  CHECK(heights_in(folder / "a.asc") == std::vector<float>{1, -1000, 3, -1000, 5, -1000});
  write_text(folder / "a.asc.aux.xml",
             "<PAMDataset><PAMRasterBand band=\"1\"><UnitType>km</UnitType></PAMRasterBand></PAMDataset>");
  CHECK(heights_in(folder / "a.asc") == std::vector<float>{1000, -1000, 3000, -1000, 5000, -1000});
  write_text(folder / "a.asc.msk", "no TIFF");
  CHECK_THROWS_WITH(read_raster_header(folder / "a.asc", {}), Contains("cannot read its mask"));
}

TEST_CASE("formats: whatever else GDAL knows is read by its extension, with the files that belong to it") {
  if (!has_gdal() || !has_program("gdal_translate")) return;
  const TemporaryFolder folder;
  write_text(folder / "a.asc", kKeys + "1 2 3 4 5 6\n");
  const auto convert = [&](const std::string& driver, const std::string& file) {
    REQUIRE(std::system(("cd '" + folder.path().string() + "' && gdal_translate -q -ot Int16 -a_srs EPSG:32616 -of " +
                         driver + " a.asc " + file + " 2>/dev/null")
                            .c_str()) == 0);
    CHECK(is_gdal_raster(folder / file));
    CHECK(heights_in(folder / file) == std::vector<float>{1, 2, 3, 4, 5, 6});
    CHECK(read_raster_header(folder / file, {}).place->first.x == 500050);
  };
  convert("HFA", "b.img");
  convert("SAGA", "c.sdat");
  bool has_header = false;
  for (const std::filesystem::path& beside : raster_sidecars(folder / "c.sdat"))
    has_header |= beside == folder / "c.sgrd";
  CHECK(has_header);
  for (const char* name : {"a.yaml", "a.glb", "a", "a.none"}) CHECK_FALSE(is_gdal_raster(name));
  for (const char* name : {"a.png", "a.r16", "a.exr"}) CHECK_FALSE(is_gdal_raster(name));  // weald reads them itself
  CHECK_THROWS_WITH(read_raster_header(folder / "a.asc.none", {}), Contains("no such file"));
  write_text(folder / "a.none", "1");
  CHECK_THROWS_WITH(read_raster_header(folder / "a.none", {}), Contains("no raster with the extension '.none'"));
}

TEST_CASE("formats: a file that names others is not opened, whatever its extension") {
  if (!has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "a.asc", kKeys + "1 2 3 4 5 6\n");
  const std::string names_other =
      "<VRTDataset rasterXSize=\"3\" rasterYSize=\"2\"><VRTRasterBand dataType=\"Float32\" band=\"1\"><SimpleSource>"
      "<SourceFilename relativeToVRT=\"1\">a.asc</SourceFilename></SimpleSource></VRTRasterBand></VRTDataset>";
  for (const char* name : {"b.tif", "b.asc", "b.bil", "b.vrt"}) {
    CAPTURE(name);
    write_text(folder / name, names_other);
    CHECK_THROWS_AS(read_raster_header(folder / name, {}), IoError);
  }
}

TEST_CASE("formats: hostile headers are errors before anything large is allocated") {
  if (!has_gdal()) return;
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& name) {
    CAPTURE(name);
    CHECK_THROWS_AS(read_raster(folder / name, {}), IoError);
  };
  for (const char* size : {"ncols 2000000000\nnrows 2000000000\n", "ncols 200000\nnrows 200000\n",
                           "ncols -3\nnrows 2\n", "ncols 0\nnrows 0\n", "nrows 2\n"}) {
    CAPTURE(size);
    const std::string keys = size + std::string("xllcorner 0\nyllcorner 0\ncellsize 1\n");
    write_text(folder / "a.asc", keys + "1 2 3 4 5 6\n");
    refused("a.asc");
    write_text(folder / "b.flt", std::string(24, '\0'));
    write_text(folder / "b.hdr", keys + "byteorder LSBFIRST\n");
    refused("b.flt");
  }
  write_text(folder / "word.asc", kKeys + "1 2 3 4 five 6\n");
  CHECK_THROWS_WITH(read_raster(folder / "word.asc", {}), Contains("'five' is not a number"));
  write_text(folder / "nan.asc", kKeys + "1 2 3 4 -1.#IND nan\n");
  CHECK(heights_in(folder / "nan.asc") == std::vector<float>{1, 2, 3, 4, -1000, -1000});
  write_text(folder / "short.asc", kKeys + "1 2 3 4\n");
  refused("short.asc");
  write_text(folder / "pole.asc", "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 89.9\ncellsize 0.4\n1 2 3 4\n");
  CHECK(read_raster_header(folder / "pole.asc", {}).place);  // beyond the pole: lengths
  for (const char* bytes : {"", "\0", "ncols", "no grid at all"}) {
    for (const char* name : {"c.asc", "c.hgt", "c.bil", "c.img", "N01E001.hgt"}) {
      write_text(folder / name, bytes);
      refused(name);
    }
  }
}
