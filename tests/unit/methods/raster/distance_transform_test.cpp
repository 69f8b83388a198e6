#include "methods/raster/distance_transform.h"

#include "support/catch.h"

#include <algorithm>
#include <vector>

#include "base/rng.h"

using namespace weald;
using namespace weald::raster;

namespace {

Grid<std::int32_t> random_set(int width, int height, double share, std::uint64_t seed) {
  Grid<std::int32_t> set(width, height);
  const Rng rng(seed);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x)
      set.at(x, y) = rng.uniform(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)) < share ? 0 : kNoRow;
  }
  return set;
}

/// The nearest of all members, one after the other; -1 if there is none.
double nearest_of_all(const Grid<std::int32_t>& set, int x, int y) {
  double best = -1;
  for (int j = 0; j < set.height(); ++j) {
    for (int i = 0; i < set.width(); ++i) {
      const double square = double{1} * (i - x) * (i - x) + double{1} * (j - y) * (j - y);
      if (set.at(i, j) == 0 && (best < 0 || square < best)) best = square;
    }
  }
  return best;
}

}  // namespace

TEST_CASE("distance transform: agrees with a search over all members of a set") {
  std::uint64_t seed = 0;
  for (const auto& [width, height] : {std::pair{37, 29}, std::pair{1, 40}, std::pair{40, 1}, std::pair{1, 1}}) {
    for (const double share : {0.0, 0.002, 0.02, 0.3, 1.0}) {
      const Grid<std::int32_t> set = random_set(width, height, share, ++seed);
      Grid<std::int32_t> rows = set;
      nearest_in_columns(rows, 0, width / 2);
      nearest_in_columns(rows, width / 2, width);
      bool equal = true;
      for (int y = 0; y < height; ++y) {
        std::vector<double> squares(static_cast<std::size_t>(width));
        nearest_in_row(rows.row(y), 0, squares);
        for (int x = 0; x < width; ++x)
          equal = equal && squares[static_cast<std::size_t>(x)] == nearest_of_all(set, x, y);
        // A part of the row has the values of the whole.
        std::vector<double> part(static_cast<std::size_t>((width + 1) / 2));
        nearest_in_row(rows.row(y), width / 2, part);
        equal = equal && std::equal(part.begin(), part.end(), squares.begin() + width / 2);
      }
      CAPTURE(width, height, share);
      CHECK(equal);
    }
  }
}

TEST_CASE("distance transform: ties and long rows are exact") {
  std::vector<std::int32_t> rows(100001, kNoRow);
  rows[0] = 3;
  rows[100000] = 3;
  std::vector<double> squares(rows.size());
  nearest_in_row(rows, 0, squares);
  CHECK(squares[50000] == 2.5e9 + 9);
  CHECK(squares[49999] == 49999.0 * 49999.0 + 9);
  CHECK(squares[50001] == 49999.0 * 49999.0 + 9);
  CHECK(squares[100000] == 9);
}
