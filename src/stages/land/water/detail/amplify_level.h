#pragma once
// One level of `amplify`: land on a grid of half the cell size.
//
// The heights between the coarse samples are interpolated at positions that a smooth displacement has bent, and bumps
// are added. Then the ground erodes in a number of steps: streams incise by the stream-power law towards the steepness
// that the coarse land has, and slopes creep and slide. The drainage of the coarse land is kept: see amplify_net.h.
//
// A sample depends on a bounded number of coarse samples, so any window can be computed on its own.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/heightmap.h"
#include "methods/raster/cells.h"

namespace weald::hydrology::detail {

/// Values of the samples of a region, addressed by the coordinates of the whole grid; with a margin of one sample on
/// every side for loops over neighbours, and with slack at the end, so that kernels may read whole vectors.
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

/// Heights and drainage areas of a window.
struct LandTile {
  Tile<float> heights;  ///< metres; the margin is infinite
  Tile<float> areas;    ///< m^2
};

/// What all levels share. The lengths are metres.
struct AmplifyRules {
  double detail = 1;
  double winding = 1;
  double incision = 1;
  int steps = 6;
  double talus = 1;  ///< rise over run
  double creep = 0.35;
  double source_area = 5000;  ///< m^2
};

/// A level.
struct AmplifyLevel {
  AmplifyRules rules{};
  int width = 0;             ///< samples of the whole finer grid
  int height = 0;            ///< its rows
  double cell_size = 1;      ///< of the finer grid, metres
  std::int64_t first_x = 0;  ///< number of the first column of the finer grid in the world; even
  std::int64_t first_y = 0;  ///< number of its first row; even
  std::uint64_t seed = 0;

  int coarse_width() const { return (width - 1) / 2 + 1; }
  int coarse_height() const { return (height - 1) / 2 + 1; }
};

/// The samples of the coarser grid that the samples of `out` depend on: with s steps, about 14 + s / 2 more on every
/// side.
Region coarse_region(const AmplifyLevel& level, const Region& out);

/// The samples of `out`. Pre: `coarse` has the samples of coarse_region(level, out).
LandTile refined(const AmplifyLevel& level, const LandTile& coarse, const Region& out);

/// Drainage areas of coarse land for which none are given: those within `reach` samples upstream. Only the samples at
/// least `reach` samples inside the region, or inside the grid, are complete. Pre: `level` is the first one, and the
/// margin of `heights` is infinite.
Tile<float> local_areas(const AmplifyLevel& level, const Tile<float>& heights, int reach);

}  // namespace weald::hydrology::detail
