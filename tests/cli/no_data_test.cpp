// Samples without data on their way through a preset: read from a survey, and written to files of GIS programs.

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.h"

#include "formats/gdal/raster_reader.h"
#include "support/files.h"
#include "support/run_weald.h"

using Catch::Contains;
using namespace weald::test;

namespace {

constexpr int kSurveySide = 33;

bool is_void_at(int x, int y) { return (x > 4 && x < 15 && y > 6 && y < 12) || x + y > 52; }

/// An ESRI ASCII grid with two voids.
std::string survey_with_voids() {
  std::string text = "ncols 33\nnrows 33\nxllcorner 730000\nyllcorner 4040000\ncellsize 25\nNODATA_value -32768\n";
  for (int y = 0; y < kSurveySide; ++y) {
    for (int x = 0; x < kSurveySide; ++x)
      text += is_void_at(x, y) ? "-32768 " : std::to_string(100 + 3 * x - 2 * y) + " ";
  }
  return text;
}

const std::string kSurveyWithVoids =
    "weald: 1\nstages:\n  survey: {kind: heightmap_import, file: survey.asc, fill: smooth}\n"
    "  worn: {kind: thermal_erosion, from: survey, iterations: 2}\n";

/// The samples of a file; -9999 for those without data.
std::vector<double> samples_in(const std::filesystem::path& file) {
  const weald::io::ElevationGrid grid = weald::io::read_raster(file, {});
  std::vector<double> samples;
  for (const float height : grid.heights.values())
    samples.push_back(std::isnan(height) ? -9999 : static_cast<double>(height));
  return samples;
}

}  // namespace

TEST_CASE("no data: what a survey lacks is marked in a GeoTIFF, and reads back as samples without data", "[cli]") {
  if (!weald::io::has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "survey.asc", survey_with_voids());
  std::string preset = kSurveyWithVoids + "outputs:\n  - {from: survey.mask, file: mask.r32}\n";
  preset += "  - {from: worn, file: a.tif, mask: survey.mask}\n";
  write_text(folder / "p.yaml", preset);
  const Run run = run_weald({"build", "p.yaml"}, folder.path());
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  write_text(folder / "back.yaml",
             "weald: 1\nstages:\n  back: {kind: heightmap_import, file: a.tif, fill: smooth}\noutputs:\n"
             "  - {from: back.mask, file: back.r32}\n");
  REQUIRE(run_weald({"build", "back.yaml"}, folder.path()).exit_code == 0);
  CHECK(file_text(folder / "back.r32") == file_text(folder / "mask.r32"));
  if (std::system("command -v gdalinfo >/dev/null") != 0) return;
  int voids = 0;
  for (int i = 0; i < kSurveySide * kSurveySide; ++i) voids += is_void_at(i % kSurveySide, i / kSurveySide) ? 1 : 0;
  const double share = 100.0 * (kSurveySide * kSurveySide - voids) / (kSurveySide * kSurveySide);
  REQUIRE(std::system(("cd '" + folder.path().string() +
                       "' && gdalinfo -stats a.tif >info && gdallocationinfo -valonly a.tif 6 8 >none && "
                       "gdallocationinfo -valonly a.tif 1 1 >some")
                          .c_str()) == 0);
  const std::string info = file_text(folder / "info");
  CHECK_THAT(info, Contains("NoData Value=-9999\n"));
  const std::string key = "STATISTICS_VALID_PERCENT=";
  CHECK(std::stod(info.substr(info.find(key) + key.size())) == Approx(share).margin(0.01));
  CHECK(std::stod(file_text(folder / "none")) == -9999);
  CHECK(std::stod(file_text(folder / "some")) == Approx(101).margin(0.5));
}

