// Heightmaps that are read row by row.

#include "support/catch.h"

#include <cmath>
#include <limits>
#include <optional>

#include "base/error.h"
#include "data/height_rows.h"

using namespace weald;

TEST_CASE("height rows: those of a map in memory are its samples, with their range") {
  Heightmap map(GridSpec{37, 5, 2, {3, 4}});
  for (std::size_t i = 0; i < map.heights.size(); ++i) map.heights.values()[i] = static_cast<float>((i * 31) % 97) - 50;
  StoredRows rows(map);
  CHECK(rows.grid() == map.grid());
  const HeightView view = rows.rows(2, 2);
  for (int x = 0; x < 37; ++x) {
    CHECK(view.at(x, 2) == map.heights.at(x, 2));
    CHECK(view.at(x, 3) == map.heights.at(x, 3));
  }
  const HeightRange range = rows.range();
  CHECK(range.min == height_range(map).min);
  CHECK(range.max == height_range(map).max);
  map.heights.at(36, 4) = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_WITH(StoredRows(map), Catch::Contains("sample (36, 4) is not a number"));
}

TEST_CASE("height rows: a range does not depend on the order of zeros of both signs") {
  for (const bool negative_first : {false, true}) {
    Heightmap map(GridSpec{2, 1, 1, {0, 0}});
    map.heights.at(negative_first ? 0 : 1, 0) = -0.0f;
    const HeightRange range = StoredRows(map).range();
    CHECK_FALSE(std::signbit(range.min));
    CHECK_FALSE(std::signbit(range.max));
  }
}

TEST_CASE("height rows: the range of an empty map is 0 to 0, and that of parts grows to the whole") {
  const Heightmap empty;
  CHECK(StoredRows(empty).range().max == 0);
  Heightmap map(GridSpec{20, 2, 1, {0, 0}});
  map.heights.at(19, 0) = -3;
  map.heights.at(18, 1) = 8;
  const HeightView all = view(std::as_const(map));
  std::optional<HeightRange> range;
  grow_range(range, {{0, 0, 20, 1}, all.data, all.stride});
  CHECK(range->min == -3);
  CHECK(range->max == 0);
  grow_range(range, {{0, 1, 20, 1}, all.row(1), all.stride});
  CHECK(range->min == -3);
  CHECK(range->max == 8);
}
