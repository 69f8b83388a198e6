// Samples without data, and elevation grids, in the stage heightmap_import.

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "support/catch.h"

#include "base/error.h"
#include "formats/files/raw_words.h"
#include "formats/gdal/raster_reader.h"
#include "stages/import/heightmap_import.h"
#include "support/files.h"
#include "unit/formats/gdal/tiff_builder.h"
#include "unit/formats/images/grey_maps.h"
#include "unit/stages/import/imports.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;
using Catch::Contains;

TEST_CASE("heightmap import: no data is never a height: it is refused with its place, or filled by choice") {
  TemporaryFolder folder;
  // A plane with a void, in every format that can hold one.
  constexpr int kWidth = 20, kHeight = 16;
  const auto plane = [](int x, int y) { return 3 * x - 2 * y + 100; };
  const auto is_void = [](int x, int y) { return x >= 7 && x < 12 && y >= 4 && y < 9; };
  const auto write = [&](const std::string& name, float no_data) {
    std::string text, raw;
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        const float height = is_void(x, y) ? no_data : static_cast<float>(plane(x, y));
        if (name.ends_with(".asc")) text += std::to_string(static_cast<int>(height)) + " ";
        char bytes[4];
        put_float(bytes, height);
        raw.append(bytes, 4);
      }
    }
    if (name.ends_with(".asc"))
      text = "ncols 20\nnrows 16\nxllcorner 5e5\nyllcorner 4e6\ncellsize 1\nNODATA_value -12345\n" + text;
    write_text(folder / name, name.ends_with(".asc") ? text : raw);
  };
  write("a.asc", -12345);
  write("usual.r32", -9999);
  write("srtm.r32", -32768);
  write("nan.r32", std::numeric_limits<float>::quiet_NaN());
  write("largest.r32", -std::numeric_limits<float>::max());
  write("own.r32", 7777);
  write("sidecar.r32", 7777);
  write_text(folder / "sidecar.r32.json", R"({"no_data": 7777, "width": 20, "height": 16})");
  write("b.flt", -9999);
  write_text(folder / "b.hdr",
             "ncols 20\nnrows 16\nxllcorner 5e5\nyllcorner 4e6\ncellsize 1\nNODATA_value -9999\nbyteorder LSBFIRST\n");

  for (const std::string name :
       {"a.asc", "usual.r32", "srtm.r32", "nan.r32", "largest.r32", "own.r32", "sidecar.r32", "b.flt"}) {
    CAPTURE(name);
    if (!name.ends_with(".r32") && !has_gdal()) continue;
    Heard heard;
    HeightmapImportParams params{file_at(folder / name)};
    if (name.ends_with(".r32")) params.raw_size = {kWidth, kHeight};
    if (name == "own.r32") {
      CHECK(import_heightmap(params, heard.context).heights.at(7, 4) == 7777);  // nobody says that it is no height
      params.no_data = 7777;
    }
    CHECK_THROWS_WITH(import_heightmap(params, heard.context),
                      Contains("25 of 320 samples have no data") && Contains("column 7, row 4"));
    params.fill = VoidFilling::smooth;
    const Heightmap smooth = import_heightmap(params, heard.context);
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        CHECK(static_cast<double>(smooth.heights.at(x, y)) == Approx(plane(x, y)).margin(1.1e-3));
        if (!is_void(x, y)) CHECK(smooth.heights.at(x, y) == static_cast<float>(plane(x, y)));
      }
    }
  }
}

TEST_CASE("heightmap import: floats of 1e30 and more have no data, whatever value is stated") {
  if (!has_gdal()) return;
  TemporaryFolder folder;
  const std::string head = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n";
  const auto floats = [](float bad) {
    std::string bytes;
    for (const float height : {1.0f, 2.0f, 3.0f, 4.0f, bad, 6.0f}) {
      char word[4];
      put_float(word, height);
      bytes.append(word, 4);
    }
    return bytes;
  };
  for (const float bad : {1e30f, -3.4028235e38f}) {
    CAPTURE(bad);
    write_text(folder / "a.flt", floats(bad));
    write_text(folder / "b.r32", floats(bad));
    write_text(folder / "c.asc", head + "NODATA_value -1\n1 2 3 4 " + std::to_string(bad) + " 6\n");
    for (const char* stated : {"", "nodata_value -9999\n", "nodata_value 1e300\n", "nodata_value nan\n"}) {
      CAPTURE(stated);
      write_text(folder / "a.hdr", head + stated + "byteorder lsbfirst\n");
      for (const char* name : {"a.flt", "b.r32", "c.asc"}) {
        CAPTURE(name);
        Heard heard;
        HeightmapImportParams params{file_at(folder / name)};
        if (std::string(name) == "b.r32") {
          params.raw_size = {3, 2};
          params.no_data = -1;
        }
        CHECK_THROWS_WITH(import_heightmap(params, heard.context),
                          Contains("1 of 6 samples have no data, the first one in column 1, row 1"));
      }
    }
  }
}

