// Files of GIS programs as surveys: what stands beside them, and what is reported of them.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "base/error.h"
#include "formats/gdal/geotiff_reader.h"
#include "formats/images/esri_projection.h"
#include "stages/import/heightmap_import.h"
#include "support/files.h"
#include "unit/formats/gdal/tiff_builder.h"
#include "unit/stages/import/imports.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;
using Catch::Matchers::Contains;

namespace {

TiffBuilder level_tiff() {
  TiffBuilder tiff(2, 2, 16, TiffBuilder::signed_whole);
  tiff.band(bytes_of<std::int16_t>({5, 5, 5, 5}));
  return tiff;
}

bool reads(const std::filesystem::path& file, const std::filesystem::path& beside) {
  const std::vector<std::string> files = HeightmapImport::files_read({file_at(file)});
  return std::ranges::find(files, beside.string()) != files.end();
}

}  // namespace

TEST_CASE("GIS imports: a result depends on all files beside a GeoTIFF that are read") {
  for (const char* name :
       {"/maps/a.tif", "/maps/a.tfw", "/maps/a.tif.aux.xml", "/maps/a.tif.msk", "/maps/a.tif.json"}) {
    CAPTURE(name);
    CHECK(reads("/maps/a.tif", name));
  }
}

TEST_CASE("GIS imports: a unit of heights that is not known is named in a warning") {
  if (!can_read_geotiff()) return;
  const TemporaryFolder folder;
  write_text(folder / "a.tif", level_tiff()
                                   .text(42112,
                                         "<GDALMetadata><Item name=\"UNITTYPE\" sample=\"0\" "
                                         "role=\"unittype\">percent</Item></GDALMetadata>")
                                   .file());
  Heard heard;
  CHECK(import_heightmap({file_at(folder / "a.tif")}, heard.context).heights.at(1, 1) == 5);
  REQUIRE(heard.warnings.size() == 1);
  CHECK_THAT(heard.warnings[0], Contains("'a.tif'") && Contains("'percent'") && Contains("taken as metres"));
}

TEST_CASE("GIS imports: square cells near a pole do not become more rows than a map may have") {
  const TemporaryFolder folder;
  write_text(folder / "pole.bil", std::string(20 * 200, '\7'));
  write_text(folder / "pole.hdr", "ncols 20\nnrows 200\nnbits 8\nxdim 0.001\nydim 0.001\nulxmap 0\nulymap 89.9999\n");
  const HeightmapImportParams params{file_at(folder / "pole.bil")};
  Heard heard;
  CHECK(import_heightmap(params, heard.context).height() < 131073);
  write_text(folder / "pole.bil", std::string(20 * 130, '\7'));
  write_text(folder / "pole.hdr", "ncols 20\nnrows 130\nnbits 8\nxdim 0.0005\nydim 0.01\nulxmap 0\nulymap 90\n");
  CHECK_THROWS_WITH(import_heightmap(params, heard.context), Contains("along one side") && Contains("gdalwarp"));
}

TEST_CASE("GIS imports: the names of a header and of a .prj may be in upper case") {
  const TemporaryFolder folder;
  write_text(folder / "DEM.FLT", std::string(16, '\0'));
  write_text(folder / "DEM.HDR", "ncols 2\nnrows 2\nxllcorner 700000\nyllcorner 4000000\ncellsize 100\n");
  write_text(folder / "DEM.PRJ", *esri_projection(32616));
  const HeightmapImportParams params{file_at(folder / "DEM.FLT")};
  Heard heard;
  CHECK(import_heightmap(params, heard.context).cell_size == 100);
  CHECK(HeightmapImport::georeference(params)->crs == "EPSG:32616");
  for (const char* name : {"DEM.HDR", "DEM.PRJ"}) CHECK(reads(folder / "DEM.FLT", folder / name));
  write_text(folder / "LAND.ASC", "ncols 2\nnrows 2\nxllcorner 700000\nyllcorner 4000000\ncellsize 100\n1 2 3 4\n");
  write_text(folder / "land.prj", *esri_projection(32617));
  CHECK(HeightmapImport::georeference({file_at(folder / "LAND.ASC")})->crs == "EPSG:32617");
}

TEST_CASE("GIS imports: a .prj or .aux.xml beside a grid names its system, and a result depends on both") {
  const TemporaryFolder folder;
  write_text(folder / "a.asc", "ncols 2\nnrows 2\nxllcorner 700000\nyllcorner 4000000\ncellsize 100\n1 2 3 4\n");
  const HeightmapImportParams params{file_at(folder / "a.asc")};
  Heard heard;
  for (const char* beside : {"a.prj", "a.asc.aux.xml", "a.asc.msk"}) CHECK(reads(folder / "a.asc", folder / beside));
  CHECK(reads(folder / "a.flt", folder / "a.prj"));
  CHECK(reads(folder / "a.flt", folder / "a.hdr"));
  CHECK_FALSE(reads(folder / "N36W085.hgt", folder / "N36W085.prj"));
  CHECK(HeightmapImport::georeference(params)->crs == "");
  write_text(folder / "a.prj", *esri_projection(32616));
  CHECK(HeightmapImport::georeference(params)->crs == "EPSG:32616");
  CHECK(import_heightmap(params, heard.context).cell_size == 100);
  CHECK(heard.warnings.empty());
  // Another unit.
  write_text(folder / "a.prj", "PROJCS[\"Feet\",GEOGCS[\"G\"],PROJECTION[\"P\"],UNIT[\"Foot\",0.3048]]");
  CHECK(import_heightmap(params, heard.context).cell_size == Approx(30.48));
  CHECK(HeightmapImport::georeference(params)->units_per_metre.x == Approx(1 / 0.3048));
  CHECK(heard.warnings.empty());
  write_text(folder / "a.prj", "Projection UTM\nZone 16\n");
  CHECK(import_heightmap(params, heard.context).cell_size == 100);
  REQUIRE(heard.warnings.size() == 1);
  CHECK_THAT(heard.warnings[0], Contains("'a.asc'") && Contains("'a.prj' is not understood"));
  // A .prj that is not understood leaves it to GDAL's metadata.
  write_text(folder / "a.asc.aux.xml", "<PAMDataset>\n  <SRS>EPSG:2056</SRS>\n</PAMDataset>\n");
  CHECK(HeightmapImport::georeference(params)->crs == "EPSG:2056");
  import_heightmap(params, heard.context);
  REQUIRE(heard.warnings.size() == 2);
  CHECK_THAT(heard.warnings[1], Contains("the unit of EPSG:2056 is not known"));
  // As in GDAL, the .prj goes before GDAL's metadata.
  write_text(folder / "a.prj", *esri_projection(32616));
  CHECK(HeightmapImport::georeference(params)->crs == "EPSG:32616");
  // Heights are metres after what the metadata say of them.
  write_text(folder / "a.asc.aux.xml",
             "<PAMDataset><PAMRasterBand band=\"1\"><NoDataValue>4</NoDataValue><UnitType>km</UnitType>"
             "</PAMRasterBand></PAMDataset>");
  HeightmapImportParams filled = params;
  filled.fill = VoidFilling::idw;
  filled.no_data = 3;
  const Heightmap map = import_heightmap(filled, heard.context);
  CHECK(map.heights.at(1, 0) == 2000);
  for (const int x : {0, 1}) CHECK((map.heights.at(x, 1) > 1000 && map.heights.at(x, 1) < 2000));
}
