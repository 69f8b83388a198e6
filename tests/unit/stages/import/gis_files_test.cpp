// Files of GIS programs as surveys: what stands beside them, and what is reported of them.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "base/error.h"
#include "formats/gdal/geotiff_reader.h"
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
