#pragma once
// Priority-Flood: fills closed depressions up to their lowest outlet.
//
// Cells are visited inwards from the outlets, lowest first. A cell that is lower than its predecessor is raised. Cells
// of equal height are visited in the order of their index, so that the result is unique.

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "data/grid.h"
#include "methods/raster/cells.h"

namespace weald::hydrology {

/// The surface of a filled depression.
enum class FillSurface {
  level,    ///< flat, at the height of the outlet
  draining  ///< every raised sample is the next float above the sample that it drains to
};

/// Fills depressions. `heights` and `outlets` are arrays over `cells`; water leaves where `outlets` is not 0. Cells
/// that cannot be reached from any outlet keep their height. Time: O(n log n). Source: [barnes2014] (Priority-Flood
/// with epsilon), [zhou2016] (slopes need no heap).
void flood(const Cells& cells, std::span<float> heights, std::span<const std::uint8_t> outlets, FillSurface surface);

/// `land` with every depression raised until water from each sample reaches the border or a sample not above `sea`,
/// with a descent of at least `slope` per sample (times root two on diagonals). Samples that already drain keep their
/// height. Heights in units of the cell size. Source: [barnes2014], [zhou2016].
Grid<float> spill_surface(const Grid<float>& land, float sea, float slope);

/// An integer with the same order as the floats. Pre: finite.
inline std::uint32_t ordered(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value + 0.0f);  // the sum turns -0 into 0
  return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

/// The next larger float. Pre: finite.
inline float next_up(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value + 0.0f);  // the sum turns -0 into 0
  return std::bit_cast<float>((bits & 0x80000000u) != 0 ? bits - 1 : bits + 1);
}

}  // namespace weald::hydrology
