// Heightmaps for GIS programs: files beside the PNG that say where it lies and what its samples mean.

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "support/files.h"
#include "support/run_weald.h"

using Catch::Contains;
using namespace weald::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kPlaced =
    "weald: 1\nstages:\n"
    "  hills: {kind: fbm, size: [40, 30], cell_size: 2.5, origin: [100, -2000], amplitude: 60, frequency: 0.02}\n"
    "outputs:\n  - {from: hills, file: a/hills.png, range: [-100, 555.35], world_file: true}\n";

}  // namespace

TEST_CASE("world_file: the place of the first sample, and the metres of 16 bits, stand beside the PNG", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPlaced);
  CHECK(run_weald({"build", "p.yaml", "--list-outputs"}, folder.path()).out ==
        "a/hills.png\na/hills.json\na/hills.pgw\na/hills.png.aux.xml\n");
  REQUIRE(run_weald({"build", "p.yaml"}, folder.path()).exit_code == 0);
  CHECK(file_text(folder / "a/hills.pgw") == "2.5\n0\n0\n-2.5\n100\n2000\n");
  CHECK_THAT(file_text(folder / "a/hills.png.aux.xml"),
             Contains("<Offset>-100</Offset>") && Contains("<Scale>0.01</Scale>") && Contains(">Point<"));
  // A tile lies where it is cut.
  REQUIRE(run_weald({"build", "p.yaml", "--region", "8,4,10,10"}, folder.path()).exit_code == 0);
  CHECK(file_text(folder / "a/hills.pgw") == "2.5\n0\n0\n-2.5\n120\n1990\n");
}

TEST_CASE("world_file: GDAL finds the place and the metres", "[cli]") {
  if (std::system("command -v gdallocationinfo >/dev/null") != 0) return;
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPlaced);
  REQUIRE(run_weald({"build", "p.yaml"}, folder.path()).exit_code == 0);
  const std::string in_folder = "cd '" + folder.path().string() + "' && ";
  REQUIRE(std::system((in_folder + "gdalinfo a/hills.png >info && gdallocationinfo -geoloc a/hills.png 110 1990 >at")
                          .c_str()) == 0);
  CHECK_THAT(file_text(folder / "info"), Contains("Origin = (98.75") && Contains("Pixel Size = (2.5") &&
                                             Contains("Offset: -100,   Scale:0.01") && Contains("Unit Type: m"));
  CHECK_THAT(file_text(folder / "at"), Contains("(4P,4L)") && Contains("Descaled Value:"));
}

TEST_CASE("world_file: it is only for PNGs of heightmaps with 16 bits, and changes nothing where it is not set",
          "[cli]") {
  const TemporaryFolder folder;
  const std::string head = "weald: 1\nstages:\n  hills: {kind: fbm, size: [9, 9]}\noutputs: ";
  for (const char* output :
       {"{from: hills, file: a.r16, world_file: true}", "{from: hills, file: a.png, depth: 8, world_file: true}",
        "{from: hills, file: a.png, picture: {}, world_file: true}", "{from: hills, file: a.obj, world_file: true}"}) {
    write_text(folder / "p.yaml", head + "[" + output + "]\n");
    const Run run = run_weald({"check", "p.yaml"}, folder.path());
    CAPTURE(output);
    CHECK(run.exit_code == 2);
    CHECK_THAT(
        run.err,
        Contains("p.yaml:4:") &&
            Contains("'world_file' applies to PNGs of heightmaps with 16 bits, and to '.flt' and '.bil' files only"));
  }
  write_text(folder / "p.yaml", head + "[{from: hills, file: a.png, world_file: false}]\n");
  CHECK(run_weald({"build", "p.yaml", "--list-outputs"}, folder.path()).out == "a.png\na.json\n");
  write_text(folder / "p.yaml",
             head + "[{from: hills, file: a.png, world_file: true}, {from: hills, file: a.PNG.aux.xml}]\n");
  CHECK(run_weald({"check", "p.yaml"}, folder.path()).exit_code == 2);
}

namespace {

/// An ESRI ASCII grid of 30 x 20 samples at UTM coordinates.
std::string survey_text() {
  std::string text = "ncols 30\nnrows 20\nxllcorner 730000\nyllcorner 4040000\ncellsize 25\n";
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 30; ++x) text += std::to_string(100 + 3 * x + (x * y) % 7) + " ";
  }
  return text;
}

}  // namespace

