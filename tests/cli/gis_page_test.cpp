// The preset in docs/gis.md works as it stands there.

#include <cstdlib>
#include <string>

#include "support/catch.h"

#include "formats/gdal/raster_reader.h"
#include "support/files.h"
#include "support/run_weald.h"
#include "unit/formats/gdal/tiff_builder.h"

using namespace weald;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

const fs::path kSurvey = WEALD_SOURCE_DIR "/docs/gis/jacksboro.tif";

/// The whole preset of the page.
std::string page_preset() {
  const std::string page = test::file_text(WEALD_SOURCE_DIR "/docs/gis.md"), open = "```yaml\n";
  const std::size_t begin = page.find(open + "weald: 1\n") + open.size();
  return page.substr(begin, page.find("```\n", begin) - begin);
}

}  // namespace

TEST_CASE("gis.md: the preset makes tiles of the survey, which lie where it does") {
  const test::TemporaryFolder folder;
  test::write_text(folder / "p.yaml", page_preset());
  fs::copy_file(kSurvey, folder / "jacksboro.tif");
  const auto run = test::run_weald({"build", "p.yaml", "--tile", "1,2"}, folder.path());
  if (!io::has_gdal()) {
    CHECK(run.exit_code == 3);
    CHECK_THAT(run.err, Contains("install the package libgdal"));
    return;
  }
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  CHECK(fs::exists(folder / "tiles/1_2.glb"));
  const io::ElevationHeader survey = io::read_raster_header(kSurvey, {});
  const io::ElevationGrid tile = io::read_raster(folder / "heights/1_2.tif", {});
  REQUIRE(tile.header.place);
  CHECK(tile.header.width == 129);
  CHECK(tile.header.place->crs == "EPSG:4326");
  // The map has 385 samples over the whole width of the survey; tile (1, 2) begins a third and two thirds of it
  // further.
  const double step = survey.place->step.x * 402 / 384;
  CHECK(tile.header.place->step.x == Approx(step));
  CHECK(tile.header.place->first.x == Approx(survey.place->first.x + 128 * step));
  // Cells are square in metres, and the middle of the map is that of the survey.
  CHECK(*tile.header.cell_width == Approx(*tile.header.cell_height).epsilon(2e-3));
  const double middle = survey.place->first.y - survey.place->step.y * 343 / 2;
  CHECK(tile.header.place->first.y == Approx(middle - tile.header.place->step.y * 64).epsilon(1e-5));
  for (const float height : tile.heights.values()) CHECK((height > 240 && height < 1080));
}

TEST_CASE("gis.md: samples without data are refused unless the preset fills them") {
  if (!io::has_gdal()) return;
  const test::TemporaryFolder folder;
  fs::copy_file(kSurvey, folder / "jacksboro.tif");
  test::write_text(folder / "p.yaml",
                   "weald: 1\nstages:\n  survey: {kind: heightmap_import, file: jacksboro.tif}\n"
                   "outputs:\n  - {from: survey, file: a.tif}\n");
  const auto run = test::run_weald({"build", "p.yaml"}, folder.path());
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.err, Contains("p.yaml:3:") && Contains("36 of 138632 samples have no data"));
  CHECK_FALSE(fs::exists(folder / "a.tif"));
  test::write_text(folder / "jacksboro.tif", test::file_text(kSurvey).substr(0, 60000));
  const auto damaged = test::run_weald({"build", "p.yaml"}, folder.path());
  CHECK(damaged.exit_code == 3);
  CHECK_THAT(damaged.err, Contains("p.yaml:3:") && Contains("GDAL: "));
}

TEST_CASE("gis.md: of several bands the preset chooses one, and it does so for files that GDAL reads only") {
  const test::TemporaryFolder folder;
  test::TiffBuilder tiff(2, 2, 16, test::TiffBuilder::signed_whole);
  tiff.band(test::bytes_of<std::int16_t>({1, 2, 3, 4})).band(test::bytes_of<std::int16_t>({50, 60, 70, 80}));
  test::write_text(folder / "a.tif", tiff.shorts(338, {0}).file());
  test::write_text(folder / "b.r16", "12345678");
  const auto build = [&](const std::string& params) {
    test::write_text(folder / "p.yaml", "weald: 1\nstages:\n  survey: {kind: heightmap_import, " + params +
                                            "}\noutputs:\n  - {from: survey, file: a.r32}\n");
    return test::run_weald({"build", "p.yaml"}, folder.path());
  };
  CHECK_THAT(build("file: b.r16, band: 1").err,
             Contains("p.yaml:3:") && Contains("'band' is for files that GDAL reads"));
  if (!io::has_gdal()) return;
  CHECK_THAT(build("file: a.tif").err, Contains("p.yaml:3:") && Contains("it has 2 bands"));
  CHECK_THAT(build("file: a.tif, band: 3").err, Contains("p.yaml:3:") && Contains("it has no band 3"));
  CHECK_THAT(build("file: a.tif, band: 0").err, Contains("p.yaml:3:") && Contains("outside 1 .. 65535"));
  const auto run = build("file: a.tif, band: 2");
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK(test::file_text(folder / "a.r32") == test::bytes_of<float>({50, 60, 70, 80}));
}
