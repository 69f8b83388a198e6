#pragma once
// DepthMapPainter: rasterises surfaces into a depth map.

#include <cstdint>
#include <span>
#include <vector>

#include "picture/raster/depth_map.h"
#include "picture/raster/detail/alpha_test.h"
#include "picture/raster/detail/cards.h"
#include "picture/raster/detail/cut_triangle.h"
#include "picture/raster/detail/nearest_first.h"

namespace weald::render {

/// Rasterises triangles of a few texels. Most triangles of a coarse map cover no texel centre and the others only one
/// or two, so setting up a general rasteriser would be most of the work.
class TriangleDrawing {
 public:
  TriangleDrawing(const PlacedPoints& points, PixelSize size, std::vector<float>& heights)
      : points_(points), width_(size.width), height_(size.height), heights_(heights) {}

  // Draws triangle `number` of an alpha-tested surface. Pre: it covers the only centre in its box.
  void draw_one(const TriangleIndices& t, std::uint32_t number, AlphaTest& holes) {
    const RasterVertex a = vertex(t[0]), b = vertex(t[1]), c = vertex(t[2]);
    const std::int32_t area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    holes_ = &holes;
    holes.begin(number, a, b, c);
    area < 0 ? emit_one(a, c, b, -area) : emit_one(a, b, c, area);
    holes_ = nullptr;
  }

  // Draws some of the triangles of `points.cut`, front to back if there are many.
  void draw(const Surface& surface, const PlaceableItems::Points& points, std::span<const std::uint32_t> some,
            AlphaTest& holes) {
    if (some.size() < NearestFirst::kMin) return draw_cut(surface, points, some, holes);
    PixelRect area{width_, height_, 0, 0};
    for (const std::uint32_t i : some) {
      const std::optional<PixelRect> box = box_of(points.cut.at(i));
      if (!box) continue;
      area = {std::min(area.x0, box->x0), std::min(area.y0, box->y0), std::max(area.x1, box->x1),
              std::max(area.y1, box->y1)};
    }
    if (area.x0 >= area.x1) return;
    order_.order(some, [&](std::uint32_t i) { return nearest(points.cut.at(i)); });
    for (std::size_t group = 0; group < NearestFirst::kGroups; ++group) {
      if (order_.group(group).empty()) continue;
      draw_cut(surface, points, order_.group(group), holes);
      tiles_.measure(area, width_, height_, kTileRows, [&](int y, int x) {
        return heights_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
      });
    }
    tiles_.clear();
  }

  void draw(const TriangleIndices& t) {
    const std::optional<PixelRect> box = box_of(t);
    if (!box) return;
    // In wider boxes the general rasteriser computes where each row starts, because a sliver covers little of its box.
    if (box->x1 - box->x0 <= detail::kWideColumns && is_small(t)) {
      small(t, *box);
    } else {
      wide(t, *box);
    }
  }

 private:
  static constexpr int kHalf = kSubpixels / 2;
  static constexpr int kTileRows = 8;
  static constexpr std::int32_t kSmall = 1 << 14;  // keeps edge functions within 31 bits

  // The pixels whose centres the triangle may cover; nothing if there are none or all of them are hidden.
  std::optional<PixelRect> box_of(const TriangleIndices& t) const {
    const auto [left, right] = std::minmax({points_.x[t[0]], points_.x[t[1]], points_.x[t[2]]});
    const auto [top, bottom] = std::minmax({points_.y[t[0]], points_.y[t[1]], points_.y[t[2]]});
    const int x0 = std::max((left + kHalf - 1) >> kSubpixelBits, 0);
    const int x1 = std::min((right - kHalf) >> kSubpixelBits, width_ - 1);
    const int y0 = std::max((top + kHalf - 1) >> kSubpixelBits, 0);
    const int y1 = std::min((bottom - kHalf) >> kSubpixelBits, height_ - 1);
    if (x0 > x1 || y0 > y1 || tiles_.hide(x0, x1, y0 / kTileRows, y1 / kTileRows, nearest(t))) return std::nullopt;
    return PixelRect{x0, y0, x1 + 1, y1 + 1};
  }
  bool is_small(const TriangleIndices& t) const {
    const auto [left, right] = std::minmax({points_.x[t[0]], points_.x[t[1]], points_.x[t[2]]});
    const auto [top, bottom] = std::minmax({points_.y[t[0]], points_.y[t[1]], points_.y[t[2]]});
    return right - left < kSmall && bottom - top < kSmall;
  }

