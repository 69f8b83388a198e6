#include "picture/raster/detail/band_painter.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

#include "base/parallel.h"
#include "picture/raster/detail/cut_triangle.h"
#include "picture/raster/detail/solid_triangles.h"

namespace weald::render {

namespace {

constexpr std::size_t kVerticesPerBlock = 16384;
constexpr std::size_t kTrianglesPerBlock = 16384;
constexpr std::size_t kTrianglesPerRound = 64 * kTrianglesPerBlock;  // binned at a time, to bound the size of the bins
constexpr int kMaxStrips = 512;  // of kStripRows rows; taller bands have taller strips

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

std::size_t samples_in(const VisibilityBand& band) {
  return static_cast<std::size_t>(band.y1 - band.y0) * static_cast<std::size_t>(band.width) *
         static_cast<std::size_t>(sample_room(band.samples));
}

// Strips that no thread uses at the moment: their memory stays in the processor's cache.
class SpareBands {
 public:
  std::unique_ptr<VisibilityBand> take() {
    const std::lock_guard lock(mutex_);
    if (bands_.empty()) return std::make_unique<VisibilityBand>();
    std::unique_ptr<VisibilityBand> last = std::move(bands_.back());
    bands_.pop_back();
    return last;
  }
  void put(std::unique_ptr<VisibilityBand> band) {
    const std::lock_guard lock(mutex_);
    bands_.push_back(std::move(band));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<VisibilityBand>> bands_;
};

}  // namespace

void Batch::project(const TriangleNumbers& numbers, const Projection& projection) {
  first.clear();
  vertex_begin.clear();
  has_holes.clear();
  any_holes = false;
  std::uint32_t triangle = 0;
  std::size_t vertex = 0;
  for (const std::uint32_t number : items) {
    const Surface& surface = *numbers.items()[number].surface;
    first.push_back(triangle);
    vertex_begin.push_back(vertex);
    has_holes.push_back(surface.has_holes() ? 1 : 0);
    any_holes = any_holes || has_holes.back() != 0;
    triangle += surface.triangle_count();
    vertex += surface.positions.size();
  }
  first.push_back(triangle);
  vertices.resize(vertex);
  parallel_blocks(items.size(), 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      project_item(numbers.items()[items[i]], projection, vertices.data() + vertex_begin[i]);
  });
}

std::size_t Batch::slot_of(std::uint32_t triangle, std::size_t hint) const {
  if (triangle >= first[hint] && triangle < first[hint + 1]) return hint;
  return static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), triangle) - first.begin()) - 1;
}

BandPainter::BandPainter(const TriangleNumbers& numbers, const SamplePattern& pattern, const Projection& projection,
                         RowRange rows, const VisibilityBand* behind)
    : items_(numbers.items()),
      numbers_(numbers),
      pattern_(pattern),
      projection_(projection),
      perspective_(projection.perspective),
      behind_(behind),
      band_rows_(rows),
      width_(projection.size.width),
      room_(sample_room(pattern.count)) {
  const int count = rows.end - rows.begin;
  strip_rows_ = std::max(kStripRows, (count + kMaxStrips - 1) / kMaxStrips);
  strips_ = static_cast<std::size_t>((count + strip_rows_ - 1) / strip_rows_);
  for (int row = 0; row < count; ++row) strip_of_row_.push_back(static_cast<std::uint16_t>(row / strip_rows_));
}

void BandPainter::draw(const Batch& batch, VisibilityBand& band) {
  batch_ = &batch;
  const std::uint32_t end = batch.first.back();
  for (first_ = 0; first_ < end;) {
    const std::size_t count = std::min<std::size_t>(kTrianglesPerRound, end - first_);
    bin(count);
    parallel_blocks(strips_, 1, [&](std::size_t strip, std::size_t) {
      draw_strip(strip, {band.values.data(), width_, band_rows_.begin});
    });
    first_ += static_cast<std::uint32_t>(count);
  }
}

void BandPainter::draw_strips(const Batch& batch, const std::function<void(const VisibilityBand&)>& use) {
  batch_ = &batch;
  first_ = 0;
  bin(batch.first.back());
  SpareBands spare;
  parallel_blocks(strips_, 1, [&](std::size_t number, std::size_t) {
    const PixelRect clip = clip_of(number);
    std::unique_ptr<VisibilityBand> strip = spare.take();
    *strip = {clip.y0, clip.y1, width_, pattern_.count, std::move(strip->values)};
    strip->values.assign(samples_in(*strip), {});
    draw_strip(number, {strip->values.data(), width_, clip.y0});
    use(*strip);
    spare.put(std::move(strip));
  });
}

