// GeoTIFF files that GDAL writes for weald, as it reads them back.

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.h"

#include "base/error.h"
#include "base/parallel.h"
#include "data/masked_rows.h"
#include "formats/gdal/geotiff_writer.h"
#include "formats/gdal/raster_reader.h"
#include "support/files.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;
using Catch::Contains;

namespace {

Heightmap plane_map(int width, int height) {
  Heightmap map(GridSpec{width, height, 10, {0, 0}});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) map.heights.at(x, y) = static_cast<float>(0.25 * x - 3 * y + 100);
  }
  return map;
}

std::string geotiff(HeightRows& rows, const GridPlace& place = {}, const std::filesystem::path& folder = {}) {
  StringSink sink;
  write_geotiff(rows, place, {"a.tif", folder}, sink);
  return sink.text;
}

std::string geotiff(const Heightmap& map, const GridPlace& place = {}, const std::filesystem::path& folder = {}) {
  StoredRows rows(map);
  return geotiff(rows, place, folder);
}

ElevationGrid grid_in(const TemporaryFolder& folder, const std::string& bytes) {
  write_text(folder / "a.tif", bytes);
  return read_raster(folder / "a.tif", {});
}

std::size_t files_in(const TemporaryFolder& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

}  // namespace

TEST_CASE("GeoTIFF: without GDAL the error names the file and says what to install") {
  if (has_gdal()) {
    CHECK_NOTHROW(require_geotiff_writer("a.tif"));
    return;
  }
  CHECK_THROWS_WITH(require_geotiff_writer("a.tif"), Contains("cannot write 'a.tif'") && Contains("install"));
  CHECK_THROWS_AS(geotiff(plane_map(3, 3)), IoError);
}

TEST_CASE("GeoTIFF: samples, place and system come back as they were") {
  if (!has_gdal()) return;
  Heightmap map(GridSpec{300, 270, 10, {0, 0}});
  for (std::size_t i = 0; i < map.heights.size(); ++i)
    map.heights.values()[i] = static_cast<float>(i % 1000) * 0.37f - 9999;
  map.heights.at(0, 0) = -0.0f;
  const TemporaryFolder folder;
  const auto back = [&](const GridPlace& place) {
    const ElevationGrid grid = grid_in(folder, geotiff(map, place));
    CHECK(grid.heights == map.heights);
    CHECK(std::signbit(grid.heights.at(0, 0)));
    CHECK(grid.header.warnings.empty());
    CHECK(grid.header.unknown_unit.empty());
    REQUIRE(grid.header.place);
    CHECK(grid.header.place->first.x == Approx(place.first.x).epsilon(1e-14));
    CHECK(grid.header.place->first.y == Approx(place.first.y).epsilon(1e-14));
    CHECK(grid.header.place->step == place.step);
    CHECK(grid.header.place->is_geographic == place.is_geographic);
    return grid.header.place->crs;
  };
  CHECK(back({"EPSG:32617", false, {730000, 4040000}, {10, 12}}) == "EPSG:32617");
  CHECK(back({"epsg:2056", false, {2600000, 1200000}, {10, 10}}) == "EPSG:2056");
  CHECK(back({"EPSG:4326", true, {-84.5, 36.75}, {1.0 / 1200, 1.0 / 1500}}) == "EPSG:4326");
  CHECK(back({"", false, {730000, 4040000}, {10, 10}}) == "");
  // A system without a code, by its definition: a second reading gives the same.
  const std::string albers =
      "PROJCS[\"unknown\",GEOGCS[\"GCS_North_American_1983\",DATUM[\"D_North_American_1983\",SPHEROID[\"GRS_1980\","
      "6378137.0,298.257222101]],PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]],PROJECTION["
      "\"Albers\"],PARAMETER[\"False_Easting\",0.0],PARAMETER[\"False_Northing\",0.0],PARAMETER[\"Central_Meridian\","
      "-97.5],PARAMETER[\"Standard_Parallel_1\",20.0],PARAMETER[\"Standard_Parallel_2\",60.0],PARAMETER["
      "\"Latitude_Of_Origin\",40.0],UNIT[\"Meter\",1.0]]";
  const std::string once = back({albers, false, {975779, -321242}, {90, 90}});
  CHECK_THAT(once, Contains("PROJCRS[") && Contains("Albers"));
  CHECK(back({once, false, {975779, -321242}, {90, 90}}) == once);
  CHECK_THROWS_AS(geotiff(map, {"PROJCS[x]", false, {0, 0}, {1, 1}}), IoError);
}