TEST_CASE("heightmap import: levels of a PNG have no data only where it is said, and a file of nothing is refused") {
  TemporaryFolder folder;
  GreyMap map(4, 3, 100);
  map.at(1, 2) = 0;
  write_png(folder / "map.png", map);
  Heard heard;
  HeightmapImportParams params{file_at(folder / "map.png"), 0, 65535};
  CHECK(import_heightmap(params, heard.context).heights.at(1, 2) == 0);
  params.no_data = 0;
  CHECK_THROWS_WITH(import_heightmap(params, heard.context),
                    Contains("1 of 12 samples have no data, the first one in column 1, row 2"));
  params.fill = VoidFilling::smooth;
  CHECK(import_heightmap(params, heard.context).heights.at(1, 2) == 100);
  params.no_data = 100;
  map.at(1, 2) = 100;
  write_png(folder / "map.png", map);
  CHECK_THROWS_WITH(import_heightmap(params, heard.context), Contains("no sample has data"));
}

TEST_CASE("heightmap import: samples in degrees become square cells, on which a plane stays a plane") {
  if (!has_gdal()) return;
  TemporaryFolder folder;
  // Rows and columns of a ten-thousandth of a degree at 60 degrees north, where columns are half as far apart.
  std::string text = "ncols 31\nnrows 21\nxllcorner 10\nyllcorner 59.999\ncellsize 0.0001\n";
  for (int y = 0; y < 21; ++y) {
    for (int x = 0; x < 31; ++x) text += std::to_string(5 * x + 12 * y) + " ";
  }
  write_text(folder / "a.asc", text);
  Heard heard;
  HeightmapImportParams params{file_at(folder / "a.asc")};
  const Heightmap map = import_heightmap(params, heard.context);
  REQUIRE(heard.warnings.size() == 1);  // the unit is a guess
  CHECK_THAT(heard.warnings[0], Contains("degrees") && Contains("'cell_size'"));
  CHECK(map.width() == 31);
  CHECK(map.height() == 41);  // the cosine of 60.00005 degrees is a little below a half
  CHECK(map.cell_size == Approx(5.5597).epsilon(1e-4));
  for (int y = 0; y < map.height(); ++y)  // up to the border
    CHECK(static_cast<double>(map.heights.at(7, y)) == Approx(35 + 12 * y * 0.5).margin(2e-2));
  schema::Estimates none;
  const auto estimate = HeightmapImport::estimate(params, none);
  REQUIRE(estimate.grid);
  CHECK(*estimate.grid == map.grid());
  params.cell_size = 30;  // the samples as they are
  heard.warnings.clear();
  CHECK(import_heightmap(params, heard.context).height() == 21);
  CHECK(heard.warnings.empty());
}

TEST_CASE("heightmap import: elevation grids are checked before anything runs, and their header files are read") {
  if (!has_gdal()) return;
  TemporaryFolder folder;
  write_text(folder / "bad.asc", "ncols 2\n1 2\n");
  CHECK_THAT(check_messages<HeightmapImportParams>(folder / "bad.asc"), Contains("3:11") && Contains("GDAL"));
  write_text(folder / "a.bil", "1234");
  CHECK_THAT(check_messages<HeightmapImportParams>(folder / "a.bil"), Contains("3:11") && Contains("GDAL"));
  const std::vector<std::string> files = HeightmapImport::files_read({file_at(folder / "a.bil")});
  CHECK(std::ranges::find(files, (folder / "a.hdr").string()) != files.end());
}

