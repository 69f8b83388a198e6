// Masks beside elevation grids that GDAL does not read.

#include "formats/gdal/masked_elevation.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>

#include "base/error.h"
#include "formats/gdal/geotiff_reader.h"
#include "support/files.h"
#include "unit/formats/gdal/tiff_builder.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;
using Catch::Matchers::Contains;

namespace {

const std::string kKeys = "ncols 3\nnrows 2\nxllcorner 500000\nyllcorner 4000000\ncellsize 100\n";

std::string mask_of(std::uint32_t width, std::uint32_t height, const std::vector<std::uint8_t>& samples) {
  TiffBuilder mask(width, height, 8, TiffBuilder::unsigned_whole);
  mask.text(42112, "<GDALMetadata><Item name=\"INTERNAL_MASK_FLAGS_1\">2</Item></GDALMetadata>");
  return mask.band(bytes_of(samples)).file();
}

/// The samples of a grid: -1000 for those without data.
std::vector<float> shown(const Grid<float>& grid) {
  std::vector<float> values;
  for (const float value : grid.values()) values.push_back(std::isnan(value) ? -1000 : value);
  return values;
}

/// a.asc, a.bil and a.flt in a folder.
void write_grids(const TemporaryFolder& folder, const std::string& more_keys = "") {
  write_text(folder / "a.asc", kKeys + more_keys + "1 2 3 4 5 6\n");
  write_text(folder / "a.bil", bytes_of<std::int16_t>({1, 2, 3, 4, 5, 6}));
  write_text(folder / "b.flt", bytes_of<float>({1, 2, 3, 4, 5, 6}));
  write_text(folder / "a.hdr", kKeys + more_keys + "nbits 16\npixeltype signedint\nbyteorder i\n");
  write_text(folder / "b.hdr", kKeys + more_keys + "byteorder lsbfirst\n");
}

}  // namespace

TEST_CASE("masks: one beside a grid says where there are no data, besides the value that the grid states") {
  if (!can_read_geotiff()) return;
  const TemporaryFolder folder;
  write_grids(folder, "nodata_value 4\n");
  for (const char* name : {"a.asc", "a.bil", "b.flt"}) {
    CAPTURE(name);
    const std::filesystem::path file = folder / name;
    const ElevationFormat format = *elevation_format(file);
    CHECK(shown(read_masked_elevation(file, format).heights) == std::vector<float>{1, 2, 3, -1000, 5, 6});
    write_text(std::filesystem::path(file) += ".MSK", mask_of(3, 2, {255, 0, 255, 255, 1, 0}));
    const std::vector<float> masked{1, -1000, 3, -1000, 5, -1000};
    CHECK(shown(read_masked_elevation(file, format).heights) == masked);
    CHECK(read_masked_elevation_header(file, format).no_data == 4);
    if (const auto windows = open_masked_elevation_windows(file, format)) {
      CHECK(shown(std::get<Grid<float>>(windows->read({0, 0, 3, 2}))) == masked);
      CHECK(shown(std::get<Grid<float>>(windows->read({1, 1, 2, 1}))) == std::vector<float>{5, -1000});
    }
  }
}

TEST_CASE("masks: what cannot be read as a mask is an error") {
  if (!can_read_geotiff()) return;
  const TemporaryFolder folder;
  write_grids(folder);
  const std::filesystem::path file = folder / "a.bil";
  const auto refused = [&](const std::string& mask, const std::string& why) {
    write_text(folder / "a.bil.msk", mask);
    CHECK_THROWS_WITH(read_masked_elevation(file, ElevationFormat::bil), Contains("a.bil.msk'") && Contains(why));
    CHECK_THROWS_WITH(read_masked_elevation_header(file, ElevationFormat::bil), Contains(why));
    CHECK_THROWS_WITH(open_masked_elevation_windows(file, ElevationFormat::bil), Contains(why));
  };
  refused(mask_of(2, 2, {255, 0, 255, 255}), "has another size");
  refused("no TIFF", "is not a GeoTIFF");
  refused(mask_of(3, 2, {1, 1, 1, 1, 1, 1}).substr(0, 40), "");
  TiffBuilder other(3, 2, 8, TiffBuilder::unsigned_whole);
  refused(other.band(bytes_of<std::uint8_t>({1, 1, 1, 1, 1, 1})).file(), "does not take it for a mask");
}

TEST_CASE("masks: a grid with all of GDAL's files beside it is read as the GeoTIFF that GDAL makes of it") {
  if (!can_read_geotiff() || std::system("command -v gdal_translate >/dev/null") != 0) return;
  const std::string scaled =
      "<PAMDataset><SRS>EPSG:32616</SRS><PAMRasterBand band=\"1\"><UnitType>ft</UnitType><Offset>100.1</Offset>"
      "<Scale>0.37</Scale></PAMRasterBand></PAMDataset>";
  for (const std::string& metadata : {std::string(), scaled}) {
    for (const bool has_mask : {false, true}) {
      const TemporaryFolder folder;
      write_grids(folder, "nodata_value 4\n");
      for (const std::string name : {"a.asc", "a.bil", "b.flt"}) {
        CAPTURE(name, metadata, has_mask);
        if (!metadata.empty()) write_text(folder / (name + ".aux.xml"), metadata);
        if (has_mask) write_text(folder / (name + ".msk"), mask_of(3, 2, {255, 0, 255, 255, 1, 0}));
        REQUIRE(std::system(
                    ("cd '" + folder.path().string() + "' && gdal_translate -q " + name + " out.tif 2>err").c_str()) ==
                0);
        const ElevationGrid own = read_masked_elevation(folder / name, *elevation_format(name));
        const ElevationGrid theirs = read_geotiff(folder / "out.tif", {});
        CHECK(shown(own.heights) == shown(theirs.heights));
        REQUIRE(own.header.place);
        REQUIRE(theirs.header.place);
        CHECK(own.header.place->first == theirs.header.place->first);
        CHECK(own.header.place->step == theirs.header.place->step);
        if (name != "a.asc") CHECK(own.header.place->crs == theirs.header.place->crs);  // GDAL wants a .prj there
        for (const char* made : {"out.tif", "out.tif.msk", "out.tif.aux.xml"}) std::filesystem::remove(folder / made);
      }
    }
  }
}
