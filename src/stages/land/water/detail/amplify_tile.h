#pragma once
// Tile: the values of a window of a grid, with a margin of one sample on every side for loops over neighbours, and with
// slack at the end, so that kernels may read whole vectors.

#include <cstddef>
#include <vector>

#include "data/heightmap.h"
#include "methods/raster/cells.h"

namespace weald::hydrology::detail {

/// Values of the samples of a region, addressed by the coordinates of the whole grid.
template <class T>
class Tile {
 public:
  Tile() = default;
  /// Every value, those of the margin included, is `fill`.
  Tile(const Region& region, T fill)
      : region_(region),
        stride_(region.width + 2),
        values_(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(region.height + 2) + kSlack, fill) {}

  const Region& region() const { return region_; }
  int left() const { return region_.x; }
  int top() const { return region_.y; }
  int right() const { return region_.x + region_.width; }    ///< first column beyond the region
  int bottom() const { return region_.y + region_.height; }  ///< first row beyond the region
  std::ptrdiff_t stride() const { return stride_; }

  bool contains(int x, int y) const { return x >= left() && y >= top() && x < right() && y < bottom(); }

  /// Row `y`, indexed by grid column from left() - 1 to right(). Pre: `y` is at most one row outside the region.
  T* row(int y) { return values_.data() + offset(y); }
  const T* row(int y) const { return values_.data() + offset(y); }
  T& at(int x, int y) { return row(y)[x]; }
  const T& at(int x, int y) const { return row(y)[x]; }

 private:
  std::ptrdiff_t offset(int y) const { return std::ptrdiff_t{y - region_.y + 1} * stride_ - region_.x + 1; }

  Region region_{};
  int stride_ = 0;
  std::vector<T> values_;
};

}  // namespace weald::hydrology::detail
