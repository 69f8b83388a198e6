#pragma once
// The table of arcs from which the inverse trigonometric functions start.

#include <array>
#include <cstddef>

#include "base/math/detail/double_double.h"

namespace weald::math {

inline constexpr int kArcSteps = 64;

/// atan(j / 64) for j = 0 .. 64, each computed by the compiler from the previous one by the addition theorem.
constexpr std::array<DoubleDouble, kArcSteps + 1> make_arcs() {
  std::array<DoubleDouble, kArcSteps + 1> arcs{};
  for (int j = 1; j <= kArcSteps; ++j) {
    const DoubleDouble x =
        DoubleDouble{kArcSteps, 0} / DoubleDouble{static_cast<double>(kArcSteps * kArcSteps + j * (j - 1)), 0};
    const DoubleDouble square = x * x;
    DoubleDouble sum{};
    for (int n = 19; n > 0; n -= 2) {
      sum = DoubleDouble{1, 0} / DoubleDouble{static_cast<double>(n), 0} - square * sum;
    }
    arcs[static_cast<std::size_t>(j)] = arcs[static_cast<std::size_t>(j - 1)] + x * sum;
  }
  return arcs;
}
inline constexpr std::array<DoubleDouble, kArcSteps + 1> kArcs = make_arcs();

}  // namespace weald::math