TEST_CASE("GIS files: what is made from a survey lies where the survey does, also a part of it", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "survey.asc", survey_text());
  write_text(folder / "p.yaml",
             "weald: 1\nstages:\n  survey: {kind: heightmap_import, file: survey.asc}\n"
             "  worn: {kind: thermal_erosion, from: survey, iterations: 2}\n"
             "  part: {kind: crop, from: worn, samples: [4, 6, 10, 8]}\n"
             "outputs:\n  - {from: worn, file: worn.asc}\n  - {from: part, file: part.bil, world_file: true, crs: "
             "EPSG:32616}\n  - {from: part, file: part.png, world_file: true}\n");
  REQUIRE(run_weald({"build", "p.yaml"}, folder.path()).exit_code == 0);
  CHECK_THAT(file_text(folder / "worn.asc"), Contains("xllcorner 730000\nyllcorner 4040000\ncellsize 25\n"));
  CHECK(file_text(folder / "part.pgw") == "25\n0\n0\n-25\n730112.5\n4040337.5\n");
  CHECK_THAT(file_text(folder / "part.hdr"), Contains("ULXMAP 730112.5\nULYMAP 4040337.5\nXDIM 25\nYDIM 25\n"));
  CHECK_THAT(file_text(folder / "part.bil.aux.xml"), Contains("<SRS>EPSG:32616</SRS>"));
  // The world itself stays near its origin, where floats are exact.
  CHECK_THAT(file_text(folder / "part.json"), Contains("\"origin_m\": [100, 150]"));
  REQUIRE(run_weald({"build", "p.yaml", "--region", "2,0,8,8", "--only", "part.png", "-o", "region"}, folder.path())
              .exit_code == 0);
  CHECK(file_text(folder / "region/part.pgw") == "25\n0\n0\n-25\n730162.5\n4040337.5\n");
  if (std::system("command -v gdalinfo >/dev/null") != 0) return;
  REQUIRE(
      std::system(("cd '" + folder.path().string() + "' && gdalinfo -stats worn.asc >info && gdalinfo part.bil >>info")
                      .c_str()) == 0);
  CHECK_THAT(file_text(folder / "info"), Contains("Upper Left  (  730000.000, 4040500.000)") &&
                                             Contains("Upper Left  (  730100.000, 4040350.000)") &&
                                             Contains("UTM zone 16N"));
}

TEST_CASE("GIS files: surveys that contradict each other, and keys that do not fit, are errors", "[cli]") {
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
  const Run differ = build("{from: both, file: both.asc}");
  CHECK(differ.exit_code == 2);
  CHECK_THAT(differ.err, Contains("p.yaml:7:") && Contains("'a' and 'b' put the world at different places"));
  CHECK(build("{from: both, file: both.r32}").exit_code == 0);  // says nothing of places
  CHECK_THAT(build("{from: a, file: a.png, crs: EPSG:32616}").err, Contains("'crs' applies to GeoTIFF files"));
  CHECK_THAT(build("{from: a, file: a.bil, world_file: true, crs: UTM 16}").err,
             Contains("'UTM 16' is not EPSG and a code"));
  CHECK_THAT(build("{from: a, file: a.bil, world_file: true, crs: EPSG:4326}").err,
             Contains("p.yaml:7:") && Contains("degrees"));
  CHECK_THAT(build("{from: a, file: a.hgt}").err, Contains("p.yaml:7:") && Contains("an SRTM tile is square"));
}

TEST_CASE("GIS files: a survey that names no system is in that of the others, and two systems are an error", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "N36W085.hgt", std::string(13 * 13 * 2, '\1'));  // every 5 minutes of a degree
  const auto build = [&](const std::string& corner_and_cell) {
    std::string survey = "ncols 13\nnrows 13\n" + corner_and_cell;
    for (int i = 0; i < 13 * 13; ++i) survey += "7 ";
    write_text(folder / "b.asc", survey);
    write_text(folder / "p.yaml",
               "weald: 1\nstages:\n  a: {kind: heightmap_import, file: N36W085.hgt, cell_size: 9000}\n"
               "  b: {kind: heightmap_import, file: b.asc, cell_size: 9000}\n"
               "  both: {kind: combine, from: a, with: b}\n"
               "outputs:\n  - {from: both, file: c.flt, world_file: true}\n");
    return run_weald({"build", "p.yaml"}, folder.path());
  };
  const Run same = build("xllcenter -85\nyllcenter 36\ncellsize 0.08333333333333333\n");
  INFO(same.err);
  CHECK(same.exit_code == 0);
  CHECK_THAT(file_text(folder / "c.flt.aux.xml"), Contains("<SRS>EPSG:4326</SRS>"));
  const Run other = build("xllcenter 730000\nyllcenter 4040000\ncellsize 9000\n");
  CHECK(other.exit_code == 2);
  CHECK_THAT(other.err, Contains("p.yaml:7:") &&
                            Contains("the files of stages 'a' and 'b' have different coordinate reference systems"));
}