TEST_CASE("GeoTIFF: the file is cloud optimized, with smaller versions down to one tile") {
  if (!has_gdal()) return;
  const TemporaryFolder folder;
  const std::string bytes = geotiff(plane_map(700, 522));
  CHECK_THAT(bytes.substr(0, 400), Contains("LAYOUT=IFDS_BEFORE_DATA"));
  CHECK_THAT(bytes, !Contains("DateTime"));
  CHECK(grid_in(folder, bytes).heights == plane_map(700, 522).heights);
  if (std::system("command -v gdalinfo >/dev/null") != 0) return;
  REQUIRE(std::system(("cd '" + folder.path().string() +
                       "' && gdalinfo a.tif >info && gdal_translate -q -oo OVERVIEW_LEVEL=0 a.tif half.tif")
                          .c_str()) == 0);
  CHECK_THAT(file_text(folder / "info"), Contains("Overviews: 350x261, 175x131") && Contains("Block=256x256") &&
                                             Contains("Unit Type: m") && Contains("COMPRESSION=DEFLATE") &&
                                             Contains("LAYOUT=COG"));
  // The mean of a plane over two by two samples is its value between them.
  const ElevationGrid half = read_raster(folder / "half.tif", {});
  CHECK(half.heights.at(0, 0) == static_cast<float>(0.25 * 0.5 - 3 * 0.5 + 100));
  CHECK(half.heights.at(349, 260) == static_cast<float>(0.25 * 698.5 - 3 * 520.5 + 100));
}

TEST_CASE("GeoTIFF: samples without data are stated, and left out of the means of smaller maps") {
  if (!has_gdal()) return;
  const Heightmap map = plane_map(520, 300);
  Heightmap mask(map.grid());
  for (int y = 0; y < 300; ++y) {
    for (int x = 0; x < 520; ++x) mask.heights.at(x, y) = x < 101 && y < 64 ? 0.0f : 1.0f;
  }
  StoredRows heights(map), shares(mask);
  MaskedRows rows(heights, shares, -9999);
  const TemporaryFolder folder;
  const ElevationGrid grid = grid_in(folder, geotiff(rows));
  CHECK(std::isnan(grid.header.no_data.value_or(0)));
  for (int y = 0; y < 300; ++y) {
    for (int x = 0; x < 520; ++x) CHECK(std::isnan(grid.heights.at(x, y)) == (mask.heights.at(x, y) == 0));
  }
  if (std::system("command -v gdal_translate >/dev/null") != 0) return;
  REQUIRE(std::system(("cd '" + folder.path().string() + "' && gdal_translate -q -oo OVERVIEW_LEVEL=0 a.tif half.tif")
                          .c_str()) == 0);
  const ElevationGrid half = read_raster(folder / "half.tif", {});
  CHECK(std::isnan(half.heights.at(49, 0)));
  CHECK(half.heights.at(50, 0) == static_cast<float>(0.25 * 101 - 3 * 0.5 + 100));  // of the two that have data
  CHECK(half.heights.at(51, 0) == static_cast<float>(0.25 * 102.5 - 3 * 0.5 + 100));
}

TEST_CASE("GeoTIFF: the same bytes on any number of threads, in memory and through temporary files, which vanish") {
  if (!has_gdal()) return;
  const TemporaryFolder folder;
  const Heightmap map = plane_map(2100, 2050);  // more than is kept in memory
  const std::string bytes = geotiff(map, {"EPSG:32633", false, {500000, 5200000}, {10, 10}});
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    CHECK((geotiff(map, {"EPSG:32633", false, {500000, 5200000}, {10, 10}}, folder.path()) == bytes));
    CHECK(files_in(folder) == 0);
  }
  CHECK(grid_in(folder, bytes).heights == map.heights);
  CHECK_THROWS_AS(geotiff(map, {}, folder / "none"), IoError);
}

TEST_CASE("GeoTIFF: a stop ends the writing, and an empty map is an error") {
  if (!has_gdal()) return;
  const TemporaryFolder folder;
  const Heightmap map = plane_map(2100, 2050);
  StoredRows rows(map);
  for (const double share : {0.2, 0.5, 0.6}) {
    std::atomic<bool> stop = false;
    RunContext context;
    context.stop = &stop;
    context.on_progress = [&](double done) { stop = stop || done >= share; };
    StringSink sink;
    CHECK_THROWS_AS(write_geotiff(rows, {}, {"a.tif", folder.path()}, sink, context), Interrupted);
    CHECK(sink.text.empty());
    CHECK(files_in(folder) == 0);
  }
  CHECK_THROWS_AS(geotiff(Heightmap()), StageError);
  CHECK(grid_in(folder, geotiff(plane_map(2, 2))).heights == plane_map(2, 2).heights);
}