TEST_CASE("heightmap import: cells that are much longer than wide do not become more samples than a map may have") {
  if (!has_gdal()) return;
  TemporaryFolder folder;
  write_text(folder / "long.bil", std::string(2 * 100, '\x07'));
  const HeightmapImportParams params{file_at(folder / "long.bil")};
  Heard heard;
  schema::Estimates none;
  // The last two cells are so long that the number of rows is beyond the largest int, or infinite.
  for (const char* length : {"3e6", "1e12", "1e300"}) {
    CAPTURE(length);
    write_text(folder / "long.hdr", "ncols 2\nnrows 100\nnbits 8\nxdim 1\nydim " + std::string(length) + "\n");
    CHECK_THROWS_WITH(import_heightmap(params, heard.context), Contains("more than 16385 x 16385 samples"));
    CHECK_FALSE(HeightmapImport::estimate(params, none).grid);
  }
}

TEST_CASE("heightmap import: the estimate knows what filling may take") {
  if (!has_gdal()) return;
  TemporaryFolder folder;
  write_text(folder / "wide.bil", std::string(2 * 1000 * 1000, '\x07'));
  write_text(folder / "wide.hdr", "ncols 1000\nnrows 1000\nnbits 16\n");
  HeightmapImportParams params{file_at(folder / "wide.bil")};
  params.cell_size = 30;
  const auto estimate = [&](std::optional<VoidFilling> fill) {
    params.fill = fill;
    return HeightmapImport::estimate(params, {});
  };
  CHECK(*estimate(std::nullopt).seconds.most < 0.1);
  const Estimate smooth = estimate(VoidFilling::smooth);
  CHECK(smooth.seconds.least == estimate(std::nullopt).seconds.least);
  CHECK(*smooth.seconds.most > 1);
  CHECK(*smooth.scratch.most == 130e6);
}

TEST_CASE("heightmap import: voids are filled by distances on the ground, not in samples") {
  if (!has_gdal()) return;
  TemporaryFolder folder;
  // Rows are twice as far apart as the samples of a row: the void is 10 m from two samples, 20 m from two.
  write_text(folder / "a.bil", std::string("\x5A\x28\x5A\x0A\xFF\x0A\x5A\x28\x5A", 9));
  write_text(folder / "a.hdr", "ncols 3\nnrows 3\nnbits 8\nxdim 10\nydim 20\nnodata 255\n");
  Heard heard;
  HeightmapImportParams params{file_at(folder / "a.bil")};
  params.fill = VoidFilling::smooth;
  CHECK(static_cast<double>(import_heightmap(params, heard.context).heights.at(1, 2)) ==
        Approx((2 * 10 + 2 * 40 / 4.0) / 2.5).margin(1.1e-3));
  // With a cell size, the samples are equally far apart.
  params.cell_size = 10;
  CHECK(static_cast<double>(import_heightmap(params, heard.context).heights.at(1, 1)) ==
        Approx((2 * 10 + 2 * 40) / 4.0).margin(1.1e-3));
}

TEST_CASE("heightmap import: a height beyond all mountains is refused with its place") {
  if (!has_gdal()) return;
  TemporaryFolder folder;
  write_text(folder / "a.asc", "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n4 1000001 6\n");
  Heard heard;
  CHECK_THROWS_WITH(import_heightmap({file_at(folder / "a.asc")}, heard.context),
                    Contains("the height in column 1, row 1 is not within 1000000 m"));
}

TEST_CASE("heightmap import: the progress of a GeoTIFF with voids never falls") {
  if (!has_gdal()) return;
  constexpr int kSide = 1100;  // read in two parts
  const TemporaryFolder folder;
  std::vector<std::int16_t> samples(kSide * kSide, 5);
  samples[7 * kSide + 9] = -9999;
  TiffBuilder tiff(kSide, kSide, 16, TiffBuilder::signed_whole);
  write_text(folder / "a.tif", tiff.band(bytes_of(samples)).file());
  HeightmapImportParams params{file_at(folder / "a.tif")};
  params.fill = VoidFilling::smooth;
  std::vector<double> shares;
  RunContext context;
  context.on_progress = [&](double share) { shares.push_back(share); };
  const Heightmap map = import_heightmap(params, context);
  CHECK(static_cast<double>(map.heights.at(9, 7)) == Approx(5).margin(1.1e-3));
  CHECK(shares.size() > 3);
  CHECK(std::ranges::is_sorted(shares));
}
