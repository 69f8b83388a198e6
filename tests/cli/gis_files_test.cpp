// Maps for GIS programs: where they lie, in which system, and what is refused.

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.h"

#include "formats/gdal/raster_reader.h"
#include "support/files.h"
#include "support/run_weald.h"

using namespace weald;
using Catch::Contains;
using namespace weald::test;
namespace fs = std::filesystem;

namespace {

/// An ESRI ASCII grid of 30 x 20 samples at UTM coordinates.
std::string survey_text() {
  std::string text = "ncols 30\nnrows 20\nxllcorner 730000\nyllcorner 4040000\ncellsize 25\n";
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 30; ++x) text += std::to_string(100 + 3 * x + (x * y) % 7) + " ";
  }
  return text;
}

GridPlace place_in(const fs::path& file) {
  const auto place = io::read_raster_header(file, {}).place;
  REQUIRE(place);
  return *place;
}

}  // namespace

TEST_CASE("GIS files: what is made from a survey lies where the survey does, also a part of it", "[cli]") {
  if (!io::has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "survey.asc", survey_text());
  write_text(folder / "p.yaml",
             "weald: 1\nstages:\n  survey: {kind: heightmap_import, file: survey.asc}\n"
             "  worn: {kind: thermal_erosion, from: survey, iterations: 2}\n"
             "  part: {kind: crop, from: worn, samples: [4, 6, 10, 8]}\n"
             "outputs:\n  - {from: worn, file: worn.tif}\n  - {from: part, file: part.tif, crs: EPSG:32616}\n"
             "  - {from: part, file: part.png}\n");
  CHECK(run_weald({"build", "p.yaml", "--list-outputs"}, folder.path()).out ==
        "worn.tif\npart.tif\npart.png\npart.json\n");
  const Run run = run_weald({"build", "p.yaml"}, folder.path());
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  CHECK(place_in(folder / "worn.tif") == GridPlace{"", false, {730012.5, 4040487.5}, {25, 25}});
  CHECK(place_in(folder / "part.tif") == GridPlace{"EPSG:32616", false, {730112.5, 4040337.5}, {25, 25}});
  // The world itself stays near its origin, where floats are exact.
  CHECK_THAT(file_text(folder / "part.json"), Contains("\"origin_m\": [100, 150]"));
  REQUIRE(run_weald({"build", "p.yaml", "--region", "2,0,8,8", "--only", "part.tif", "-o", "region"}, folder.path())
              .exit_code == 0);
  CHECK(place_in(folder / "region/part.tif") == GridPlace{"EPSG:32616", false, {730162.5, 4040337.5}, {25, 25}});
  CHECK_FALSE(fs::exists(folder / "survey.asc.aux.xml"));
}

TEST_CASE("GIS files: surveys that contradict each other, and keys that do not fit, are errors", "[cli]") {
  if (!io::has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "a.asc", survey_text());
  std::string other = survey_text();
  write_text(folder / "b.asc", other.replace(other.find("730000"), 6, "740000"));
  const auto build = [&](const std::string& outputs) {
    write_text(folder / "p.yaml",
               "weald: 1\nstages:\n  a: {kind: heightmap_import, file: a.asc}\n"
               "  b: {kind: heightmap_import, file: b.asc}\n"
               "  both: {kind: combine, from: a, with: b}\noutputs:\n  - " +
                   outputs + "\n");
    return run_weald({"build", "p.yaml"}, folder.path());
  };
  const Run differ = build("{from: both, file: both.tif}");
  CHECK(differ.exit_code == 2);
  CHECK_THAT(differ.err, Contains("p.yaml:7:") && Contains("'a' and 'b' put the world at different places"));
  CHECK(build("{from: both, file: both.r32}").exit_code == 0);  // says nothing of places
  CHECK_THAT(build("{from: a, file: a.png, crs: EPSG:32616}").err, Contains("'crs' applies to GeoTIFF files"));
  CHECK_THAT(build("{from: a, file: a.tif, crs: UTM 16}").err, Contains("'UTM 16' is not EPSG and a code"));
  CHECK_THAT(build("{from: a, file: a.tif, crs: EPSG:4326}").err, Contains("p.yaml:7:") && Contains("degrees"));
}

