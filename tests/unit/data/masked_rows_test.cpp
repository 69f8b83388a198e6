// Rows in which a number stands for samples without data.

#include <algorithm>
#include <vector>

#include "support/catch.h"

#include "base/error.h"
#include "data/masked_rows.h"

using namespace weald;
using Catch::Contains;

namespace {

Heightmap map_with(const GridSpec& grid, const std::vector<float>& values) {
  Heightmap map(grid);
  std::ranges::copy(values, map.heights.values().begin());
  return map;
}

const GridSpec kThreeByTwo{3, 2, 10, {100, 200}};

}  // namespace

TEST_CASE("masked rows: samples whose mask is below one half have no data, in whatever pieces they are read") {
  const Heightmap map = map_with(kThreeByTwo, {1, 2, 3, 4, 5, -9999}),
                  mask = map_with(kThreeByTwo, {0.5f, 0.49f, 1, 0, 1, 0});
  StoredRows heights(map), shares(mask);
  MaskedRows rows(heights, shares, -9999);
  CHECK(rows.no_data() == -9999.0f);
  CHECK_FALSE(heights.no_data());
  CHECK(rows.grid() == kThreeByTwo);
  std::vector<float> found;
  for (const int first : {0, 1}) {
    const HeightView view = rows.rows(first, 1);
    for (int x = 0; x < 3; ++x) found.push_back(view.at(x, first));
  }
  CHECK(found == std::vector<float>{1, -9999, 3, -9999, 5, -9999});
  CHECK(rows.rows(0, 2).at(1, 1) == 5);
}

TEST_CASE("masked rows: the range is that of the samples with data") {
  const Heightmap map = map_with(kThreeByTwo, {-500, 2, 3, 4, 5, 900}),
                  mask = map_with(kThreeByTwo, {0, 1, 1, 1, 1, 0}), none = map_with(kThreeByTwo, {0, 0, 0, 0, 0, 0});
  StoredRows heights(map), shares(mask), no_shares(none);
  const HeightRange range = MaskedRows(heights, shares, -9999).range();
  CHECK(range.min == 2);
  CHECK(range.max == 5);
  const HeightRange empty = MaskedRows(heights, no_shares, -9999).range();
  CHECK(empty.min == 0);
  CHECK(empty.max == 0);
}

TEST_CASE("masked rows: a height that is the number of none, and a mask on another grid, are errors") {
  const Heightmap map = map_with(kThreeByTwo, {1, 2, 3, 4, 5, -9999}), all = map_with(kThreeByTwo, {1, 1, 1, 1, 1, 1});
  StoredRows heights(map), shares(all);
  MaskedRows rows(heights, shares, -9999);
  CHECK(rows.rows(0, 1).at(0, 0) == 1);
  CHECK_THROWS_WITH(rows.rows(1, 1), Contains("column 2, row 1 is -9999") && Contains("choose another number"));
  const Heightmap other = map_with({3, 2, 10, {100, 210}}, {1, 1, 1, 1, 1, 1});
  StoredRows moved(other);
  CHECK_THROWS_AS(MaskedRows(heights, moved, -9999), StageError);
}
