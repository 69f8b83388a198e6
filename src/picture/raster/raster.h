#pragma once
// Rasterisation of triangles into samples, in integer arithmetic. A sample on an edge shared by two triangles belongs
// to exactly one of them (top-left rule), independent of drawing order, clipping and threads. Source: [pineda1988]
// (edge functions).

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/math/clamped.h"

namespace weald::render {

inline constexpr int kSubpixelBits = 8;
inline constexpr std::int32_t kSubpixels = 1 << kSubpixelBits;  ///< units of the fixed-point grid per pixel

/// A vertex on the fixed-point pixel grid, x to the right and y down. Depth is larger when nearer and is linear in
/// screen space.
struct RasterVertex {
  std::int32_t x = 0;
  std::int32_t y = 0;
  float depth = 0;
};

/// Rounds pixel coordinates to the fixed-point grid. Pre: |v| < 2^22 pixels.
inline std::int32_t to_fixed(double v) {
  constexpr double kShift = 1073741824.0;  // turns the conversion's truncation into a floor
  return static_cast<std::int32_t>(static_cast<std::int64_t>(v * kSubpixels + (kShift + 0.5)) -
                                   static_cast<std::int64_t>(kShift));
}

/// Sample positions within a pixel: `count` rows with one sample each, all in different columns, so that nearly
/// horizontal and nearly vertical edges get every level of coverage. Offsets are on the fixed-point grid, from the
/// pixel's top left corner.
struct SamplePattern {
  static constexpr int kMaxCount = 16;
  int count = 1;
  std::array<std::int32_t, kMaxCount> x{};
  std::array<std::int32_t, kMaxCount> y{};
  std::int32_t min_x = 0, max_x = 0;  ///< smallest and largest of `x`
};

/// The rank-1 lattice of `count` samples with the largest minimum distance between points. Pre: 1 <= count <= 16.
SamplePattern sample_pattern(int count);

/// Half-open ranges of pixel columns and rows to draw into.
struct PixelRect {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

/// Whether two rectangles share a pixel.
inline bool overlaps(const PixelRect& a, const PixelRect& b) {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

namespace detail {

/// In triangles wider than this many columns, computing where a row starts and ends is cheaper than testing every
/// column.
inline constexpr int kWideColumns = 20;

/// The edge function of a-b: non-negative at samples inside a counter-clockwise triangle, including its top and left
/// edges.
struct Edge {
  std::int64_t step_x = 0;  // change of the edge function per pixel to the right
  std::int64_t dx = 0, dy = 0, c = 0;

  Edge(const RasterVertex& a, const RasterVertex& b) : dx(std::int64_t{b.x} - a.x), dy(std::int64_t{b.y} - a.y) {
    const bool top_left = dy < 0 || (dy == 0 && dx > 0);
    step_x = -dy * kSubpixels;
    c = dy * a.x - dx * a.y - (top_left ? 0 : 1);
  }
  std::int64_t at(std::int64_t x, std::int64_t y) const { return dx * y - dy * x + c; }
};

/// Depth as a plane in screen space. It is set up at a triangle's first sample, because most small triangles cover
/// none.
struct DepthPlane {
  bool ready = false;
  double per_x = 0, per_y = 0;
  float near = 0, far = 0;

  void set(const RasterVertex& a, const RasterVertex& b, const RasterVertex& c, std::int64_t area) {
    ready = true;
    const double db = static_cast<double>(b.depth) - static_cast<double>(a.depth),
                 dc = static_cast<double>(c.depth) - static_cast<double>(a.depth);
    const double inverse = 1.0 / static_cast<double>(area);
    per_x = (db * static_cast<double>(c.y - a.y) - dc * static_cast<double>(b.y - a.y)) * inverse;
    per_y = (dc * static_cast<double>(b.x - a.x) - db * static_cast<double>(c.x - a.x)) * inverse;
    near = std::max({a.depth, b.depth, c.depth});
    far = std::min({a.depth, b.depth, c.depth});
  }
  float at(const RasterVertex& a, std::int32_t x, std::int32_t y) const {
    const double depth =
        static_cast<double>(a.depth) + per_y * static_cast<double>(y - a.y) + per_x * static_cast<double>(x - a.x);
    return std::min(near, std::max(far, static_cast<float>(depth)));
  }
};

/// Twice the area of a triangle, in squared subpixels. Swaps `b` and `c` if that makes it positive.
inline std::int64_t orient(const RasterVertex& a, RasterVertex& b, RasterVertex& c) {
  const std::int64_t area =
      (std::int64_t{b.x} - a.x) * (std::int64_t{c.y} - a.y) - (std::int64_t{b.y} - a.y) * (std::int64_t{c.x} - a.x);
  if (area < 0) std::swap(b, c);
  return area < 0 ? -area : area;
}

/// The first x in [x0, x1] with e + step * x >= 0, or x1 if there is none. Pre: step > 0. `inverse` is 1 / step,
/// rounded; the guess that it gives is corrected in integers.
inline std::int64_t first_inside(std::int64_t e, std::int64_t step, double inverse, std::int64_t x0, std::int64_t x1) {
  const double guess = clamped(-static_cast<double>(e) * inverse, static_cast<double>(x0), static_cast<double>(x1));
  auto x = static_cast<std::int64_t>(guess);
  while (x > x0 && e + step * (x - 1) >= 0) --x;
  while (x < x1 && e + step * x < 0) ++x;
  return x;
}

/// Narrows [x0, x1) to the columns where e + step * column >= 0.
inline void narrow(std::int64_t e, const Edge& edge, double inverse, std::int64_t& x0, std::int64_t& x1) {
  if (edge.step_x > 0) {
    x0 = first_inside(e, edge.step_x, inverse, x0, x1);
  } else if (edge.step_x < 0) {
    x1 = first_inside(-e - 1, -edge.step_x, -inverse, x0, x1);  // the first column outside
  } else if (e < 0) {
    x1 = x0;
  }
}

}  // namespace detail

/// Calls emit(column, row, number, depth) for every sample of a pixel that lies inside the triangle and the rectangle.
/// Degenerate triangles cover nothing. Depths are clamped to the range of the corners' depths.
template <class Emit>
void raster_samples(const RasterVertex& a, RasterVertex b, RasterVertex c, const SamplePattern& pattern,
                    const PixelRect& clip, Emit&& emit) {
  const std::int32_t top = std::min({a.y, b.y, c.y}), bottom = std::max({a.y, b.y, c.y});
  const int min_x = std::max(clip.x0, (std::min({a.x, b.x, c.x}) - pattern.max_x + kSubpixels - 1) >> kSubpixelBits);
  const int max_x = std::min(clip.x1, ((std::max({a.x, b.x, c.x}) - pattern.min_x) >> kSubpixelBits) + 1);
  const int min_y = std::max(clip.y0, top >> kSubpixelBits), max_y = std::min(clip.y1, (bottom >> kSubpixelBits) + 1);
  if (min_x >= max_x || min_y >= max_y) return;
  const std::int64_t area = detail::orient(a, b, c);
  if (area == 0) return;
  const detail::Edge ab(a, b), bc(b, c), ca(c, a);
  detail::DepthPlane plane;
  const bool wide = max_x - min_x > detail::kWideColumns;
  const auto inverse = [wide](const detail::Edge& edge) {
    return wide && edge.step_x != 0 ? 1.0 / static_cast<double>(edge.step_x) : 0.0;
  };
  const double inverse_ab = inverse(ab), inverse_bc = inverse(bc), inverse_ca = inverse(ca);

  for (int y = min_y; y < max_y; ++y) {
    for (int i = 0; i < pattern.count; ++i) {
      const std::int32_t sample_y = y * kSubpixels + pattern.y[static_cast<std::size_t>(i)];
      if (sample_y < top || sample_y > bottom) continue;
      const std::int32_t offset = pattern.x[static_cast<std::size_t>(i)];
      std::int64_t e0 = ab.at(offset, sample_y), e1 = bc.at(offset, sample_y), e2 = ca.at(offset, sample_y);
      std::int64_t x0 = min_x, x1 = max_x;
      if (wide) {
        detail::narrow(e0, ab, inverse_ab, x0, x1);
        detail::narrow(e1, bc, inverse_bc, x0, x1);
        detail::narrow(e2, ca, inverse_ca, x0, x1);
      }
      e0 += ab.step_x * x0;
      e1 += bc.step_x * x0;
      e2 += ca.step_x * x0;
      bool entered = false;
      for (std::int64_t x = x0; x < x1; ++x, e0 += ab.step_x, e1 += bc.step_x, e2 += ca.step_x) {
        if ((e0 | e1 | e2) < 0) {
          if (entered) break;
          continue;
        }
        entered = true;
        if (!plane.ready) plane.set(a, b, c, area);
        emit(static_cast<int>(x), y, i, plane.at(a, static_cast<std::int32_t>(x) * kSubpixels + offset, sample_y));
      }
    }
  }
}

/// Calls emit(column, sample row, depth) like raster_samples(). Sample row y * pattern.count + i is sample i of pixel
/// row y.
template <class Emit>
void raster_triangle(const RasterVertex& a, const RasterVertex& b, const RasterVertex& c, const SamplePattern& pattern,
                     const PixelRect& clip, Emit&& emit) {
  raster_samples(a, b, c, pattern, clip,
                 [&](int x, int y, int i, float depth) { emit(x, y * pattern.count + i, depth); });
}

}  // namespace weald::render