TEST_CASE("GIS files: formats and keys that weald had name what to use instead", "[cli]") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& stage, const std::string& output) {
    write_text(folder / "p.yaml", "weald: 1\nstages:\n  a: {" + stage + "}\noutputs:\n  - {from: a, " + output + "}\n");
    const Run run = run_weald({"check", "p.yaml"}, folder.path());
    CHECK(run.exit_code == 2);
    return run.err;
  };
  const std::string land = "kind: fbm, size: [9, 9]";
  CHECK_THAT(refused(land, "file: out/a.asc"),
             Contains("p.yaml:5:") && Contains("a heightmap cannot be written as '.asc'") &&
                 Contains("write a '.tif'") && Contains("gdal_translate -of AAIGrid a.tif a.asc"));
  CHECK_THAT(refused(land, "file: a.FLT"), Contains("gdal_translate -of EHdr a.tif a.FLT"));
  CHECK_THAT(refused(land, "file: a.bil"), Contains("gdal_translate -of EHdr a.tif a.bil"));
  CHECK_THAT(refused(land, "file: N36W085.hgt"), Contains("gdal_translate -of SRTMHGT N36W085.tif N36W085.hgt"));
  CHECK_THAT(refused(land, "file: a.png, world_file: true"), Contains("p.yaml:5:") && Contains("write a '.tif'"));
  CHECK_THAT(refused("kind: heightmap_import, file: a.tif, fill: idw", "file: a.r32"),
             Contains("p.yaml:3:") && Contains("fill: smooth") && Contains("gdal_fillnodata.py"));
}

TEST_CASE("GIS files: a survey that names no system is in that of the others, and two systems are an error", "[cli]") {
  if (!io::has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "N36W085.hgt", std::string(1201 * 1201 * 2, '\1'));
  const auto build = [&](const std::string& corner_and_cell) {
    std::string survey = "ncols 1201\nnrows 1201\n" + corner_and_cell;
    for (int i = 0; i < 1201 * 1201; ++i) survey += "7 ";
    write_text(folder / "b.asc", survey);
    write_text(folder / "p.yaml",
               "weald: 1\nstages:\n  a: {kind: heightmap_import, file: N36W085.hgt, cell_size: 90}\n"
               "  b: {kind: heightmap_import, file: b.asc, cell_size: 90}\n"
               "  both: {kind: combine, from: a, with: b}\n"
               "outputs:\n  - {from: both, file: c.tif}\n");
    return run_weald({"build", "p.yaml"}, folder.path());
  };
  const Run same = build("xllcenter -85\nyllcenter 36\ncellsize 0.00083333333333333333\n");
  INFO(same.err);
  CHECK(same.exit_code == 0);
  CHECK(place_in(folder / "c.tif").crs == "EPSG:4326");
  const Run other = build("xllcenter 730000\nyllcenter 4040000\ncellsize 90\n");
  CHECK(other.exit_code == 2);
  CHECK_THAT(other.err, Contains("p.yaml:7:") &&
                            Contains("the files of stages 'a' and 'b' have different coordinate reference systems"));
}

TEST_CASE("GIS files: the coordinates of a system must be those of the map", "[cli]") {
  if (!io::has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "degrees.asc", "ncols 2\nnrows 2\nxllcorner -85\nyllcorner 36\ncellsize 0.01\n1 2 3 4\n");
  write_text(folder / "feet.asc", "ncols 2\nnrows 2\nxllcorner 6000000\nyllcorner 2000000\ncellsize 100\n1 2 3 4\n");
  const auto fault = [&](const std::string& stage, int code) {
    write_text(folder / "p.yaml", "weald: 1\nstages:\n  a: {" + stage +
                                      "}\noutputs:\n  - {from: a, file: a.tif, crs: EPSG:" + std::to_string(code) +
                                      "}\n");
    const Run run = run_weald({"build", "p.yaml"}, folder.path());
    return run.exit_code == 0 ? "none" : run.err;
  };
  const std::string metres = "kind: fbm, size: [9, 9]", degrees = "kind: heightmap_import, file: degrees.asc",
                    feet = "kind: heightmap_import, file: feet.asc, cell_size: 30.48";
  for (const int code : {4326, 4283, 4490, 4979}) {
    CAPTURE(code);
    CHECK_THAT(fault(metres, code), Contains("p.yaml:5:") && Contains("are degrees, but those of the map are metres"));
    CHECK(fault(degrees, code) == "none");
  }
  for (const int code : {2056, 3857, 25832, 32733}) {
    CAPTURE(code);
    CHECK_THAT(fault(degrees, code),
               Contains("p.yaml:5:") && Contains("are lengths, but those of the map are degrees"));
    CHECK(fault(metres, code) == "none");
  }
  CHECK_THAT(fault(metres, 2274), Contains("p.yaml:5:") && Contains("are units of 0.3048006"));
  CHECK(fault(feet, 2274) == "none");  // its coordinates are those of the survey
  for (const std::string& stage : {metres, feet}) {
    for (const int code : {4978, 5773})
      CHECK_THAT(fault(stage, code), Contains("p.yaml:5:") && Contains("are no eastings and northings"));
    CHECK_THAT(fault(stage, 1025), Contains("p.yaml:5:") && Contains("GDAL does not know the system EPSG:1025"));
  }
}
