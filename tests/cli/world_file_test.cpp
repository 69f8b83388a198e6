// Heightmaps for GIS programs: files beside the PNG that say where it lies and what its samples mean.

#include <cstdlib>
#include <filesystem>
#include <string>

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
    CHECK_THAT(run.err,
               Contains("p.yaml:4:") && Contains("'world_file' applies to PNGs of heightmaps with 16 bits only"));
  }
  write_text(folder / "p.yaml", head + "[{from: hills, file: a.png, world_file: false}]\n");
  CHECK(run_weald({"build", "p.yaml", "--list-outputs"}, folder.path()).out == "a.png\na.json\n");
  write_text(folder / "p.yaml",
             head + "[{from: hills, file: a.png, world_file: true}, {from: hills, file: a.PNG.aux.xml}]\n");
  CHECK(run_weald({"check", "p.yaml"}, folder.path()).exit_code == 2);
}
