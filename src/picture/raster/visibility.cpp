#include "picture/raster/visibility.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "picture/raster/detail/alpha_test.h"
#include "picture/raster/detail/clipped_triangle.h"
#include "picture/raster/detail/cut_triangle.h"
#include "picture/raster/detail/nearest_first.h"

namespace weald::render {

namespace {

constexpr std::size_t kVerticesPerBlock = 16384;
constexpr std::size_t kTrianglesPerBlock = 16384;
constexpr std::size_t kBatchVertices = 4'000'000;
constexpr std::size_t kTrianglesPerRound = 64 * kTrianglesPerBlock;  // binned at a time, to bound the size of the bins
constexpr int kStripRows = 8;  // pixel rows per task; more if there would be too many strips
constexpr int kMaxStrips = 128;

// A run of items whose projected vertices are in memory together.
struct Batch {
  std::size_t item_begin = 0, item_end = 0;
  std::vector<std::size_t> vertex_begin;  // per item of the batch
  std::vector<RasterVertex> vertices;
};

class BandPainter {
 public:
  BandPainter(const TriangleNumbers& numbers, const SamplePattern& pattern, const Projection& projection,
              const VisibilityBand* behind, VisibilityBand& band)
      : items_(numbers.items()),
        numbers_(numbers),
        pattern_(pattern),
        projection_(projection),
        perspective_(projection.perspective),
        behind_(behind),
        band_(band) {
    for (const SurfaceItem& item : items_) has_holes_.push_back(item.surface->has_holes() ? 1 : 0);
    any_holes_ = std::find(has_holes_.begin(), has_holes_.end(), 1) != has_holes_.end();
    const int rows = band.y1 - band.y0;
    strip_rows_ = std::max(kStripRows, (rows + kMaxStrips - 1) / kMaxStrips);
    strips_ = static_cast<std::size_t>((rows + strip_rows_ - 1) / strip_rows_);
  }

  void draw(const Batch& batch) {
    const std::uint32_t end = numbers_.first_of(batch.item_end);
    for (first_ = numbers_.first_of(batch.item_begin); first_ < end;) {
      const std::size_t count = std::min<std::size_t>(kTrianglesPerRound, end - first_);
      bin(batch, count);
      parallel_blocks(strips_, 1, [&](std::size_t strip, std::size_t) { draw_strip(batch, strip); });
      first_ += static_cast<std::uint32_t>(count);
    }
  }

 private:
  struct Corners {
    const RasterVertex *a, *b, *c;
  };

  // Corners of a triangle of the batch; advances `item` to the triangle's item.
  Corners corners(const Batch& batch, std::uint32_t triangle, std::size_t& item) const {
    while (triangle >= numbers_.first_of(item + 1)) ++item;
    const TriangleIndices& t = items_[item].surface->triangles[triangle - numbers_.first_of(item)];
    const RasterVertex* base = batch.vertices.data() + batch.vertex_begin[item - batch.item_begin];
    return {base + t[0], base + t[1], base + t[2]};
  }

  // Half-open range of the strips that a triangle may touch.
  std::pair<std::size_t, std::size_t> strips_of(const Corners& t) const {
    const int left = std::max({t.a->x, t.b->x, t.c->x}), right = std::min({t.a->x, t.b->x, t.c->x});
    if (left < 0 || right >= band_.width * kSubpixels) return {0, 0};
    if (pattern_.count == 1 && misses_centres(t)) return {0, 0};
    return strips_between(std::min({t.a->y, t.b->y, t.c->y}), std::max({t.a->y, t.b->y, t.c->y}));
  }

  // Half-open range of the strips between two heights on the fixed-point grid.
  std::pair<std::size_t, std::size_t> strips_between(std::int32_t upper, std::int32_t lower) const {
    const int top = std::max(upper >> kSubpixelBits, band_.y0), bottom = std::min(lower >> kSubpixelBits, band_.y1 - 1);
    if (top > bottom) return {0, 0};
    return {static_cast<std::size_t>((top - band_.y0) / strip_rows_),
            static_cast<std::size_t>((bottom - band_.y0) / strip_rows_) + 1};
  }

  // Whether a corner is too near to the camera, behind it, or out of range.
  bool is_cut_off(const Corners& t) const {
    return projection_.near > 0.0 && !(t.a->depth > 0.0f && t.b->depth > 0.0f && t.c->depth > 0.0f);
  }

  ClippedTriangle clipped(std::uint32_t triangle, std::size_t item) const {
    const SurfaceItem& source = items_[item];
    const TriangleIndices& t = source.surface->triangles[triangle - numbers_.first_of(item)];
    std::array<Vec3, 3> corners;
    for (std::size_t i = 0; i < 3; ++i)
      corners[i] = transform_point(source.world_from_surface, source.surface->positions[t[i]]);
    return clip_triangle(corners, projection_);
  }

