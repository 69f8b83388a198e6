#pragma once
// Grid<T>: a row-major array of `width` x `height` values.

#include <cstddef>
#include <span>
#include <vector>

#include "base/check.h"
#include "data/grid_memory.h"

namespace weald {

/// Argument of Grid: values are left unset.
struct Unset {};
inline constexpr Unset kUnset;

/// Values in rows: column x, row y, row 0 first.
template <class T>
class Grid {
 public:
  Grid() = default;
  /// A grid of `width` columns and `height` rows, every value `fill`. Pre: both at least 0.
  Grid(int width, int height, const T& fill = T{})
      : width_(width),
        height_(height),
        values_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), fill) {}
  /// A grid with uninitialised values: threads can each initialise their part of a large grid. Pre: as above.
  Grid(int width, int height, Unset)
      : width_(width), height_(height), values_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

  int width() const { return width_; }
  int height() const { return height_; }
  bool empty() const { return values_.empty(); }
  /// Number of values: width times height.
  std::size_t size() const { return values_.size(); }

  /// Value in column `x`, row `y`. Pre: inside the grid (checked in debug builds).
  T& at(int x, int y) { return values_[index(x, y)]; }
  const T& at(int x, int y) const { return values_[index(x, y)]; }

  /// The values of row `y`, one per column. Pre: inside the grid (checked in debug builds).
  std::span<T> row(int y) { return std::span{values_}.subspan(index(0, y), static_cast<std::size_t>(width_)); }
  std::span<const T> row(int y) const {
    return std::span{values_}.subspan(index(0, y), static_cast<std::size_t>(width_));
  }
  /// All values, row by row.
  std::span<T> values() { return values_; }
  std::span<const T> values() const { return values_; }

  bool operator==(const Grid&) const = default;

 private:
  std::size_t index(int x, int y) const {
    WEALD_DEBUG_CHECK(x >= 0 && x < width_ && y >= 0 && y < height_);
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }

  int width_ = 0;
  int height_ = 0;
  std::vector<T, GridMemory<T>> values_;
};

}  // namespace weald
