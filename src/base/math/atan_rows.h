#pragma once
// atan2 of many vectors at once.

#include <cstddef>

namespace weald::math {

/// Sets angles[i] to atan2(y[i], x[i]), with the same bits, in the widest vectors available. Pre: 0 <= y <= x and x >
/// 0, all between 1e-150 and 1e150 or 0.
void atan_rows(const double* y, const double* x, std::size_t count, double* angles);

}  // namespace weald::math
