// The files that GDAL puts beside a GeoTIFF: masks and metadata.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
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

/// A folder with a.tif, which says nothing of the meaning of its samples.
struct TiffFolder {
  TemporaryFolder folder;

  TiffFolder() {
    TiffBuilder tiff(3, 2, 16, TiffBuilder::signed_whole);
    write_text(file(), tiff.band(bytes_of<std::int16_t>({1, 2, 3, -4, -32768, 6})).file());
  }
  std::filesystem::path file() const { return folder / "a.tif"; }
  void mask(std::uint32_t width, std::uint32_t height, const std::vector<std::uint8_t>& samples) const {
    TiffBuilder mask(width, height, 8, TiffBuilder::unsigned_whole);
    mask.text(42112, "<GDALMetadata><Item name=\"INTERNAL_MASK_FLAGS_1\">2</Item></GDALMetadata>");
    write_text(folder / "a.tif.msk", mask.band(bytes_of(samples)).file());
  }
  /// The heights, of which windows have the same; -1000 for those without data.
  std::vector<float> heights() const {
    const ElevationGrid grid = read_raster(file(), {});
    const auto windows = open_raster_windows(file(), {});
    std::vector<float> heights;
    for (int y = 0; y < 2; ++y) {
      const auto row = std::get<Grid<float>>(windows->read({0, y, 3, 1}));
      for (int x = 0; x < 3; ++x) {
        const float height = grid.heights.at(x, y);
        CHECK(std::isnan(row.at(x, 0)) == std::isnan(height));
        if (!std::isnan(height)) CHECK(row.at(x, 0) == height);
        heights.push_back(std::isnan(height) ? -1000 : height);
      }
    }
    return heights;
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder.path()), {}));
  }
};

}  // namespace

TEST_CASE("sidecars: a mask beside a GeoTIFF says where there are no data") {
  if (!has_gdal()) return;
  const TiffFolder tiff;
  CHECK(tiff.heights() == std::vector<float>{1, 2, 3, -4, -1000, 6});
  tiff.mask(3, 2, {255, 0, 255, 255, 255, 0});
  CHECK(std::isnan(read_raster_header(tiff.file(), {}).no_data.value_or(0)));
  CHECK(tiff.heights() == std::vector<float>{1, -1000, 3, -4, -32768, -1000});
}

TEST_CASE("sidecars: a mask that does not fit, or cannot be read, is an error") {
  if (!has_gdal()) return;
  const TiffFolder tiff;
  tiff.mask(2, 2, {255, 255, 0, 0});
  CHECK_THROWS_WITH(read_raster_header(tiff.file(), {}), Contains("its mask has another size"));
  write_text(tiff.folder / "a.tif.msk", "no TIFF");
  CHECK_THROWS_WITH(read_raster_header(tiff.file(), {}), Contains("cannot read its mask") && Contains("a.tif.msk"));
}

TEST_CASE("sidecars: GDAL's metadata beside a GeoTIFF say what its samples mean and where they lie") {
  if (!has_gdal()) return;
  const TiffFolder tiff;
  write_text(tiff.folder / "a.tif.aux.xml",
             "<PAMDataset><SRS>EPSG:32616</SRS><GeoTransform>730000, 30, 0, 4040000, 0, -25</GeoTransform>"
             "<PAMRasterBand band=\"1\"><NoDataValue>6</NoDataValue><UnitType>ft</UnitType><Offset>100</Offset>"
             "<Scale>10</Scale></PAMRasterBand></PAMDataset>");
  const ElevationHeader header = read_raster_header(tiff.file(), {});
  REQUIRE(header.place);
  CHECK(*header.place == GridPlace{"EPSG:32616", false, {730015, 4039987.5}, {30, 25}});
  std::vector<float> heights;
  for (const double stored : {1.0, 2.0, 3.0, -4.0, -32768.0})
    heights.push_back(static_cast<float>(stored * (10 * 0.3048) + 100 * 0.3048));
  heights.push_back(-1000);
  CHECK(tiff.heights() == heights);
  CHECK(tiff.files() == 2);
}

