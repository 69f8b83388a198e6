#pragma once
// BandPainter: rasterises batches of items into a band of rows.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "picture/raster/detail/alpha_test.h"
#include "picture/raster/detail/clipped_triangle.h"
#include "picture/raster/detail/cut_triangle.h"
#include "picture/raster/detail/nearest_first.h"
#include "picture/raster/visibility.h"

namespace weald::render {

/// Items whose projected vertices are in memory together. Their triangles are numbered within the batch.
struct Batch {
  std::vector<std::uint32_t> items;       ///< numbers of the items
  std::vector<std::uint32_t> first;       ///< per item, and at the end: number in the batch of its first triangle
  std::vector<std::size_t> vertex_begin;  ///< per item
  std::vector<std::uint8_t> has_holes;    ///< per item: 1 if a texture cuts holes into it
  bool any_holes = false;
  std::vector<RasterVertex> vertices;

  /// Sets all of it for `items`. The memory is reused for the next batch.
  void project(const TriangleNumbers& numbers, const Projection& projection);
  /// Index into `items` of the item that contains a triangle; `hint` is tried first.
  std::size_t slot_of(std::uint32_t triangle, std::size_t hint) const;
};

/// Rasterises triangles into the samples of a band.
class BandPainter {
 public:
  /// All arguments must outlive the painter. `behind` is as for draw_band().
  BandPainter(const TriangleNumbers& numbers, const SamplePattern& pattern, const Projection& projection, RowRange rows,
              const VisibilityBand* behind = nullptr);
  /// Pixel rows of a strip.
  int strip_rows() const { return strip_rows_; }
  /// Draws the items of a batch into a band of the painter's rows. The order of batches, and that of the items in them,
  /// does not affect the result.
  void draw(const Batch& batch, VisibilityBand& band);
  /// Draws the items of a single batch strip by strip; see draw_strips().
  void draw_strips(const Batch& batch, const std::function<void(const VisibilityBand&)>& use);

 private:
  struct Corners {
    const RasterVertex *a, *b, *c;
  };
  /// Half-open range of strips.
  using Strips = std::pair<std::uint16_t, std::uint16_t>;
  /// The pixels of a strip, and where their samples are.
  struct Strip {
    PixelRect clip;
    SampleRows rows;
  };
  /// Lists of triangles, kept for their memory.
  struct SolidLists {
    std::vector<std::uint32_t> kept, large;
  };

  Corners corners(std::uint32_t triangle, std::size_t& slot) const;
  const SurfaceItem& item(std::size_t slot) const { return items_[batch_->items[slot]]; }
  std::uint32_t local(std::uint32_t triangle, std::size_t slot) const { return triangle - batch_->first[slot]; }
  // The strips that a triangle may touch; inline, because it is called for every triangle.
  Strips strips_of(const Corners& t) const {
    const auto meet = [](const RasterVertex& a, const RasterVertex& b) { return a.x == b.x && a.y == b.y; };
    if (meet(*t.a, *t.b) || meet(*t.b, *t.c) || meet(*t.c, *t.a)) return {0, 0};
    const int left = std::max({t.a->x, t.b->x, t.c->x}), right = std::min({t.a->x, t.b->x, t.c->x});
    if (left < 0 || right >= width_ * kSubpixels) return {0, 0};
    if (pattern_.count == 1 && misses_centres(t)) return {0, 0};
    return strips_between(std::min({t.a->y, t.b->y, t.c->y}), std::max({t.a->y, t.b->y, t.c->y}));
  }
  Strips strips_of(const ClippedTriangle& polygon) const;
  // The strips between two heights on the fixed-point grid.
  Strips strips_between(std::int32_t upper, std::int32_t lower) const {
    const int top = std::max((upper >> kSubpixelBits) - band_rows_.begin, 0),
              bottom = std::min((lower >> kSubpixelBits) - band_rows_.begin, band_rows_.end - band_rows_.begin - 1);
    if (top > bottom) return {0, 0};
    return {strip_of_row_[static_cast<std::size_t>(top)],
            static_cast<std::uint16_t>(strip_of_row_[static_cast<std::size_t>(bottom)] + 1)};
  }
  bool is_cut_off(const Corners& t) const;
  ClippedTriangle clipped(std::uint32_t triangle, std::size_t slot) const;
  static bool misses_centres(const Corners& t);
  void bin(std::size_t count);
  PixelRect clip_of(std::size_t strip) const;
  void draw_strip(std::size_t number, const SampleRows& rows);
  std::ptrdiff_t place(const Strip& strip, int x, int y, int sample) const;
  bool is_hidden(const Corners& t, const PixelRect& clip, const DepthTiles& tiles) const;
  bool draw_cut(const Corners& t, std::uint32_t triangle, std::size_t slot, const Strip& strip);
  void draw_list(std::span<const std::uint32_t> triangles, const Strip& strip, const DepthTiles& tiles);
  void draw_solid(std::span<const std::uint32_t> triangles, std::size_t slot, const Strip& strip,
                  const DepthTiles& tiles, SolidLists& lists);
  void draw_one(std::uint32_t triangle, std::size_t slot, const Strip& strip, const DepthTiles& tiles);
  void draw_clipped(std::uint32_t triangle, std::size_t slot, const Strip& strip);
  void draw_samples(const Corners& t, std::uint32_t number, AlphaTest* holes, const Strip& strip);

  std::span<const SurfaceItem> items_;
  const TriangleNumbers& numbers_;
  const SamplePattern& pattern_;
  const Projection& projection_;
  const bool perspective_;
  const VisibilityBand* behind_;
  const RowRange band_rows_;
  const int width_;
  const int room_;
  const Batch* batch_ = nullptr;  // being drawn
  std::size_t strips_ = 0;
  int strip_rows_;
  std::vector<std::uint16_t> strip_of_row_;
  std::uint32_t first_ = 0;
  std::vector<std::size_t> strip_begin_;
  std::vector<Strips> strips_of_;  // of the triangles from first_ on
  std::vector<std::uint32_t> binned_;
};

}  // namespace weald::render