TEST_CASE("no data: the mask follows the heights through crop, resample, tiles and levels", "[cli]") {
  if (!weald::io::has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "survey.asc", survey_with_voids());
  write_text(folder / "p.yaml", kSurveyWithVoids +
                                    "  part: {kind: crop, from: worn, samples: [4, 6, 10, 8]}\n"
                                    "  part_mask: {kind: crop, from: survey.mask, samples: [4, 6, 10, 8]}\n"
                                    "outputs:\n  - {from: part, file: part.tif, mask: part_mask, no_data: -1}\n"
                                    "  - {from: worn, file: all.tif, mask: survey.mask}\n");
  const Run plain = run_weald({"build", "p.yaml"}, folder.path());
  INFO(plain.err);
  REQUIRE(plain.exit_code == 0);
  const std::vector<double> part = samples_in(folder / "part.tif");
  REQUIRE(part.size() == 80);
  for (int i = 0; i < 80; ++i)
    CHECK((part[static_cast<std::size_t>(i)] == -9999) == is_void_at(4 + i % 10, 6 + i / 10));

  write_text(folder / "world.yaml", kSurveyWithVoids +
                                        "world: {tile: 9, overlap: 1, levels: 2}\noutputs:\n"
                                        "  - {from: worn, file: 't/{z}_{x}_{y}.tif', mask: survey.mask}\n");
  const Run world = run_weald({"build", "world.yaml"}, folder.path());
  INFO(world.err);
  REQUIRE(world.exit_code == 0);
  const std::vector<double> all = samples_in(folder / "all.tif");
  for (int tile = 0; tile < 16; ++tile) {
    const int column = tile % 4, row = tile / 4;
    const std::vector<double> own =
        samples_in(folder / ("t/1_" + std::to_string(column) + "_" + std::to_string(row) + ".tif"));
    REQUIRE(own.size() == 81);
    for (int i = 0; i < 81; ++i)
      CHECK(own[static_cast<std::size_t>(i)] ==
            all[static_cast<std::size_t>((row * 8 + i / 9) * kSurveySide + column * 8 + i % 9)]);
  }
  // A coarser sample is a mean of heights, never of heights and -9999.
  for (const char* name : {"t/0_0_0.tif", "t/0_1_0.tif", "t/0_0_1.tif", "t/0_1_1.tif"}) {
    for (const double sample : samples_in(folder / name)) CHECK((sample == -9999 || sample > 30));
  }
  CHECK(samples_in(folder / "t/0_0_0.tif")[4 * 9 + 4] == -9999);
}

TEST_CASE("no data: the digest and the golden of an output depend on which samples have data, and on no_data",
          "[cli]") {
  if (!weald::io::has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "survey.asc", survey_with_voids());
  const auto use = [&](const std::string& keys) {
    write_text(folder / "p.yaml", kSurveyWithVoids +
                                      "  land: {kind: formula, of: {m: survey.mask}, value: 'if(m > 0.5, 0.75, m)'}\n"
                                      "  all: {kind: formula, of: {m: survey.mask}, value: 'm * 0 + 1'}\n"
                                      "outputs:\n  - {from: worn, file: n.tif" +
                                      keys + "}\n");
  };
  const auto digest = [&](const std::string& keys) {
    use(keys);
    const Run run = run_weald({"digest", "p.yaml"}, folder.path());
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    return run.out;
  };
  const std::string masked = digest(", mask: survey.mask");
  CHECK(masked == digest(", mask: survey.mask, no_data: -9999"));
  CHECK(masked == digest(", mask: land"));  // other numbers, but the same samples
  CHECK(masked != digest(", mask: all"));
  CHECK(masked != digest(", mask: survey.mask, no_data: -1"));
  CHECK(masked != digest(""));
  CHECK(digest("") == digest(", crs: EPSG:32633"));

  use(", mask: survey.mask");
  REQUIRE(run_weald({"golden", "init", "p.yaml"}, folder.path()).exit_code == 0);
  CHECK_THAT(file_text(folder / "goldens/pinned/p.txt"), Contains(masked.substr(0, 32)));
  CHECK(run_weald({"golden", "check"}, folder.path()).exit_code == 0);
  use(", mask: all");
  CHECK(run_weald({"golden", "check"}, folder.path()).exit_code == 1);
}

TEST_CASE("no data: a mask that cannot be written, or does not fit, is an error at its place", "[cli]") {
  if (!weald::io::has_gdal()) return;
  const TemporaryFolder folder;
  write_text(folder / "survey.asc", survey_with_voids());
  const auto says = [&](const std::string& output) {
    write_text(folder / "p.yaml",
               kSurveyWithVoids + "  small: {kind: fbm, size: [9, 9]}\noutputs:\n  - {from: worn, " + output + "}\n");
    const Run run = run_weald({"build", "p.yaml"}, folder.path());
    CHECK(run.exit_code == 2);
    return run.err;
  };
  for (const char* file : {"a.png", "a.obj", "a.r16", "a.exr", "a.glb"})
    CHECK_THAT(says(std::string("mask: survey.mask, file: ") + file),
               Contains("p.yaml:7:") && Contains("'mask' applies to GeoTIFF files"));
  CHECK_THAT(says("file: a.tif, no_data: -1"), Contains("p.yaml:7:40") && Contains("that a 'mask' leaves out"));
  CHECK_THAT(says("file: a.tif, mask: small"),
             Contains("p.yaml:7:37") && Contains("9 x 9") && Contains("the stage resample puts"));
  CHECK_THAT(says("file: a.tif, mask: survey.masc"), Contains("p.yaml:7:37") && Contains("did you mean 'mask'"));
  CHECK_THAT(says("file: a.tif, mask: survey.mask, no_data: 100"),
             Contains("p.yaml:7:59") && Contains("column 0, row 0 is 100") && Contains("choose another number"));
}