TEST_CASE("sidecars: metadata that are damaged are an error, since they may say which samples have no data") {
  if (!has_gdal()) return;
  const TiffFolder tiff;
  for (const char* text : {"", "no XML", "<PAMDataset><PAMRasterBand band=\"1\"><NoDataValue>6</NoData"}) {
    CAPTURE(text);
    write_text(tiff.folder / "a.tif.aux.xml", text);
    CHECK_THROWS_WITH(read_raster_header(tiff.file(), {}), Contains("a.tif.aux.xml' is damaged"));
  }
  write_text(tiff.folder / "a.tif.aux.xml", "<metadata><other/></metadata>");
  CHECK(tiff.heights().size() == 6);
}

TEST_CASE("sidecars: a world file of each usual name says where a TIFF lies, also in upper case") {
  if (!has_gdal()) return;
  const TemporaryFolder folder;
  TiffBuilder tiff(2, 2, 16, TiffBuilder::signed_whole);
  const std::string bytes = tiff.band(bytes_of<std::int16_t>({1, 2, 3, 4})).file();
  using Names = std::pair<std::string, std::string>;
  for (const auto& [image, world] :
       {Names{"a.tif", "a.tfw"}, Names{"b.tif", "b.tifw"}, Names{"c.tif", "c.wld"}, Names{"d.tiff", "d.tfw"},
        Names{"e.tiff", "e.tiffw"}, Names{"f.tiff", "f.wld"}, Names{"DEM1.TIF", "DEM1.TFW"},
        Names{"DEM2.TIF", "DEM2.TIFW"}, Names{"DEM3.TIF", "dem3.wld"}, Names{"dem4.tif", "DEM4.TFW"},
        Names{"DEM5.TIFF", "DEM5.TIFFW"}, Names{"Dem6.Tif", "Dem6.WLD"}}) {
    CAPTURE(image, world);
    write_text(folder / image, bytes);
    CHECK_FALSE(read_raster_header(folder / image, {}).place);
    write_text(folder / world, "30\n0\n0\n-25\n730015\n4039987.5\n");
    const auto place = read_raster_header(folder / image, {}).place;
    REQUIRE(place);
    CHECK(*place == GridPlace{"", false, {730015, 4039987.5}, {30, 25}});
    const auto beside = usual_sidecars(folder / image);
    CHECK(std::ranges::find(beside, folder / world) != beside.end());
  }
  // The .tfw goes first, and its name in lower case before that in upper case.
  for (const char* name : {"a.TFW", "a.tifw", "a.wld"}) write_text(folder / name, "9\n0\n0\n-9\n0\n0\n");
  CHECK(read_raster_header(folder / "a.tif", {}).place->step.x == 30);
}

TEST_CASE("sidecars: the name of a mask may be in upper case") {
  if (!has_gdal()) return;
  const TiffFolder tiff;
  tiff.mask(3, 2, {255, 0, 255, 255, 255, 0});
  std::filesystem::rename(tiff.folder / "a.tif.msk", tiff.folder / "A.TIF.MSK");
  CHECK(tiff.heights() == std::vector<float>{1, -1000, 3, -4, -32768, -1000});
}

TEST_CASE("sidecars: other files beside a GeoTIFF are not read, and none is written") {
  if (!has_gdal()) return;
  const TiffFolder tiff;
  for (const char* name :
       {"a.aux", "a.tif.ovr", "a.tif.msk.aux.xml", "a.prj", "a.tif.wld", "a.tiffw", "a.rpb", "a.xml"})
    write_text(tiff.folder / name, "1\n0\n0\n-1\n0\n0\n");
  const std::size_t files = tiff.files();
  CHECK(tiff.heights() == std::vector<float>{1, 2, 3, -4, -1000, 6});
  CHECK_FALSE(read_raster_header(tiff.file(), {}).place);
  CHECK(tiff.files() == files);
  std::filesystem::create_directory(tiff.folder / "a.tif.aux.xml");
  CHECK(tiff.heights().size() == 6);
}
