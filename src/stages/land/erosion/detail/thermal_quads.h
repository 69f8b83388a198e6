#pragma once
// The building blocks of erosion at rest: flows along the sides of quads, and sums in a fixed order. Internal to
// stages/land/erosion.

#include <array>
#include <cmath>
#include <cstddef>

#include "base/parallel.h"
#include "data/grid.h"

namespace weald::terrain::detail {

/// Calls body(y) for every row, blocks of rows in parallel.
template <class Body>
void for_rest_rows(int height, const Body& body) {
  constexpr std::size_t kRows = 32;
  parallel_blocks(static_cast<std::size_t>(height), kRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) body(static_cast<int>(y));
  });
}

/// Sides of a quad: the square between four samples, which belongs to the north-western one. Each side carries
/// material: the northern and the southern one eastwards, the western and the eastern one southwards.
inline constexpr int kSides = 4;

/// A number for each side of each quad: four rows per row of quads.
struct Sides {
  Grid<float> rows;

  Sides(int width, int height) : rows(width, height * kSides) {}
  float* row(int y, int side) { return rows.row(y * kSides + side).data(); }
  const float* row(int y, int side) const { return rows.row(y * kSides + side).data(); }
};

/// The numbers of one row of quads: north, south, west, east.
struct SideRows {
  float* side[kSides];

  SideRows(Sides& sides, int y) {
    for (int i = 0; i < kSides; ++i) side[i] = sides.row(y, i);
  }
};

/// Height drops along the sides of a quad, positive where they fall to the east and south.
struct Drops {
  float north, south, west, east;

  Drops(const float* upper, const float* lower, int x)
      : north(upper[x] - upper[x + 1]),
        south(lower[x] - lower[x + 1]),
        west(upper[x] - lower[x]),
        east(upper[x + 1] - lower[x + 1]) {}
};

/// The share of a vector of this squared length that exceeds `limit`.
inline float beyond_limit(float square, float limit) {
  return square > limit * limit ? 1.0f - limit / std::sqrt(square) : 0.0f;
}

inline float squares(float a, float b) { return a * a + b * b; }

/// Calls body(x, sum) for the columns of a row, with eight sums, so that the order of additions does not depend on the
/// compiler's vectors. Returns their sum.
template <class Body>
double summed_columns(int count, const Body& body) {
  constexpr int kLanes = 8;
  std::array<double, kLanes> sums{};
  int x = 0;
  for (; x + kLanes <= count; x += kLanes) {
    for (int i = 0; i < kLanes; ++i) body(x + i, sums[static_cast<std::size_t>(i)]);
  }
  for (; x < count; ++x) body(x, sums[0]);
  double sum = 0;
  for (const double v : sums) sum += v;
  return sum;
}

}  // namespace weald::terrain::detail