TEST_CASE("GIS files: a system of degrees is refused for metres, and one of lengths for degrees", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "degrees.asc", "ncols 2\nnrows 2\nxllcorner -85\nyllcorner 36\ncellsize 0.01\n1 2 3 4\n");
  const auto fault = [&](const std::string& stage, int code) {
    write_text(folder / "p.yaml", "weald: 1\nstages:\n  a: {" + stage +
                                      "}\noutputs:\n  - {from: a, file: a.tif, crs: EPSG:" + std::to_string(code) +
                                      "}\n");
    const Run run = run_weald({"build", "p.yaml"}, folder.path());
    return run.exit_code == 0 ? "none" : run.err;
  };
  const std::string metres = "kind: fbm, size: [9, 9]", degrees = "kind: heightmap_import, file: degrees.asc";
  for (const int code : {4326, 4283, 4167, 4490, 4674, 4979, 6318, 6668, 7844}) {
    CAPTURE(code);
    CHECK_THAT(fault(metres, code), Contains("p.yaml:5:") && Contains("are degrees, but those of the map are metres"));
    CHECK(fault(degrees, code) == "none");
  }
  for (const int code : {2056, 2154, 3035, 3857, 25832, 27700, 32617, 32733}) {
    CAPTURE(code);
    CHECK_THAT(fault(degrees, code),
               Contains("p.yaml:5:") && Contains("are lengths, but those of the map are degrees"));
    CHECK(fault(metres, code) == "none");
  }
}

TEST_CASE("GIS files: systems of feet are refused for maps without a survey, and those without eastings for all",
          "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "feet.asc", "ncols 2\nnrows 2\nxllcorner 6000000\nyllcorner 2000000\ncellsize 100\n1 2 3 4\n");
  const auto fault = [&](const std::string& stage, int code) {
    write_text(folder / "p.yaml", "weald: 1\nstages:\n  a: {" + stage +
                                      "}\noutputs:\n  - {from: a, file: a.asc, crs: EPSG:" + std::to_string(code) +
                                      "}\n");
    const Run run = run_weald({"build", "p.yaml"}, folder.path());
    return run.exit_code == 0 ? "none" : run.err;
  };
  const std::string metres = "kind: fbm, size: [9, 9]",
                    feet = "kind: heightmap_import, file: feet.asc, cell_size: 30.48";
  for (const int code : {2222, 2225, 2289, 2930, 26729, 32058}) {
    CAPTURE(code);
    CHECK_THAT(fault(metres, code), Contains("p.yaml:5:") && Contains("are feet, but those of the map are metres"));
    CHECK(fault(feet, code) == "none");  // its coordinates are those of the survey
  }
  for (const int code : {4978, 5703, 5773}) {
    CAPTURE(code);
    for (const std::string& stage : {metres, feet})
      CHECK_THAT(fault(stage, code), Contains("p.yaml:5:") && Contains("are no eastings and northings"));
  }
  for (const int code : {2221, 2290, 2931, 26814, 32100}) CHECK(fault(metres, code) == "none");
}

