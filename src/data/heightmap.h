#pragma once
// Heightmap: heights in metres on a regular grid; and views of its windows.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "base/math/vec.h"
#include "data/grid.h"

namespace weald {

/// The positions of the samples of a heightmap. World axes: x is east, row 0 is north, rows run towards +z (south).
struct GridSpec {
  int width = 0;           ///< samples along x
  int height = 0;          ///< samples along z
  double cell_size = 1.0;  ///< metres between neighbouring samples
  Vec2 origin{0, 0};       ///< world (x, z) of sample (0, 0), metres

  /// World (x, z) of sample (`column`, `row`), metres.
  Vec2 position(double column, double row) const { return origin + Vec2{column, row} * cell_size; }
  bool operator==(const GridSpec&) const = default;
};

/// Throws StageError at the parameter `key`, with a description of both grids, if `grid` differs from `own`, the grid
/// of the stage's map.
void require_same_grid(const GridSpec& own, const GridSpec& grid, std::string_view key);

/// Number of samples of the largest map that is built as a whole: 1.07 GB.
inline constexpr std::int64_t kMaxSamples = std::int64_t{16385} * 16385;

/// A rectangle of samples: columns [x, x + width), rows [y, y + height).
struct Region {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  bool operator==(const Region&) const = default;
};

/// `region` grown by `radius` samples on every side, clipped to `grid`. Pre: `region` lies inside the grid.
Region grown(const Region& region, int radius, const GridSpec& grid);

/// The position of a region in the map from which it was cut.
struct CutPlace {
  GridSpec whole;
  int x = 0;  ///< column of the first sample
  int y = 0;  ///< its row
  /// The region that is built; the samples may be those of the region and of its surroundings.
  Region region{};
};

/// Heights in metres, one float per sample.
struct Heightmap {
  Grid<float> heights;
  double cell_size = 1.0;
  Vec2 origin{0, 0};
  std::optional<CutPlace> place{};  ///< set for a region that is built on its own

  Heightmap() = default;
  explicit Heightmap(const GridSpec& grid)
      : heights(grid.width, grid.height), cell_size(grid.cell_size), origin(grid.origin) {}

  GridSpec grid() const { return {heights.width(), heights.height(), cell_size, origin}; }
  /// The grid of the map that this is a region of, or its own grid.
  GridSpec whole_grid() const { return place ? place->whole : grid(); }
  int width() const { return heights.width(); }
  int height() const { return heights.height(); }
};

/// Smallest and largest height, metres.
struct HeightRange {
  float min = 0;
  float max = 0;
};

/// Range of all samples; {0, 0} for an empty heightmap.
HeightRange height_range(const Heightmap& map);

/// Height at fractional sample coordinates by bilinear interpolation; coordinates are clamped to the grid.
double sample_bilinear(const Heightmap& map, double column, double row);

/// Height at world (x, z) in metres, bilinear, clamped to the grid. That of a region equals that of its whole map to
/// the last bit.
double height_at(const Heightmap& map, const Vec2& xz);

/// Height at world (x, z) in metres, bilinear, clamped to the grid, on a map of which `sample` gives the height of a
/// column and a row. `sample` is asked for four samples.
double height_at(const GridSpec& map, const std::function<float(int column, int row)>& sample, const Vec2& xz);

/// Unit normal at world (x, z), from differences of the bilinear surface to one cell on either side, or as far as the
/// grid reaches. Y is up. That of a region equals that of its whole map, except in the outermost cells of the region.
Vec3 normal_at(const Heightmap& map, const Vec2& xz);

/// A window of a field: the samples of `region`, addressed by the coordinates of the whole grid.
template <class T>
struct BasicHeightView {
  Region region;
  T* data = nullptr;          ///< sample (region.x, region.y)
  std::ptrdiff_t stride = 0;  ///< samples from one row to the next

  T* row(int y) const { return data + (y - region.y) * stride - region.x; }  ///< indexed by grid column
  T& at(int x, int y) const { return row(y)[x]; }
};
using HeightView = BasicHeightView<const float>;
using MutableHeightView = BasicHeightView<float>;

/// View of the whole heightmap.
inline HeightView view(const Heightmap& map) {
  return {{0, 0, map.width(), map.height()}, map.heights.values().data(), map.width()};
}
inline MutableHeightView view(Heightmap& map) {
  return {{0, 0, map.width(), map.height()}, map.heights.values().data(), map.width()};
}

}  // namespace weald