// Corners of a triangle of the batch; advances `slot` to the triangle's item.
BandPainter::Corners BandPainter::corners(std::uint32_t triangle, std::size_t& slot) const {
  while (triangle >= batch_->first[slot + 1]) ++slot;
  const TriangleIndices& t = item(slot).surface->triangles[local(triangle, slot)];
  const RasterVertex* base = batch_->vertices.data() + batch_->vertex_begin[slot];
  return {base + t[0], base + t[1], base + t[2]};
}

// Whether a corner is too near to the camera, behind it, or out of range.
bool BandPainter::is_cut_off(const Corners& t) const {
  return projection_.near > 0.0 && !(t.a->depth > 0.0f && t.b->depth > 0.0f && t.c->depth > 0.0f);
}

ClippedTriangle BandPainter::clipped(std::uint32_t triangle, std::size_t slot) const {
  const SurfaceItem& source = item(slot);
  const TriangleIndices& t = source.surface->triangles[local(triangle, slot)];
  std::array<Vec3, 3> corners;
  for (std::size_t i = 0; i < 3; ++i)
    corners[i] = transform_point(source.world_from_surface, source.surface->positions[t[i]]);
  return clip_triangle(corners, projection_);
}

BandPainter::Strips BandPainter::strips_of(const ClippedTriangle& polygon) const {
  if (polygon.count == 0) return {0, 0};
  std::int32_t upper = polygon.corners[0].y, lower = upper;
  for (std::size_t i = 1; i < polygon.count; ++i) {
    upper = std::min(upper, polygon.corners[i].y);
    lower = std::max(lower, polygon.corners[i].y);
  }
  return strips_between(upper, lower);
}

// True if the triangle's box contains no pixel centre, as for most triangles of a coarse depth map.
bool BandPainter::misses_centres(const Corners& t) {
  constexpr int kHalf = kSubpixels / 2;
  return (std::min({t.a->x, t.b->x, t.c->x}) + kHalf - 1) >> kSubpixelBits >
             (std::max({t.a->x, t.b->x, t.c->x}) - kHalf) >> kSubpixelBits ||
         (std::min({t.a->y, t.b->y, t.c->y}) + kHalf - 1) >> kSubpixelBits >
             (std::max({t.a->y, t.b->y, t.c->y}) - kHalf) >> kSubpixelBits;
}

// Counting sort by strip of `count` triangles from first_ on: count per block, prefix sums, fill.
void BandPainter::bin(std::size_t count) {
  const std::size_t blocks = (count + kTrianglesPerBlock - 1) / kTrianglesPerBlock;
  std::vector<std::size_t> places(blocks * strips_ + 1, 0);
  strips_of_.resize(count);
  parallel_blocks(count, kTrianglesPerBlock, [&](std::size_t begin, std::size_t end) {
    const std::size_t block = begin / kTrianglesPerBlock;
    std::size_t slot = 0;
    for (std::size_t i = begin; i < end;) {
      slot = batch_->slot_of(first_ + static_cast<std::uint32_t>(i), slot);
      const std::size_t last = std::min<std::size_t>(end, batch_->first[slot + 1] - first_);
      const TriangleIndices* const triangles = item(slot).surface->triangles.data();
      const RasterVertex* const base = batch_->vertices.data() + batch_->vertex_begin[slot];
      for (; i < last; ++i) {
        const auto triangle = first_ + static_cast<std::uint32_t>(i);
        const TriangleIndices& corner = triangles[local(triangle, slot)];
        const Corners t{base + corner[0], base + corner[1], base + corner[2]};
        const Strips range = strips_of_[i] = is_cut_off(t) ? strips_of(clipped(triangle, slot)) : strips_of(t);
        for (std::size_t strip = range.first; strip < range.second; ++strip) ++places[strip * blocks + block];
      }
    }
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
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t strip = strips_of_[i].first; strip < strips_of_[i].second; ++strip)
        binned_[places[strip * blocks + block]++] = first_ + static_cast<std::uint32_t>(i);
    }
  });
}

PixelRect BandPainter::clip_of(std::size_t strip) const {
  const int y0 = band_rows_.begin + static_cast<int>(strip) * strip_rows_;
  return {0, y0, width_, std::min(y0 + strip_rows_, band_rows_.end)};
}