TEST_CASE("GIS files: a .prj defines the system that an output names, if weald knows its definition", "[cli]") {
  const TemporaryFolder folder;
  const auto preset = [&](const std::string& outputs) {
    write_text(
        folder / "p.yaml",
        "weald: 1\nstages:\n  hills: {kind: fbm, size: [9, 9], origin: [500000, -5200000]}\noutputs: " + outputs);
  };
  preset(
      "[{from: hills, file: a.asc, crs: EPSG:32633}, {from: hills, file: b.flt, world_file: true, crs: EPSG:25833}, "
      "{from: hills, file: c.png, world_file: true, crs: EPSG:3857, range: [-100, 100]}]\n");
  CHECK(run_weald({"build", "p.yaml", "--list-outputs"}, folder.path()).out ==
        "a.asc\na.prj\nb.flt\nb.hdr\nb.flt.aux.xml\nb.prj\nc.png\nc.json\nc.pgw\nc.png.aux.xml\n");
  const Run run = run_weald({"build", "p.yaml"}, folder.path());
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  CHECK_THAT(run.err, !Contains("warning"));
  CHECK_THAT(file_text(folder / "a.prj"),
             Contains("\"WGS_1984_UTM_Zone_33N\"") && Contains("\"Central_Meridian\",15.0"));
  CHECK_THAT(file_text(folder / "c.png.aux.xml"), Contains("<SRS>EPSG:3857</SRS>"));
  if (std::system("command -v gdalsrsinfo >/dev/null") == 0) {
    REQUIRE(std::system(("cd '" + folder.path().string() +
                         "' && gdalsrsinfo -o epsg a.asc >codes && gdalsrsinfo -o epsg b.prj >>codes")
                            .c_str()) == 0);
    CHECK_THAT(file_text(folder / "codes"), Contains("EPSG:32633") && Contains("EPSG:25833"));
  }
  // A PNG's .aux.xml names the system, so it can have the name of a file with a .prj.
  preset(
      "[{from: hills, file: land.png, world_file: true, crs: EPSG:32633}, "
      "{from: hills, file: land.flt, world_file: true, crs: EPSG:32633}]\n");
  CHECK(run_weald({"build", "p.yaml"}, folder.path()).exit_code == 0);
  preset("[{from: hills, file: a.asc, crs: EPSG:2056}]\n");
  CHECK_THAT(run_weald({"check", "p.yaml"}, folder.path()).err,
             Contains("p.yaml:4:") && Contains("warning: no '.prj' is written for EPSG:2056"));
  CHECK(run_weald({"build", "p.yaml", "--list-outputs"}, folder.path()).out == "a.asc\n");
  // Without a world file an output has no CRS at all, be its definition known or not.
  preset("[{from: hills, file: a.bil, crs: EPSG:26923}]\n");
  const Run bare = run_weald({"check", "p.yaml"}, folder.path());
  CHECK_THAT(bare.err, Contains("'crs' applies to") && Contains("'world_file: true'") && !Contains("does not know"));
}

TEST_CASE("GIS files: outputs of one stem share a .prj if both would write the same text", "[cli]") {
  const TemporaryFolder folder;
  const auto preset = [&](const std::string& asc, const std::string& flt) {
    write_text(folder / "p.yaml",
               "weald: 1\nstages:\n  hills: {kind: fbm, size: [9, 9], origin: [500000, -5200000]}\n"
               "  rocks: {kind: ridged, size: [9, 9], origin: [500000, -5200000]}\noutputs:\n"
               "  - {from: hills, file: land.asc, crs: " +
                   asc + "}\n" + "  - {from: rocks, file: land.flt, world_file: true, crs: " + flt + "}\n");
  };
  const auto weald = [&](std::vector<std::string> arguments) { return run_weald(arguments, folder.path()); };
  preset("EPSG:32633", "EPSG:32633");
  CHECK(weald({"build", "p.yaml", "--list-outputs"}).out ==
        "land.asc\nland.prj\nland.flt\nland.hdr\nland.flt.aux.xml\n");
  CHECK_THAT(weald({"build", "p.yaml", "--dry-run"}).out, Contains("land.prj"));
  for (const char* threads : {"1", "2"}) {
    const Run run = weald({"build", "p.yaml", "-o", "out", "--threads", threads, "--if-stale", "--depfile", "p.d"});
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    CHECK_THAT(file_text(folder / "out/land.prj"), Contains("\"WGS_1984_UTM_Zone_33N\""));
    CHECK_THAT(weald({"build", "p.yaml", "-o", "out", "--if-stale"}).out, Contains("up to date"));
    fs::remove(folder / "out/land.prj");  // it belongs to what is built
    CHECK_THAT(weald({"build", "p.yaml", "-o", "out", "--dry-run", "--if-stale"}).out, Contains("stale"));
  }
  for (const char* file : {"land.asc", "land.flt"}) {
    fs::remove_all(folder / "out");
    CHECK(weald({"build", "p.yaml", "-o", "out", "--only", file}).exit_code == 0);
    CHECK(fs::exists(folder / "out/land.prj"));
  }
  fs::copy_file(folder / "p.yaml", folder / "q.yaml");
  CHECK_THAT(weald({"build", "p.yaml", "q.yaml"}).err, Contains("presets 'p.yaml' and 'q.yaml' both write"));
  preset("EPSG:32633", "EPSG:25833");
  const Run differing = weald({"build", "p.yaml"});
  CHECK(differing.exit_code == 2);
  CHECK_THAT(differing.err, Contains("p.yaml:7:25: error: two outputs write 'land.prj' (the other is 'land.asc')"));
  CHECK_FALSE(fs::exists(folder / "land.asc"));
}

