// Files of GIS programs as surveys: what stands beside them, and what is reported of them.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.h"

#include "base/error.h"
#include "formats/gdal/raster_reader.h"
#include "stages/import/heightmap_import.h"
#include "support/files.h"
#include "unit/formats/gdal/tiff_builder.h"
#include "unit/stages/import/imports.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;
using Catch::Contains;

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
  if (!has_gdal()) return;
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
  if (!has_gdal()) return;
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

TEST_CASE("GIS imports: a result depends on the header, the .prj, the metadata and the mask of a grid") {
  for (const char* beside : {"a.prj", "a.asc.aux.xml", "a.asc.msk"})
    CHECK(reads("/maps/a.asc", std::string("/maps/") + beside));
  for (const char* beside : {"a.hdr", "a.prj", "a.flt.json"})
    CHECK(reads("/maps/a.flt", std::string("/maps/") + beside));
}

TEST_CASE("GIS imports: a .prj names the system and the unit, and heights are metres after what the metadata say") {
  if (!has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "a.asc", "ncols 2\nnrows 2\nxllcorner 700000\nyllcorner 4000000\ncellsize 100\n1 2 3 4\n");
  const HeightmapImportParams params{file_at(folder / "a.asc")};
  Heard heard;
  CHECK(HeightmapImport::georeference(params)->crs == "");
  write_text(folder / "a.prj",
             "PROJCS[\"NAD_1983_StatePlane_Tennessee_FIPS_4100_Feet\",GEOGCS[\"GCS_North_American_1983\",DATUM["
             "\"D_North_American_1983\",SPHEROID[\"GRS_1980\",6378137.0,298.257222101]],PRIMEM[\"Greenwich\",0.0],UNIT["
             "\"Degree\",0.0174532925199433]],PROJECTION[\"Lambert_Conformal_Conic\"],PARAMETER[\"False_Easting\","
             "1968500.0],PARAMETER[\"False_Northing\",0.0],PARAMETER[\"Central_Meridian\",-86.0],PARAMETER["
             "\"Standard_Parallel_1\",35.25],PARAMETER[\"Standard_Parallel_2\",36.41666666666666],PARAMETER["
             "\"Latitude_Of_Origin\",34.33333333333334],UNIT[\"Foot_US\",0.3048006096012192]]");
  CHECK(HeightmapImport::georeference(params)->crs == "EPSG:2274");
  CHECK(import_heightmap(params, heard.context).cell_size == Approx(100 * 1200.0 / 3937));
  CHECK(HeightmapImport::georeference(params)->units_per_metre.x == Approx(3937 / 1200.0));
  CHECK(heard.warnings.empty());
  write_text(folder / "a.asc.aux.xml",
             "<PAMDataset><PAMRasterBand band=\"1\"><UnitType>km</UnitType>"
             "</PAMRasterBand></PAMDataset>");
  HeightmapImportParams filled = params;
  filled.fill = VoidFilling::smooth;
  filled.no_data = 4;
  const Heightmap map = import_heightmap(filled, heard.context);
  CHECK(map.heights.at(1, 0) == 2000);
  CHECK(static_cast<double>(map.heights.at(1, 1)) == Approx(2500).margin(1));
}