  std::pair<std::size_t, std::size_t> strips_of(const ClippedTriangle& polygon) const {
    if (polygon.count == 0) return {0, 0};
    std::int32_t upper = polygon.corners[0].y, lower = upper;
    for (std::size_t i = 1; i < polygon.count; ++i) {
      upper = std::min(upper, polygon.corners[i].y);
      lower = std::max(lower, polygon.corners[i].y);
    }
    return strips_between(upper, lower);
  }

  // True if the triangle's box contains no pixel centre, as for most triangles of a coarse depth map.
  static bool misses_centres(const Corners& t) {
    constexpr int kHalf = kSubpixels / 2;
    return (std::min({t.a->x, t.b->x, t.c->x}) + kHalf - 1) >> kSubpixelBits >
               (std::max({t.a->x, t.b->x, t.c->x}) - kHalf) >> kSubpixelBits ||
           (std::min({t.a->y, t.b->y, t.c->y}) + kHalf - 1) >> kSubpixelBits >
               (std::max({t.a->y, t.b->y, t.c->y}) - kHalf) >> kSubpixelBits;
  }

  template <class Visit>
  void for_block(const Batch& batch, std::size_t begin, std::size_t end, Visit&& visit) const {
    std::size_t item = numbers_.item_of(first_ + static_cast<std::uint32_t>(begin), batch.item_begin);
    for (std::size_t i = begin; i < end; ++i) {
      const auto triangle = first_ + static_cast<std::uint32_t>(i);
      const Corners t = corners(batch, triangle, item);
      const auto range = is_cut_off(t) ? strips_of(clipped(triangle, item)) : strips_of(t);
      for (std::size_t strip = range.first; strip < range.second; ++strip) visit(strip, triangle);
    }
  }

  // Counting sort by strip of `count` triangles from first_ on: count per block, prefix sums, fill.
  void bin(const Batch& batch, std::size_t count) {
    const std::size_t blocks = (count + kTrianglesPerBlock - 1) / kTrianglesPerBlock;
    std::vector<std::size_t> places(blocks * strips_ + 1, 0);
    parallel_blocks(count, kTrianglesPerBlock, [&](std::size_t begin, std::size_t end) {
      const std::size_t block = begin / kTrianglesPerBlock;
      for_block(batch, begin, end, [&](std::size_t strip, std::uint32_t) { ++places[strip * blocks + block]; });
    });
    std::size_t sum = 0;
    strip_begin_.assign(strips_ + 1, 0);
    for (std::size_t i = 0; i < blocks * strips_; ++i) {
      if (i % blocks == 0) strip_begin_[i / blocks] = sum;
      const std::size_t n = places[i];
      places[i] = sum;
      sum += n;
    }
    strip_begin_[strips_] = sum;
    binned_.resize(sum);
    parallel_blocks(count, kTrianglesPerBlock, [&](std::size_t begin, std::size_t end) {
      const std::size_t block = begin / kTrianglesPerBlock;
      for_block(batch, begin, end, [&](std::size_t strip, std::uint32_t triangle) {
        binned_[places[strip * blocks + block]++] = triangle;
      });
    });
  }

  void draw_strip(const Batch& batch, std::size_t strip) {
    const std::span<const std::uint32_t> triangles(binned_.data() + strip_begin_[strip],
                                                   strip_begin_[strip + 1] - strip_begin_[strip]);
    const int y0 = band_.y0 + static_cast<int>(strip) * strip_rows_;
    const PixelRect clip{0, y0, band_.width, std::min(y0 + strip_rows_, band_.y1)};
    DepthTiles tiles;
    if (triangles.size() < NearestFirst::kMin || !any_holes_ || behind_ != nullptr) {
      draw_list(batch, triangles, clip, tiles);
      return;
    }
    NearestFirst order;
    std::size_t item = batch.item_begin;
    order.order(triangles, [&](std::uint32_t triangle) {
      item = numbers_.item_of(triangle, item);
      const Corners t = corners(batch, triangle, item);
      if (is_cut_off(t)) return static_cast<float>(1.0 / projection_.near);
      return std::max({t.a->depth, t.b->depth, t.c->depth});
    });
    std::size_t drawn = 0;
    for (std::size_t group = 0; group < NearestFirst::kGroups; ++group) {
      if (order.group(group).empty()) continue;
      draw_list(batch, order.group(group), clip, tiles);
      drawn += order.group(group).size();
      if (drawn < triangles.size() / NearestFirst::kMeasures) continue;
      drawn = 0;
      tiles.measure(band_.width, clip.y1 - y0, clip.y1 - y0, [&](int row, int x) {
        const VisibleSample* samples = band_.values.data() + place(x, y0 + row, 0);
        float least = samples->depth;
        for (int i = 1; i < pattern_.count; ++i) least = std::min(least, samples[i].depth);
        return least;
      });
    }
  }