  // Draws alpha-tested triangles, in chunks that fit the L1 cache.
  void draw_cut(const Surface& surface, const PlaceableItems::Points& points, std::span<const std::uint32_t> some,
                AlphaTest& holes) {
    constexpr std::size_t kTogether = 128;
    for (const std::uint32_t i : some) {
      const TriangleIndices t = points.cut.at(i);
      const std::uint32_t number = points.cut_numbers[i];
      const std::optional<PixelRect> box = box_of(t);
      if (!box) continue;
      // Translucent triangles cover a dithered share of the pixels, which cut_triangle() does not support.
      const bool is_opaque = !(surface.material_of(number).opacity < 1.0f);
      const auto cut = is_opaque
                           ? cut_triangle(surface, number, {vertex(t[0]), vertex(t[1]), vertex(t[2])}, *box, false)
                           : std::nullopt;
      if (cut) {
        cut_.push_back(*cut);
        if (cut_.size() == kTogether) flush();
      } else {
        general(t, number, holes);
      }
    }
    flush();
  }
  void flush() {
    fill_cut_triangles(cut_, heights_.data(), width_);
    cut_.clear();
  }

  // An edge function: non-negative inside the edge from (ax, ay), with the top-left rule.
  struct Edge {
    std::int32_t dx, dy, x, y, bias;
    std::int32_t at(std::int32_t px, std::int32_t py) const { return dx * (py - y) - dy * (px - x) - bias; }
  };
  static Edge edge(std::int32_t ax, std::int32_t ay, std::int32_t bx, std::int32_t by) {
    const std::int32_t dx = bx - ax, dy = by - ay;
    return {dx, dy, ax, ay, dy < 0 || (dy == 0 && dx > 0) ? 0 : 1};
  }

  void emit_one(const RasterVertex& a, const RasterVertex& b, const RasterVertex& c, std::int32_t area) {
    const int x = (std::min({a.x, b.x, c.x}) + kHalf - 1) >> kSubpixelBits;
    const int y = (std::min({a.y, b.y, c.y}) + kHalf - 1) >> kSubpixelBits;
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
    detail::DepthPlane plane;
    plane.set(a, b, c, area);
    emit(x, y, plane.at(a, x * kSubpixels + kHalf, y * kSubpixels + kHalf));
  }