void BandPainter::draw_strip(std::size_t number, const SampleRows& rows) {
  const std::span<const std::uint32_t> triangles(binned_.data() + strip_begin_[number],
                                                 strip_begin_[number + 1] - strip_begin_[number]);
  const Strip strip{clip_of(number), rows};
  DepthTiles tiles;
  if (triangles.size() < NearestFirst::kMin || !batch_->any_holes || behind_ != nullptr) {
    draw_list(triangles, strip, tiles);
    return;
  }
  NearestFirst order;
  std::size_t slot = 0;
  order.order(triangles, [&](std::uint32_t triangle) {
    slot = batch_->slot_of(triangle, slot);
    const Corners t = corners(triangle, slot);
    if (is_cut_off(t)) return static_cast<float>(1.0 / projection_.near);
    return std::max({t.a->depth, t.b->depth, t.c->depth});
  });
  std::size_t drawn = 0;
  for (std::size_t group = 0; group < NearestFirst::kGroups; ++group) {
    if (order.group(group).empty()) continue;
    draw_list(order.group(group), strip, tiles);
    drawn += order.group(group).size();
    if (drawn < triangles.size() / NearestFirst::kMeasures) continue;
    drawn = 0;
    const int height = strip.clip.y1 - strip.clip.y0;
    tiles.measure(width_, height, height, [&](int row, int x) {
      const VisibleSample* samples = rows.samples + place(strip, x, strip.clip.y0 + row, 0);
      float least = samples->depth;
      for (int i = 1; i < pattern_.count; ++i) least = std::min(least, samples[i].depth);
      return least;
    });
  }
}

// Index of a sample among those of the strip's rows.
std::ptrdiff_t BandPainter::place(const Strip& strip, int x, int y, int sample) const {
  return ((std::ptrdiff_t{y} - strip.rows.y0) * width_ + x) * room_ + sample;
}

// Whether the part of a triangle in the strip lies entirely behind the measured depths. The box is one pixel wider on
// each side because samples lie anywhere within their pixels.
bool BandPainter::is_hidden(const Corners& t, const PixelRect& clip, const DepthTiles& tiles) const {
  const int x0 = std::max((std::min({t.a->x, t.b->x, t.c->x}) >> kSubpixelBits) - 1, 0);
  const int x1 = std::min((std::max({t.a->x, t.b->x, t.c->x}) >> kSubpixelBits) + 2, clip.x1);
  return x0 < x1 && tiles.hide(x0, x1 - 1, 0, 0, std::max({t.a->depth, t.b->depth, t.c->depth}));
}

// Draws a small triangle in vectors; returns false if that is not possible.
bool BandPainter::draw_cut(const Corners& t, std::uint32_t triangle, std::size_t slot, const Strip& strip) {
  if (room_ == 1) return false;
  const PixelRect& clip = strip.clip;
  const int x0 =
      std::max(clip.x0, (std::min({t.a->x, t.b->x, t.c->x}) - pattern_.max_x + kSubpixels - 1) >> kSubpixelBits);
  const int x1 = std::min(clip.x1, ((std::max({t.a->x, t.b->x, t.c->x}) - pattern_.min_x) >> kSubpixelBits) + 1);
  const int y0 = std::max(clip.y0, std::min({t.a->y, t.b->y, t.c->y}) >> kSubpixelBits);
  const int y1 = std::min(clip.y1, (std::max({t.a->y, t.b->y, t.c->y}) >> kSubpixelBits) + 1);
  if (x0 >= x1 || y0 >= y1) return true;
  const std::uint32_t number = local(triangle, slot);
  const auto cut = cut_triangle(*item(slot).surface, number, {*t.a, *t.b, *t.c}, {x0, y0, x1, y1}, perspective_);
  if (cut) {
    fill_cut_samples(*cut, numbers_.first_of(batch_->items[slot]) + number, pattern_, strip.rows);
  }
  return cut.has_value();
}

void BandPainter::draw_list(std::span<const std::uint32_t> triangles, const Strip& strip, const DepthTiles& tiles) {
  SolidLists lists;
  std::size_t slot = 0;
  for (std::size_t begin = 0, end = 0; begin < triangles.size(); begin = end) {
    slot = batch_->slot_of(triangles[begin], slot);
    const std::uint32_t first = batch_->first[slot], count = batch_->first[slot + 1] - first;
    while (end < triangles.size() && triangles[end] - first < count) ++end;
    const std::span<const std::uint32_t> some = triangles.subspan(begin, end - begin);
    if (room_ > 1 && behind_ == nullptr && batch_->has_holes[slot] == 0) {
      draw_solid(some, slot, strip, tiles, lists);
    } else {
      for (const std::uint32_t triangle : some) draw_one(triangle, slot, strip, tiles);
    }
  }
}