  // Index of a sample in the band.
  std::ptrdiff_t place(int x, int y, int sample) const {
    return ((std::ptrdiff_t{y} - band_.y0) * band_.width + x) * room_ + sample;
  }

  // Whether the part of a triangle in the strip lies entirely behind the measured depths. The box is one pixel wider on
  // each side because samples lie anywhere within their pixels.
  bool is_hidden(const Corners& t, const PixelRect& clip, const DepthTiles& tiles) const {
    const int x0 = std::max((std::min({t.a->x, t.b->x, t.c->x}) >> kSubpixelBits) - 1, 0);
    const int x1 = std::min((std::max({t.a->x, t.b->x, t.c->x}) >> kSubpixelBits) + 2, clip.x1);
    return x0 < x1 && tiles.hide(x0, x1 - 1, 0, 0, std::max({t.a->depth, t.b->depth, t.c->depth}));
  }

  // Draws a small triangle in vectors; returns false if that is not possible.
  bool draw_cut(const Corners& t, std::uint32_t triangle, std::size_t item, const PixelRect& clip) {
    if (room_ == 1) return false;
    const int x0 =
        std::max(clip.x0, (std::min({t.a->x, t.b->x, t.c->x}) - pattern_.max_x + kSubpixels - 1) >> kSubpixelBits);
    const int x1 = std::min(clip.x1, ((std::max({t.a->x, t.b->x, t.c->x}) - pattern_.min_x) >> kSubpixelBits) + 1);
    const int y0 = std::max(clip.y0, std::min({t.a->y, t.b->y, t.c->y}) >> kSubpixelBits);
    const int y1 = std::min(clip.y1, (std::max({t.a->y, t.b->y, t.c->y}) >> kSubpixelBits) + 1);
    if (x0 >= x1 || y0 >= y1) return true;
    const auto cut = cut_triangle(*items_[item].surface, triangle - numbers_.first_of(item), {*t.a, *t.b, *t.c},
                                  {x0, y0, x1, y1}, perspective_);
    if (cut) fill_cut_samples(*cut, triangle, pattern_, {band_.values.data(), band_.width, band_.y0});
    return cut.has_value();
  }

  void draw_list(const Batch& batch, std::span<const std::uint32_t> triangles, const PixelRect& clip,
                 const DepthTiles& tiles) {
    std::size_t item = batch.item_begin;
    for (const std::uint32_t triangle : triangles) {
      item = numbers_.item_of(triangle, item);
      const Corners t = corners(batch, triangle, item);
      if (is_cut_off(t)) {
        draw_clipped(triangle, item, clip);
        continue;
      }
      if (is_hidden(t, clip, tiles)) continue;
      if (behind_ == nullptr && draw_cut(t, triangle, item, clip)) continue;
      if (has_holes_[item] == 0) {
        draw_samples(t, triangle, nullptr, clip);
        continue;
      }
      AlphaTest holes(*items_[item].surface, perspective_);
      holes.begin(triangle - numbers_.first_of(item), *t.a, *t.b, *t.c);
      draw_samples(t, triangle, &holes, clip);
    }
  }

  // Draws what is left of a triangle that is partly too near, behind the camera or out of range, as a fan.
  void draw_clipped(std::uint32_t triangle, std::size_t item, const PixelRect& clip) {
    const ClippedTriangle polygon = clipped(triangle, item);
    AlphaTest holes(*items_[item].surface, perspective_);
    AlphaTest* const used = has_holes_[item] != 0 ? &holes : nullptr;
    for (std::size_t i = 1; i + 1 < polygon.count; ++i) {
      if (used != nullptr) holes.begin(triangle - numbers_.first_of(item), polygon, i);
      const RasterVertex* const corners = polygon.corners.data();
      draw_samples({corners, corners + i, corners + i + 1}, triangle, used, clip);
    }
  }

  // Draws the samples of a triangle that are nearer than those in the band, and pass the alpha test, if there is one.
  void draw_samples(const Corners& t, std::uint32_t triangle, AlphaTest* holes, const PixelRect& clip) {
    VisibleSample* const samples = band_.values.data();
    const auto sees = [&](std::ptrdiff_t place, float depth) {
      const VisibleSample& sample = samples[place];
      return depth > sample.depth || (depth == sample.depth && triangle < sample.triangle);
    };
    if (holes == nullptr && behind_ == nullptr) {
      raster_samples(*t.a, *t.b, *t.c, pattern_, clip, [&](int x, int y, int i, float depth) {
        const std::ptrdiff_t at = place(x, y, i);
        if (sees(at, depth)) samples[at] = {depth, triangle};
      });
      return;
    }
    raster_samples(*t.a, *t.b, *t.c, pattern_, clip, [&](int x, int y, int i, float depth) {
      const std::ptrdiff_t at = place(x, y, i);
      if (!sees(at, depth)) return;
      if (behind_ != nullptr && !(depth < behind_->values[static_cast<std::size_t>(at)].depth)) return;
      const auto s = static_cast<std::size_t>(i);
      if (holes != nullptr && !holes->solid(x * kSubpixels + pattern_.x[s], y * kSubpixels + pattern_.y[s])) return;
      samples[at] = {depth, triangle};
    });
  }

