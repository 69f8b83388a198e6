#pragma once
// Exact Euclidean distance from every sample of a grid to the nearest sample of a set.
//
// Two passes, linear in the number of samples: the first finds the nearest member of the set in each column, the second
// the lower envelope of the parabolas of each row. Source: [meijster2000], [felzenszwalb2012].

#include <cstdint>
#include <span>

#include "data/grid.h"

namespace weald::raster {

/// A number of rows that is larger than that of any grid: no member of the set lies in the column.
inline constexpr std::int32_t kNoRow = std::int32_t{1} << 28;

/// Replaces the columns [begin, end) of `rows`, in which members of the set are 0 and others kNoRow, by the distance,
/// in rows, to the nearest member in the column; kNoRow if there is none.
void nearest_in_columns(Grid<std::int32_t>& rows, int begin, int end);

/// Squared distance, in samples, from each sample of a row to the nearest member of the set: `squares[i]` is that of
/// sample begin + i. `rows` is a whole row of nearest_in_columns(). -1 if the set is empty. Exact. Pre: fewer than 2^24
/// columns.
void nearest_in_row(std::span<const std::int32_t> rows, int begin, std::span<double> squares);

}  // namespace weald::raster