// Draws triangles of an item without holes in vectors, as far as possible.
void BandPainter::draw_solid(std::span<const std::uint32_t> triangles, std::size_t slot, const Strip& strip,
                             const DepthTiles& tiles, SolidLists& lists) {
  if (projection_.near > 0.0 || !tiles.hides_nothing()) {
    lists.kept.clear();
    for (const std::uint32_t triangle : triangles) {
      std::size_t own = slot;
      const Corners t = corners(triangle, own);
      if (is_cut_off(t)) {
        draw_clipped(triangle, slot, strip);
      } else if (!is_hidden(t, strip.clip, tiles)) {
        lists.kept.push_back(triangle);
      }
    }
    triangles = lists.kept;
  }
  const std::uint32_t number = numbers_.first_of(batch_->items[slot]);
  const SolidTriangles solid{item(slot).surface->triangles, batch_->vertices.data() + batch_->vertex_begin[slot],
                             triangles, batch_->first[slot], number};
  fill_solid_samples(solid, pattern_, strip.rows, strip.clip, lists.large);
  for (const std::uint32_t triangle : lists.large) {
    std::size_t own = slot;
    draw_samples(corners(triangle, own), number + local(triangle, slot), nullptr, strip);
  }
}

void BandPainter::draw_one(std::uint32_t triangle, std::size_t slot, const Strip& strip, const DepthTiles& tiles) {
  const Corners t = corners(triangle, slot);
  if (is_cut_off(t)) {
    draw_clipped(triangle, slot, strip);
    return;
  }
  if (is_hidden(t, strip.clip, tiles)) return;
  if (behind_ == nullptr && draw_cut(t, triangle, slot, strip)) return;
  const std::uint32_t number = numbers_.first_of(batch_->items[slot]) + local(triangle, slot);
  if (batch_->has_holes[slot] == 0) {
    draw_samples(t, number, nullptr, strip);
    return;
  }
  AlphaTest holes(*item(slot).surface, perspective_);
  holes.begin(local(triangle, slot), *t.a, *t.b, *t.c);
  draw_samples(t, number, &holes, strip);
}

// Draws what is left of a triangle that is partly too near, behind the camera or out of range, as a fan.
void BandPainter::draw_clipped(std::uint32_t triangle, std::size_t slot, const Strip& strip) {
  const ClippedTriangle polygon = clipped(triangle, slot);
  AlphaTest holes(*item(slot).surface, perspective_);
  AlphaTest* const used = batch_->has_holes[slot] != 0 ? &holes : nullptr;
  const std::uint32_t number = numbers_.first_of(batch_->items[slot]) + local(triangle, slot);
  for (std::size_t i = 1; i + 1 < polygon.count; ++i) {
    if (used != nullptr) holes.begin(local(triangle, slot), polygon, i);
    const RasterVertex* const corners = polygon.corners.data();
    draw_samples({corners, corners + i, corners + i + 1}, number, used, strip);
  }
}

// Draws the samples of a triangle that are nearer than those in the band, and pass the alpha test, if there is one.
void BandPainter::draw_samples(const Corners& t, std::uint32_t number, AlphaTest* holes, const Strip& strip) {
  VisibleSample* const samples = strip.rows.samples;
  const auto sees = [&](std::ptrdiff_t place, float depth) {
    const VisibleSample& sample = samples[place];
    return depth > sample.depth || (depth == sample.depth && number < sample.triangle);
  };
  if (holes == nullptr && behind_ == nullptr) {
    raster_samples(*t.a, *t.b, *t.c, pattern_, strip.clip, [&](int x, int y, int i, float depth) {
      const std::ptrdiff_t at = place(strip, x, y, i);
      if (sees(at, depth)) samples[at] = {depth, number};
    });
    return;
  }
  raster_samples(*t.a, *t.b, *t.c, pattern_, strip.clip, [&](int x, int y, int i, float depth) {
    const std::ptrdiff_t at = place(strip, x, y, i);
    if (!sees(at, depth)) return;
    if (behind_ != nullptr && !(depth < behind_->values[static_cast<std::size_t>(at)].depth)) return;
    const auto s = static_cast<std::size_t>(i);
    if (holes != nullptr && !holes->solid(x * kSubpixels + pattern_.x[s], y * kSubpixels + pattern_.y[s])) return;
    samples[at] = {depth, number};
  });
}

}  // namespace weald::render