  std::span<const SurfaceItem> items_;
  const TriangleNumbers& numbers_;
  const SamplePattern& pattern_;
  const Projection& projection_;
  const bool perspective_;
  const VisibilityBand* behind_;
  VisibilityBand& band_;
  const int room_ = sample_room(pattern_.count);
  std::vector<std::uint8_t> has_holes_;  // per item
  bool any_holes_ = false;
  std::size_t strips_ = 0;
  int strip_rows_ = kStripRows;
  std::uint32_t first_ = 0;
  std::vector<std::size_t> strip_begin_;
  std::vector<std::uint32_t> binned_;
};

void project_item(const SurfaceItem& item, const Projection& projection, RasterVertex* out) {
  const auto& positions = item.surface->positions;
  const double most = projection.near > 0.0 ? 1.0 / projection.near : HUGE_VAL;
  parallel_blocks(positions.size(), kVerticesPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3 p = projection(transform_point(item.world_from_surface, positions[i]));
      // For a fitted camera, only positions that no triangle uses can be out of range or not finite.
      const bool usable = p.z > 0.0 && p.z < most && std::abs(p.x) < 1e6 && std::abs(p.y) < 1e6;
      out[i] = usable ? RasterVertex{to_fixed(p.x), to_fixed(p.y), static_cast<float>(p.z)} : RasterVertex{};
    }
  });
}

// Projects items from `begin` on until the batch is full.
void fill(Batch& batch, std::span<const SurfaceItem> items, std::size_t begin, const Projection& projection) {
  batch.item_begin = begin;
  batch.vertex_begin.clear();
  std::size_t vertices = 0;
  std::size_t end = begin;
  while (end < items.size() && (end == begin || vertices + items[end].surface->positions.size() <= kBatchVertices)) {
    batch.vertex_begin.push_back(vertices);
    vertices += items[end].surface->positions.size();
    ++end;
  }
  batch.item_end = end;
  batch.vertices.resize(vertices);
  parallel_blocks(end - begin, 16, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      project_item(items[begin + i], projection, batch.vertices.data() + batch.vertex_begin[i]);
  });
}

}  // namespace

Projection projection_of(const Camera& camera) {
  const PixelSize size = camera.size();
  const Vec3 origin = camera.position() - camera.axes().back * camera.reach();
  const Vec2 centre{size.width * 0.5, size.height * 0.5};
  return {camera.axes(), origin, camera.focal(), centre, size, !camera.is_orthographic(), camera.near()};
}

TriangleNumbers::TriangleNumbers(std::span<const SurfaceItem> items) : items_(items) {
  std::uint64_t sum = 0;
  first_.reserve(items.size() + 1);
  for (const SurfaceItem& item : items) {
    first_.push_back(static_cast<std::uint32_t>(sum));
    sum += item.surface->triangles.size();
    if (sum >= VisibleSample::kNothing) throw StageError("a picture can show at most 4294967294 triangles");
  }
  first_.push_back(static_cast<std::uint32_t>(sum));
}

std::size_t TriangleNumbers::item_of(std::uint32_t triangle, std::size_t hint) const {
  if (triangle >= first_[hint] && triangle < first_[hint + 1]) return hint;
  return static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), triangle) - first_.begin()) - 1;
}

VisibilityBand draw_band(const TriangleNumbers& numbers, const Projection& projection, const SamplePattern& pattern,
                         RowRange rows, const RunContext& context, const VisibilityBand* behind) {
  const std::span<const SurfaceItem> items = numbers.items();
  VisibilityBand band{rows.begin, rows.end, projection.size.width, pattern.count, {}};
  band.values.resize(static_cast<std::size_t>(rows.end - rows.begin) * static_cast<std::size_t>(band.width) *
                     static_cast<std::size_t>(sample_room(pattern.count)));
  BandPainter painter(numbers, pattern, projection, behind, band);
  Batch batch;
  for (std::size_t item = 0; item < items.size(); item = batch.item_end) {
    context.check_stop();
    fill(batch, items, item, projection);
    painter.draw(batch);
  }
  return band;
}

}  // namespace weald::render
