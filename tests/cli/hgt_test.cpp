// SRTM tiles: what keeps their samples, and what GIS programs would not open or show at another place.

#include <cstdlib>
#include <string>

#include <catch2/catch.hpp>

#include "support/files.h"
#include "support/run_weald.h"

using namespace weald;
using namespace weald::test;
using Catch::Contains;

namespace {

/// A preset that writes what it imports, or generates, as a tile.
Run build_tile(const TemporaryFolder& folder, const std::string& stage, const std::string& file) {
  write_text(folder / "p.yaml",
             "weald: 1\nstages:\n  s: {" + stage + "}\noutputs:\n  - {from: s, file: " + file + "}\n");
  return run_weald({"build", "p.yaml", "-o", "out"}, folder.path());
}

}  // namespace

TEST_CASE("hgt: a tile that was put on square cells says what keeps its samples", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "N36W085.hgt", std::string(1201 * 1201 * 2, '\1'));
  const std::string import = "kind: heightmap_import, file: N36W085.hgt";
  const Run squared = build_tile(folder, import, "N36W085.hgt");
  CHECK(squared.exit_code == 2);
  CHECK_THAT(squared.err, Contains("p.yaml:5:") && Contains("the map has 1201 x 1493 samples") &&
                              Contains("'cell_size: 74' of its import"));
  const Run kept = build_tile(folder, import + ", cell_size: 74", "N36W085.hgt");
  CHECK(kept.exit_code == 0);
  CHECK_THAT(kept.err, !Contains("warning"));
  CHECK(file_text(folder / "out/N36W085.hgt") == file_text(folder / "N36W085.hgt"));
  if (std::system("command -v gdalinfo >/dev/null") == 0)
    CHECK(std::system(("gdalinfo '" + (folder / "out/N36W085.hgt").string() + "' >/dev/null").c_str()) == 0);
}

TEST_CASE("hgt: warnings name tiles of sizes that GDAL does not open, and of places that are not in their names",
          "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "N36W085.hgt", std::string(1201 * 1201 * 2, '\1'));
  std::string survey = "ncols 5\nnrows 5\nxllcorner 730000\nyllcorner 4040000\ncellsize 25\n";
  for (int i = 0; i < 25; ++i) survey += "7 ";
  write_text(folder / "utm.asc", survey);
  const Run elsewhere = build_tile(folder, "kind: heightmap_import, file: N36W085.hgt, cell_size: 74", "N37W085.hgt");
  CHECK(elsewhere.exit_code == 0);
  CHECK_THAT(elsewhere.err, Contains("p.yaml:5:") && Contains("'N37W085.hgt'") && Contains("wrong place"));
  const Run lengths = build_tile(folder, "kind: heightmap_import, file: utm.asc", "N36W085.hgt");
  CHECK(lengths.exit_code == 0);
  CHECK_THAT(lengths.err, Contains("has 5 x 5 samples, but GDAL opens") && Contains("wrong place"));
  const Run generated = build_tile(folder, "kind: fbm, size: [1201, 1201]", "N36W085.hgt");
  CHECK(generated.exit_code == 0);
  CHECK_THAT(generated.err, !Contains("warning"));
}
