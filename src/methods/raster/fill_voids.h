#pragma once
// Heights where a heightmap has no data, from those around.

#include <cstdint>
#include <optional>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/grid.h"

namespace weald::raster {

/// Where samples have no data: 1, elsewhere 0.
using VoidMask = Grid<std::uint8_t>;

/// The samples without data.
struct VoidCount {
  std::int64_t count = 0;
  int x = 0;  ///< column of the first, row by row
  int y = 0;  ///< its row
  bool operator==(const VoidCount&) const = default;
};

/// Counts the samples without data; unset if there are none.
std::optional<VoidCount> count_voids(const VoidMask& voids);

/// Most samples without data that fill_smoothly() solves for: some nine gigabytes of memory.
inline constexpr std::int64_t kMaxSmoothVoids = std::int64_t{1} << 26;

/// Bytes that fill_smoothly() takes for each of them.
inline constexpr double kSmoothBytes = 130;

/// Sets the samples without data to the heights of a membrane that is stretched over the voids: each is the mean of its
/// neighbours to the north, east, south and west, as far as they lie in the grid, weighted by the inverse square of
/// their distance. The residual is made so small that no height is off by more than 1 mm in voids up to 900 samples
/// wide; in wider voids, rounding limits it. Planes and all other discretely harmonic heights are continued exactly.
/// The work grows with the number of samples without data, about 1.5 microseconds for each. `spacing`: distances of
/// samples along a row and of rows, in any unit. Pre: equal sizes; some sample has data; distances above 0. Errors:
/// StageError (key `fill`) if more than kMaxSmoothVoids samples have no data; Interrupted, after which `heights` is
/// empty. Source: [shewchuk1994], [bornemann1996], [tatebe1993].
void fill_smoothly(Grid<float>& heights, const VoidMask& voids, const Vec2& spacing, const RunContext& context);

}  // namespace weald::raster
