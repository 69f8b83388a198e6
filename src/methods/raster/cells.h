#pragma once
// Cells: the samples of a grid in arrays padded by one sample on every side, so that loops over neighbours need no test
// for the border; and the eight neighbours.

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/math/math.h"

namespace weald::hydrology {

/// Index of a sample in the arrays.
using Cell = std::uint32_t;

/// Directions in which water leaves a cell, clockwise from east; odd ones are diagonal.
enum Direction : std::uint8_t {
  kEast,
  kSouthEast,
  kSouth,
  kSouthWest,
  kWest,
  kNorthWest,
  kNorth,
  kNorthEast,
  kOutlet,  ///< water leaves the map here
  kPit,     ///< no neighbour is lower
  kOutside  ///< the cell is not a sample of the grid
};

inline constexpr int kDirections = 8;
inline constexpr std::array<int, kDirections> kStepX{1, 1, 0, -1, -1, -1, 0, 1};
inline constexpr std::array<int, kDirections> kStepY{0, 1, 1, 1, 0, -1, -1, -1};

/// The direction that leads back.
constexpr int opposite(int direction) { return direction ^ 4; }

/// Length of a step in cells: 1, or the square root of 2 for diagonals.
constexpr double step_length(int direction) { return (direction & 1) != 0 ? math::kSqrt2 : 1.0; }

/// Unused values at the end of the arrays.
inline constexpr std::size_t kSlack = 64;

/// The arrangement of `width` x `height` samples with a margin of one.
struct Cells {
  int width = 0;
  int height = 0;

  int stride() const { return width + 2; }
  /// Length of the arrays: a whole vector may be read from the last sample on.
  std::size_t count() const {
    return static_cast<std::size_t>(width + 2) * static_cast<std::size_t>(height + 2) + kSlack;
  }
  /// Cell of column `x`, row `y`; the margin has columns and rows -1, width and height.
  Cell at(int x, int y) const {
    return static_cast<Cell>(y + 1) * static_cast<Cell>(stride()) + static_cast<Cell>(x + 1);
  }
  int column(Cell cell) const { return static_cast<int>(cell % static_cast<Cell>(stride())) - 1; }
  int row(Cell cell) const { return static_cast<int>(cell / static_cast<Cell>(stride())) - 1; }
  /// Offset from a cell to its neighbours; wraps as unsigned numbers do.
  std::array<Cell, kDirections> steps() const {
    std::array<Cell, kDirections> result{};
    for (int d = 0; d < kDirections; ++d) {
      result[static_cast<std::size_t>(d)] =
          static_cast<Cell>(kStepY[static_cast<std::size_t>(d)] * stride() + kStepX[static_cast<std::size_t>(d)]);
    }
    return result;
  }
  bool operator==(const Cells&) const = default;
};

}  // namespace weald::hydrology
