// Tiles of a survey, which GDAL puts together again.

#include <cstdlib>
#include <string>

#include "support/catch.h"

#include "formats/gdal/raster_reader.h"
#include "support/files.h"
#include "support/run_weald.h"

using namespace weald;
using namespace weald::test;

TEST_CASE("mosaic: GDAL makes the whole map of the tiles of a survey, at its place", "[cli]") {
  if (!io::has_gdal() || std::system("command -v gdalbuildvrt >/dev/null") != 0) return;
  const TemporaryFolder folder;
  const auto weald = [&](const std::string& text, const std::string& out) {
    write_text(folder / "p.yaml", "weald: 1\n" + text);
    const Run run = run_weald({"build", "p.yaml", "-q", "-o", out}, folder.path());
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
  };
  const auto gdal = [&](const std::string& command) {
    REQUIRE(std::system(("cd '" + folder.path().string() + "' && " + command + " >/dev/null 2>&1").c_str()) == 0);
  };
  weald(
      "stages:\n  hills: {kind: fbm, size: [49, 49], cell_size: 74.485, origin: [730000, -4060000]}\n"
      "outputs:\n  - {from: hills, file: survey.tif, crs: EPSG:32616}\n",
      ".");
  gdal("gdal_translate -of COG survey.tif cog.tif");
  gdal("gdal_translate -of AAIGrid -co DECIMAL_PRECISION=9 survey.tif grid.asc");
  for (const std::string survey : {"survey.tif", "cog.tif", "grid.asc"}) {
    const std::string stages = "stages:\n  survey: {kind: heightmap_import, file: " + survey +
                               "}\n  worn: {kind: thermal_erosion, from: survey, talus: 20, iterations: 3}\noutputs:\n";
    const auto output = [](const std::string& name) { return "  - {from: worn, file: \"" + name + ".tif\"}\n"; };
    weald("world: {tile: 17, overlap: 1}\n" + stages + output("t/{x}_{y}"), survey + "_tiles");
    weald(stages + output("whole"), survey + "_whole");
    CAPTURE(survey);
    gdal("gdalbuildvrt -overwrite m.vrt " + survey + "_tiles/t/*.tif");
    gdal("gdal_translate m.vrt mosaic.tif");
    const io::ElevationGrid mosaic = io::read_raster(folder / "mosaic.tif", {});
    const io::ElevationGrid whole = io::read_raster(folder / (survey + "_whole/whole.tif"), {});
    CHECK((mosaic.header.place == whole.header.place));
    REQUIRE(mosaic.heights.size() == whole.heights.size());
    CHECK((mosaic.heights == whole.heights));
  }
}
