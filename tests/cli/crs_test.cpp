// Coordinate reference systems of surveys and of what is made from them.

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/catch.h"

#include "formats/gdal/raster_reader.h"
#include "support/files.h"
#include "support/run_weald.h"
#include "unit/formats/gdal/tiff_builder.h"

using namespace weald;
using namespace weald::test;
using Catch::Contains;

namespace {

/// A survey of 2 x 2 samples at UTM coordinates.
TiffBuilder utm_survey() {
  TiffBuilder tiff(2, 2, 16, TiffBuilder::signed_whole);
  tiff.band(bytes_of<std::int16_t>({1, 2, 3, 4})).at(730000, 4040000, 30, 30);
  return tiff;
}

Run weald_on(const std::string& command, const TemporaryFolder& folder, const std::string& survey,
             const std::string& output) {
  write_text(folder / "p.yaml", "weald: 1\nstages:\n  s: {kind: heightmap_import, file: " + survey +
                                    "}\noutputs:\n  - {from: s, " + output + "}\n");
  return run_weald({command, "p.yaml"}, folder.path());
}

}  // namespace

TEST_CASE("crs: another system than that of the survey is an error before anything runs", "[cli]") {
  if (!io::has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "s.tif", utm_survey().crs(1, 32616).file());
  for (const char* command : {"check", "build"}) {
    CAPTURE(command);
    const Run other = weald_on(command, folder, "s.tif", "file: a.tif, crs: EPSG:32633");
    CHECK(other.exit_code == 2);
    CHECK_THAT(other.err, Contains("p.yaml:5:33: error: ") &&
                              Contains("the survey of 'a.tif' is in EPSG:32616, not in EPSG:32633") &&
                              Contains("gdalwarp"));
    CHECK_FALSE(std::filesystem::exists(folder / "a.tif"));
  }
  const Run same = weald_on("build", folder, "s.tif", "file: a.tif, crs: EPSG:32616");
  CHECK(same.exit_code == 0);
  CHECK_THAT(same.err, !Contains("warning"));
}

TEST_CASE("crs: surveys in files of two types are in one system whichever way they write it", "[cli]") {
  if (!io::has_gdal() || std::system("command -v gdalsrsinfo >/dev/null") != 0) return;
  const TemporaryFolder folder;
  write_text(folder / "a.asc", "ncols 2\nnrows 2\nxllcorner 730000\nyllcorner 3999940\ncellsize 30\n1 2 3 4\n");
  const auto both = [&](const std::string& first, const std::string& second) {
    write_text(folder / "p.yaml", "weald: 1\nstages:\n  a: {kind: heightmap_import, file: " + first +
                                      "}\n  b: {kind: heightmap_import, file: " + second +
                                      "}\n  both: {kind: combine, from: a, with: b}\noutputs:\n  - {from: both, "
                                      "file: both.tif}\n");
    return run_weald({"build", "p.yaml"}, folder.path());
  };
  using Codes = std::pair<int, int>;
  for (const auto& [code, other] : {Codes{32633, 32632}, Codes{2056, 21781}, Codes{3035, 3034}, Codes{25833, 32633}}) {
    write_text(folder / "s.tif",
               utm_survey().at(730000, 4000000, 30, 30).crs(1, static_cast<std::uint16_t>(code)).file());
    for (const std::string format : {"wkt1", "wkt_esri"}) {
      for (const int prj : {code, other}) {
        CAPTURE(code, prj, format);
        REQUIRE(std::system(("cd '" + folder.path().string() + "' && gdalsrsinfo -o " + format +
                             " EPSG:" + std::to_string(prj) + " | sed '/^$/d' >a.prj")
                                .c_str()) == 0);
        for (const Run& run : {both("s.tif", "a.asc"), both("a.asc", "s.tif")}) {
          INFO(run.err);
          CHECK(run.exit_code == (prj == code ? 0 : 2));
          if (prj != code) CHECK_THAT(run.err, Contains("different coordinate reference systems"));
          if (run.exit_code == 0)
            CHECK(io::read_raster_header(folder / "both.tif", {}).place->crs == "EPSG:" + std::to_string(code));
        }
      }
    }
  }
}

TEST_CASE("crs: a code may name the system that the survey defines without one, as far as GDAL knows it", "[cli]") {
  if (!io::has_gdal() || std::system("command -v gdalsrsinfo >/dev/null") != 0) return;
  const TemporaryFolder folder;
  write_text(folder / "a.asc", "ncols 2\nnrows 2\nxllcorner 2600000\nyllcorner 1200000\ncellsize 30\n1 2 3 4\n");
  REQUIRE(std::system(("cd '" + folder.path().string() + "' && gdalsrsinfo -o wkt_esri EPSG:2056 | sed '/^$/d' >a.prj")
                          .c_str()) == 0);
  const Run same = weald_on("check", folder, "a.asc", "file: a.tif, crs: EPSG:2056");
  CHECK(same.exit_code == 0);
  CHECK_THAT(same.err, !Contains("warning"));
  const Run other = weald_on("check", folder, "a.asc", "file: a.tif, crs: EPSG:21781");
  CHECK(other.exit_code == 2);
  CHECK_THAT(other.err, Contains("p.yaml:5:33: error: ") && Contains("is in EPSG:2056, not in EPSG:21781"));
}

TEST_CASE("crs: GDAL shows none in a GeoTIFF without one", "[cli]") {
  if (std::system("command -v gdalinfo >/dev/null") != 0) return;
  const TemporaryFolder folder;
  write_text(
      folder / "p.yaml",
      "weald: 1\nstages:\n  s: {kind: fbm, size: [9, 9], cell_size: 10}\noutputs:\n  - {from: s, file: a.tif}\n");
  REQUIRE(run_weald({"build", "p.yaml"}, folder.path()).exit_code == 0);
  REQUIRE(std::system(("cd '" + folder.path().string() + "' && gdalinfo a.tif >info 2>&1").c_str()) == 0);
  CHECK_THAT(file_text(folder / "info"),
             !Contains("CRS") && !Contains("Warning") && Contains("Origin = (-5.0") && Contains("Pixel Size = (10.0"));
}

TEST_CASE("crs: a system that the survey defines without a code is none that has other units", "[cli]") {
  if (!io::has_gdal()) return;
  const TemporaryFolder folder;
  // NAD83 / UTM zone 16N, but in US survey feet.
  write_text(folder / "s.tif",
             utm_survey()
                 .shorts(34735, {1, 1, 0, 4, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 26916, 3076, 0, 1, 9003})
                 .file());
  for (const std::string code : {"EPSG:26916", "EPSG:2274"}) {
    const Run other = weald_on("check", folder, "s.tif", "file: a.tif, crs: " + code);
    CHECK(other.exit_code == 2);
    CHECK_THAT(other.err, Contains("the survey of 'a.tif' is in '") && Contains("', not in " + code));
  }
}

TEST_CASE("crs: codes may be written in lower case, and GeoTIFF files have all names that programs give them",
          "[cli]") {
  if (!io::has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "s.TIF", utm_survey().file());
  for (const char* name : {"a.tif", "a.TIF", "a.tiff", "a.Tiff"}) {
    CAPTURE(name);
    const Run run = weald_on("build", folder, "s.TIF", "file: " + std::string(name) + ", crs: epsg:32616");
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    const io::ElevationHeader header = io::read_raster_header(folder / name, {});
    REQUIRE(header.place);
    CHECK(header.place->crs == "EPSG:32616");
  }
}