  void small(const TriangleIndices& t, const PixelRect& box) {
    const std::uint32_t a = t[0];
    std::uint32_t b = t[1], c = t[2];
    std::int32_t area = (points_.x[b] - points_.x[a]) * (points_.y[c] - points_.y[a]) -
                        (points_.y[b] - points_.y[a]) * (points_.x[c] - points_.x[a]);
    if (area == 0) return;
    if (area < 0) {
      std::swap(b, c);
      area = -area;
    }
    const Edge ab = edge(points_.x[a], points_.y[a], points_.x[b], points_.y[b]),
               bc = edge(points_.x[b], points_.y[b], points_.x[c], points_.y[c]),
               ca = edge(points_.x[c], points_.y[c], points_.x[a], points_.y[a]);
    detail::DepthPlane plane;
    const RasterVertex first = vertex(a);
    const std::int32_t ab_step = ab.dy * kSubpixels, bc_step = bc.dy * kSubpixels, ca_step = ca.dy * kSubpixels;
    for (int y = box.y0; y < box.y1; ++y) {
      const std::int32_t px = box.x0 * kSubpixels + kHalf, py = y * kSubpixels + kHalf;
      std::int32_t e0 = ab.at(px, py), e1 = bc.at(px, py), e2 = ca.at(px, py);
      int x = box.x0;
      for (; x < box.x1 && (e0 | e1 | e2) < 0; ++x) e0 -= ab_step, e1 -= bc_step, e2 -= ca_step;
      for (; x < box.x1 && (e0 | e1 | e2) >= 0; ++x) {
        if (!plane.ready) plane.set(first, vertex(b), vertex(c), area);
        emit(x, y, plane.at(first, x * kSubpixels + kHalf, py));
        e0 -= ab_step, e1 -= bc_step, e2 -= ca_step;
      }
    }
  }
  // Like general(), for triangles without holes. The covered part of a row is filled in a loop without branches,
  // because thousands of triangles that each span the whole map may overlap. The values equal those of DepthPlane::at.
  void wide(const TriangleIndices& t, const PixelRect& box) {
    const RasterVertex a = vertex(t[0]);
    RasterVertex b = vertex(t[1]), c = vertex(t[2]);
    const std::int64_t area = detail::orient(a, b, c);
    if (area == 0) return;
    const std::array<detail::Edge, 3> edges{detail::Edge(a, b), detail::Edge(b, c), detail::Edge(c, a)};
    std::array<double, 3> inverse{};
    for (std::size_t i = 0; i < 3; ++i)
      if (edges[i].step_x != 0) inverse[i] = 1.0 / static_cast<double>(edges[i].step_x);
    detail::DepthPlane plane;
    plane.set(a, b, c, area);
    for (int y = box.y0; y < box.y1; ++y) {
      const std::int32_t sample_y = y * kSubpixels + kHalf;
      std::int64_t x0 = box.x0, x1 = box.x1;
      for (std::size_t i = 0; i < 3; ++i) detail::narrow(edges[i].at(kHalf, sample_y), edges[i], inverse[i], x0, x1);
      if (x0 >= x1) continue;
      const double start = static_cast<double>(a.depth) + plane.per_y * static_cast<double>(sample_y - a.y);
      float* row = heights_.data() + static_cast<std::ptrdiff_t>(y) * width_;
      const int end = static_cast<int>(x1), offset = kHalf - a.x;
      for (int x = static_cast<int>(x0); x < end; ++x) {
        const double depth = start + plane.per_x * static_cast<double>(x * kSubpixels + offset);
        const float height = std::min(plane.near, std::max(plane.far, static_cast<float>(depth)));
        row[x] = row[x] < height ? height : row[x];
      }
    }
  }
  // Draws any triangle, sample by sample.
  void general(const TriangleIndices& t, std::uint32_t number, AlphaTest& holes) {
    holes_ = &holes;
    holes.begin(number, vertex(t[0]), vertex(t[1]), vertex(t[2]));
    raster_triangle(vertex(t[0]), vertex(t[1]), vertex(t[2]), centres_, {0, 0, width_, height_},
                    [&](int x, int y, float height) { emit(x, y, height); });
    holes_ = nullptr;
  }
  float nearest(const TriangleIndices& t) const {
    return std::max({points_.height[t[0]], points_.height[t[1]], points_.height[t[2]]});
  }
  RasterVertex vertex(std::uint32_t i) const { return {points_.x[i], points_.y[i], points_.height[i]}; }
  void emit(int x, int y, float height) {
    float& highest =
        heights_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
    if (!(highest < height)) return;
    if (holes_ != nullptr && !holes_->solid(x * kSubpixels + kHalf, y * kSubpixels + kHalf)) return;
    highest = height;
  }

  const PlacedPoints& points_;
  int width_, height_;
  std::vector<float>& heights_;
  AlphaTest* holes_ = nullptr;  // alpha test of the current triangle, if it may have holes
  SamplePattern centres_ = sample_pattern(1);
  NearestFirst order_;
  DepthTiles tiles_;
  std::vector<CutTriangle> cut_;
};

/// Draws placed surfaces into the heights of a map, and keeps the maximum.
class DepthMapPainter {
 public:
  /// `heights`, which must outlive the painter, has rows of `size.width` texels and kSpareHeights more floats.
  DepthMapPainter(PixelSize size, std::vector<float>& heights)
      : size_(size), heights_(heights), triangles_(placed_, size, heights) {}
  /// Draws a surface. Returns false if it lies between the centres of texels, and so leaves no trace.
  bool draw(const Surface& surface, const PlaceableItems::Points& points, const Placing& placing);

 private:
  void draw_all(const Surface& surface, const PlaceableItems::Points& points, const Placing& placing);
  void draw_plain(const Surface& surface, const Vec3f& centre, const Placing& placing);
  void draw_solid(const CornerArrays& corners);

  PixelSize size_;
  std::vector<float>& heights_;
  PlacedPoints placed_;
  CoveringTriangles covering_;
  CornerArrays some_;  // of a surface that is drawn as it is
  std::vector<std::uint32_t> large_;
  TriangleDrawing triangles_;
  CardPainter cards_;
};

}  // namespace weald::render
