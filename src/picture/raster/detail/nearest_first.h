#pragma once
// Front-to-back drawing. An alpha test makes every sample expensive, so triangles hidden by nearer ones are culled as a
// whole. The picture does not depend on the drawing order.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "picture/raster/raster.h"

namespace weald::render {

/// Buckets triangles by depth, nearest first. The memory is reused for the next list.
class NearestFirst {
 public:
  static constexpr std::size_t kGroups = 16;
  /// Shorter lists are not worth sorting.
  static constexpr std::size_t kMin = 1024;
  /// Maximum number of times that DepthTiles should be measured while a list is drawn.
  static constexpr std::size_t kMeasures = 8;

  /// Sorts `triangles` into groups; `nearest` returns the greatest depth of a triangle (larger is nearer).
  template <class Nearest>
  void order(std::span<const std::uint32_t> triangles, Nearest&& nearest) {
    depths_.resize(triangles.size());
    float low = 0, high = 0;
    for (std::size_t i = 0; i < triangles.size(); ++i) {
      const float depth = depths_[i] = nearest(triangles[i]);
      low = i == 0 ? depth : std::min(low, depth);
      high = i == 0 ? depth : std::max(high, depth);
    }
    const float scale = high > low ? static_cast<float>(kGroups) / (high - low) : 0.0f;
    const auto group_of = [&](float depth) {
      const float place = (high - depth) * scale;
      return place >= 0.0f ? std::min(static_cast<std::size_t>(std::min(place, 1e6f)), kGroups - 1) : std::size_t{0};
    };
    std::size_t counts[kGroups] = {};
    for (const float depth : depths_) ++counts[group_of(depth)];
    begin_.assign(kGroups + 1, 0);
    for (std::size_t g = 0; g < kGroups; ++g) begin_[g + 1] = begin_[g] + counts[g];
    ordered_.resize(triangles.size());
    std::size_t at[kGroups];
    std::copy_n(begin_.begin(), kGroups, at);
    for (std::size_t i = 0; i < triangles.size(); ++i) ordered_[at[group_of(depths_[i])]++] = triangles[i];
  }

  /// The triangles of a group, in the order of the list.
  std::span<const std::uint32_t> group(std::size_t g) const {
    return {ordered_.data() + begin_[g], begin_[g + 1] - begin_[g]};
  }

 private:
  std::vector<float> depths_;
  std::vector<std::uint32_t> ordered_;
  std::vector<std::size_t> begin_;
};

/// The least (farthest) depth in each tile of a depth buffer. A triangle is hidden if it lies behind the least depth of
/// every tile that its box overlaps.
class DepthTiles {
 public:
  static constexpr int kSide = 8;  ///< columns per tile

  /// Clears all tiles, so that nothing is hidden.
  void clear() { columns_ = 0; }
  /// Whether nothing is hidden, as before the first measurement.
  bool hides_nothing() const { return columns_ == 0; }
  /// Measures a buffer of `rows` by `columns` depths, read by `depth(row, column)`. A tile is `tall` rows high.
  template <class Depth>
  void measure(int columns, int rows, int tall, Depth&& depth) {
    measure({0, 0, columns, rows}, columns, rows, tall, depth);
  }
  /// Measures only the tiles that share a pixel with `area`, which must lie in the buffer; the others hide nothing.
  template <class Depth>
  void measure(const PixelRect& area, int columns, int rows, int tall, Depth&& depth) {
    first_column_ = area.x0 / kSide, first_row_ = area.y0 / tall;
    columns_ = (area.x1 + kSide - 1) / kSide - first_column_;
    rows_ = (area.y1 + tall - 1) / tall - first_row_;
    least_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), 3e38f);
    const int left = first_column_ * kSide, right = std::min(columns, left + columns_ * kSide);
    for (int tile_row = 0; tile_row < rows_; ++tile_row) {
      column_least_.assign(static_cast<std::size_t>(right - left), 3e38f);
      float* least = column_least_.data();
      const int top = (first_row_ + tile_row) * tall, bottom = std::min(rows, top + tall);
      for (int row = top; row < bottom; ++row) {  // columns are independent, so that compilers vectorise the loop
        for (int column = left; column < right; ++column)
          least[column - left] = std::min(least[column - left], depth(row, column));
      }
      float* tiles = least_.data() + static_cast<std::ptrdiff_t>(tile_row) * columns_;
      for (int column = 0; column < right - left; ++column)
        tiles[column / kSide] = std::min(tiles[column / kSide], least[column]);
    }
  }
  /// Whether everything in columns x0 to x1 of tile rows y0 to y1 (both inclusive) was measured and is nearer than
  /// `nearest`.
  bool hide(int x0, int x1, int y0, int y1, float nearest) const {
    if (columns_ == 0) return false;
    const int first = x0 / kSide - first_column_, last = x1 / kSide - first_column_;
    y0 -= first_row_, y1 -= first_row_;
    if (first < 0 || last >= columns_ || y0 < 0 || y1 >= rows_) return false;
    for (int y = y0; y <= y1; ++y) {
      const float* tiles = least_.data() + static_cast<std::ptrdiff_t>(y) * columns_;
      for (int tile = first; tile <= last; ++tile) {
        if (!(tiles[tile] > nearest)) return false;
      }
    }
    return true;
  }

 private:
  int first_column_ = 0, first_row_ = 0;  // of the tiles that are measured
  int columns_ = 0, rows_ = 0;
  std::vector<float> least_, column_least_;
};

}  // namespace weald::render