TEST_CASE("GIS files: tiles of one stem share a .prj, which their record has once", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\nworld: {tile: 9}\nstages:\n  hills: {kind: fbm, size: [17, 9], origin: [500000, -5200000]}\n"
             "outputs:\n  - {from: hills, file: '{x}_{y}.asc', crs: EPSG:32633}\n"
             "  - {from: hills, file: '{x}_{y}.bil', world_file: true, crs: EPSG:32633}\n");
  const Run run = run_weald({"build", "p.yaml"}, folder.path());
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  const std::string manifest = file_text(folder / "p.world.json");
  CHECK(manifest.find("1_0.prj") != std::string::npos);
  CHECK(manifest.find("1_0.prj") == manifest.rfind("1_0.prj"));
  CHECK_THAT(run_weald({"build", "p.yaml"}, folder.path()).out, Contains("2 of which were up to date"));
}

TEST_CASE("world: previews and pages show the whole map, and --set world=~ makes one of it", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\ngrid: {size: [33, 17], cell_size: 4}\nworld: {tile: 17}\nstages:\n"
             "  land: {kind: fbm, amplitude: 20, frequency: 0.01}\n"
             "outputs:\n  - {from: land, file: '{x}_{y}.png', range: [-20, 20]}\n");
  const auto runs = [&](const std::vector<std::string>& arguments) {
    const Run run = run_weald(arguments, folder.path());
    INFO(run.err);
    CHECK(run.exit_code == 0);
  };
  runs({"preview", "p.yaml", "-o", "shown.png", "--size", "40x40"});
  runs({"preview", "p.yaml", "--from", "land", "-o", "shown.png", "--size", "40x40"});
  runs({"build", "p.yaml", "-q", "-o", "o", "--preview", "shown.png"});
  runs({"view", "p.yaml", "-o", "shown.html"});
  runs({"view", "p.yaml", "--from", "land", "-o", "shown.html"});
  runs({"build", "p.yaml", "-o", "whole", "--set", "world=~", "--set", "outputs.0.file=land.r16"});
  CHECK(fs::file_size(folder / "whole/land.r16") == std::uintmax_t{33} * 17 * 2);
  runs({"build", "p.yaml", "-o", "wide", "--set", "world={tile: 33, overlap: 1}", "--set", "grid.size=[65, 33]"});
  CHECK(fs::exists(folder / "wide/1_0.png"));

  write_text(folder / "q.yaml",
             "weald: 1\nparameters: {n: {default: 17}}\ngrid: {size: [33, 17], cell_size: 4}\nworld: {tile: = n}\n"
             "stages: {land: {kind: fbm}}\noutputs: [{from: land, file: 'a{n}/{x}_{y}.r32'}]\n");
  runs({"build", "q.yaml", "-o", "marked", "--set", "world=~"});
  CHECK(fs::exists(folder / "marked/a17/{x}_{y}.r32"));
}

TEST_CASE("world: too many tiles, two worlds of one name in a folder, and aprons without effect are reported",
          "[cli]") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "other");
  const std::string land =
      "stages:\n  land: {kind: fbm}\n  ground: {kind: heightmap_mesh, from: land, step: 2, apron: 1}\n";
  const std::string file = "outputs: [{from: land, file: '{x}_{y}.r32'}]\n";
  write_text(folder / "p.yaml", "weald: 1\ngrid: {size: [131073, 131073]}\nworld: {tile: 65}\n" + land + file);
  for (const std::string command : {"check", "build"}) {
    const Run run = run_weald({command, "p.yaml"}, folder.path());
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.err, Contains("p.yaml:3:1: error: the world has 4194304 tiles, more than the limit of 2097152"));
  }

  write_text(folder / "p.yaml", "weald: 1\ngrid: {size: [65, 65]}\nworld: {tile: 33}\n" + land + file);
  write_text(folder / "other/p.yaml", "weald: 1\ngrid: {size: [65, 65]}\nworld: {tile: 33}\n" + land +
                                          "outputs: [{from: land, file: '{y}-{x}.r32'}]\n");
  const Run both = run_weald({"build", "p.yaml", "other/p.yaml", "-o", "o"}, folder.path());
  CHECK(both.exit_code == 2);
  CHECK_THAT(both.err, Contains("both write 'p.world.json'; build them into different folders"));
  CHECK_FALSE(fs::exists(folder / "o"));

  write_text(folder / "p.yaml", "weald: 1\ngrid: {size: [67, 67]}\nworld: {tile: 33, apron: 1}\n" + land +
                                    "outputs: [{from: ground, file: '{x}_{y}.obj'}]\n");
  const Run run = run_weald({"check", "p.yaml"}, folder.path());
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.err, Contains("has an apron of 1 and a step of 2") && Contains("give it and the world 'apron: 2'"));
}
