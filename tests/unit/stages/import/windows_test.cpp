// Imports of large files in windows: the bits of the whole map.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/catch.h"

#include "base/error.h"
#include "formats/files/raw_words.h"
#include "formats/gdal/raster_reader.h"
#include "stages/import/detail/survey_windows.h"
#include "support/files.h"
#include "unit/stages/import/imports.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;
using Catch::Contains;

namespace {

constexpr int kLargeSide = 4100;  // more samples than are kept

/// A sparse file of kLargeSide x kLargeSide floats, 0 but in some rows.
void write_sparse(const std::filesystem::path& path) {
  std::ofstream file(path, std::ios::binary);
  for (int y = 0; y < kLargeSide; y += 97) {
    std::string row;
    for (int x = 0; x < kLargeSide; ++x) {
      char bytes[4];
      put_float(bytes, static_cast<float>(x % 113 + y));
      row.append(bytes, 4);
    }
    file.seekp(std::streamoff{4} * kLargeSide * y);
    file << row;
  }
  file.close();
  std::filesystem::resize_file(path, std::uintmax_t{4} * kLargeSide * kLargeSide);
}

/// The samples of `region` of an import in windows.
Grid<float> window_of(const WindowedMap& map, const Region& region) {
  Grid<float> samples(region.width, region.height);
  const FieldWindow window{map.grid, {}, {region, samples.values().data(), region.width}};
  map.kernel({}).fill(window);
  return samples;
}

void check_windows(const HeightmapImportParams& params) {
  const Heightmap whole = import_heightmap(params, {});
  const auto map = windowed_import(params);
  REQUIRE(map);
  REQUIRE(map->grid == whole.grid());
  const int width = whole.width(), height = whole.height();
  for (const Region& region : {Region{0, 0, 70, 130}, Region{width / 2, height / 3, 301, 64},
                               Region{width - 90, height - 70, 90, 70}, Region{5, height - 1, 1, 1}}) {
    const Grid<float> part = window_of(*map, region);
    bool is_equal = true;
    for (int y = 0; y < region.height; ++y)
      is_equal &= std::ranges::equal(
          part.row(y), whole.heights.row(region.y + y).subspan(static_cast<std::size_t>(region.x), part.row(y).size()));
    CHECK(is_equal);
  }
}

}  // namespace

TEST_CASE("windows of an import have the bits of the whole map, also where it is resampled") {
  if (!has_gdal()) return;
  const TemporaryFolder folder;
  write_sparse(folder / "a.flt");
  const auto describe = [&](const std::string& cells) {
    write_text(folder / "a.hdr", "ncols 4100\nnrows 4100\nxllcorner 5e5\nyllcorner 4e6\n" + cells +
                                     "\nNODATA_value -9999\nbyteorder LSBFIRST\n");
  };
  HeightmapImportParams params{file_at(folder / "a.flt")};
  describe("cellsize 30");
  check_windows(params);
  describe("xdim 30\nydim 37");  // is resampled to square cells
  check_windows(params);
  params.size = {2050, 1500};
  params.interpolation = Interpolation::bilinear;
  check_windows(params);
}

TEST_CASE("an import is read as a whole if it is small, filled, text, or resampled to much coarser cells") {
  const TemporaryFolder folder;
  HeightmapImportParams params{file_at(folder / "a.r32")};
  CHECK(is_read_in_windows(params, {4100, 4100}));
  CHECK_FALSE(is_read_in_windows(params, {4097, 4097}));
  params.size = {900, 900};
  CHECK_FALSE(is_read_in_windows(params, {4100, 4100}));
  params.size.reset();
  params.fill = VoidFilling::refuse;
  CHECK(is_read_in_windows(params, {4100, 4100}));
  params.fill = VoidFilling::smooth;
  CHECK_FALSE(is_read_in_windows(params, {4100, 4100}));
  for (const char* name : {"a.asc", "a.png", "a.exr"})
    CHECK_FALSE(is_read_in_windows({file_at(folder / name)}, {4100, 4100}));
  for (const char* name : {"a.tif", "a.bil", "a.flt", "a.hgt", "a.r16"})
    CHECK(is_read_in_windows({file_at(folder / name)}, {4100, 4100}));
  CHECK_FALSE(windowed_import({file_at(folder / "none.r32")}));
  CHECK_NOTHROW(require_size({file_at(folder / "a.tif")}, {65537, 65537}));
  CHECK_THROWS_WITH(require_size(params, {65537, 65537}),
                    Contains("more than 16385 x 16385") && Contains("without 'fill'"));
}

TEST_CASE("windows of an import refuse samples without data, and their mask is 1") {
  const TemporaryFolder folder;
  write_sparse(folder / "a.r32");
  {
    std::fstream file(folder / "a.r32", std::ios::binary | std::ios::in | std::ios::out);
    char bytes[4];
    put_float(bytes, -9999);
    file.seekp(std::streamoff{4} * (std::streamoff{kLargeSide} * 2000 + 3000));
    file.write(bytes, 4);
  }
  const auto map = windowed_import({file_at(folder / "a.r32")});
  REQUIRE(map);
  CHECK_THROWS_WITH(window_of(*map, {2990, 1990, 20, 20}), Contains("column 3000, row 2000 of 'a.r32' has no data"));
  CHECK(window_of(*map, {2990, 2001, 1, 1}).at(0, 0) == 0);
  Grid<float> mask(3, 2);
  map->part_kernel("mask").fill({map->grid, {}, {{7, 8, 3, 2}, mask.values().data(), 3}});
  CHECK(mask == Grid<float>(3, 2, 1.0f));
  const FieldWindow around{map->grid, {}, {{2999, 2000, 3, 2}, mask.values().data(), 3}};
  CHECK_THROWS_WITH(map->part_kernel("mask").fill(around), Contains("column 3000, row 2000 of 'a.r32' has no data"));
}

TEST_CASE("a file that has another size when its windows are read is refused") {
  const TemporaryFolder folder;
  write_sparse(folder / "a.r32");
  const auto map = windowed_import({file_at(folder / "a.r32")});
  REQUIRE(map);
  const std::uintmax_t side = kLargeSide + 100;
  std::filesystem::resize_file(folder / "a.r32", 4 * side * side);
  CHECK_THROWS_WITH(map->kernel({}), Contains("a.r32': it has changed since its size was read"));
}
