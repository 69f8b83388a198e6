// Compiled once per SIMD target by foreach_target; no fused multiply-add, so that every target gives the same bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/raster/detail/solid_triangles.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "base/check.h"
#include "picture/raster/detail/solid_triangles.h"

HWY_BEFORE_NAMESPACE();
namespace weald::render {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Corners in the order that makes the area positive, and the pixels that the triangle may cover.
struct SolidTriangle {
  RasterVertex a, b, c;
  std::int32_t area;
  PixelRect box;
};

// The samples of a pixel: their places, and the ranges of these.
struct SolidPattern {
  const std::int32_t *x, *y;
  std::int32_t count, room;
  std::int32_t min_x, max_x, min_y, max_y;

  explicit SolidPattern(const SamplePattern& pattern)
      : x(pattern.x.data()),
        y(pattern.y.data()),
        count(pattern.count),
        room(sample_room(pattern.count)),
        min_x(pattern.min_x),
        max_x(pattern.max_x),
        min_y(y[0]),
        max_y(y[0]) {
    for (int i = 1; i < count; ++i) min_y = std::min(min_y, y[i]), max_y = std::max(max_y, y[i]);
  }
};

enum class SolidSize { nothing, small, large };

HWY_INLINE SolidSize set_up(SolidTriangle& t, const SolidPattern& pattern, const PixelRect& clip) {
  const std::int32_t left = std::min({t.a.x, t.b.x, t.c.x}), right = std::max({t.a.x, t.b.x, t.c.x});
  const std::int32_t top = std::min({t.a.y, t.b.y, t.c.y}), bottom = std::max({t.a.y, t.b.y, t.c.y});
  const auto first = [](std::int32_t from, std::int32_t last) {
    return (from - last + kSubpixels - 1) >> kSubpixelBits;
  };
  const auto end = [](std::int32_t to, std::int32_t least) { return ((to - least) >> kSubpixelBits) + 1; };
  t.box = {std::max(clip.x0, first(left, pattern.max_x)), std::max(clip.y0, first(top, pattern.max_y)),
           std::min(clip.x1, end(right, pattern.min_x)), std::min(clip.y1, end(bottom, pattern.min_y))};
  if (t.box.x0 >= t.box.x1 || t.box.y0 >= t.box.y1) return SolidSize::nothing;
  constexpr std::int32_t kMax = CutTriangle::kMaxPixels * kSubpixels;
  if (right - left >= kMax || bottom - top >= kMax) return SolidSize::large;
  t.area = (t.b.x - t.a.x) * (t.c.y - t.a.y) - (t.b.y - t.a.y) * (t.c.x - t.a.x);
  if (t.area == 0) return SolidSize::nothing;
  if (t.area < 0) {
    std::swap(t.b, t.c);
    t.area = -t.area;
  }
  return SolidSize::small;
}

// An edge function at the samples of the box's first pixel, and its changes to the next pixel.
template <class DI>
struct SolidEdge {
  hn::Vec<DI> at, per_column, per_row;

  HWY_INLINE SolidEdge(const RasterVertex& from, const RasterVertex& to, const PixelRect& box, hn::Vec<DI> x,
                       hn::Vec<DI> y) {
    const DI d;
    const std::int32_t dx = to.x - from.x, dy = to.y - from.y;
    const bool top_left = dy < 0 || (dy == 0 && dx > 0);
    const std::int32_t corner =
        dx * (box.y0 * kSubpixels - from.y) - dy * (box.x0 * kSubpixels - from.x) - (top_left ? 0 : 1);
    at = hn::Add(hn::Set(d, corner), hn::Sub(hn::Mul(hn::Set(d, dx), y), hn::Mul(hn::Set(d, dy), x)));
    per_column = hn::Set(d, -dy * kSubpixels);
    per_row = hn::Set(d, dx * kSubpixels);
  }
};

// Draws samples of one pixel that are covered and nearest. Depths are computed like DepthPlane::at, so that all code
// paths agree on the nearest triangle.
template <class DD>
struct SolidDepths {
  using D = hn::Rebind<float, DD>;
  using DI = hn::RebindToSigned<D>;
  using DU = hn::RebindToUnsigned<D>;
  detail::DepthPlane plane;
  hn::Vec<DD> start;
  int row = -1;

  // An implicit constructor would not be compiled for the target, which GCC refuses for NEON.
  HWY_INLINE SolidDepths() : start(hn::Zero(DD())) {}

  HWY_INLINE void draw(const SolidTriangle& t, std::uint32_t number, int x, int y, hn::Vec<DI> sample_x,
                       hn::Vec<DI> sample_y, hn::Mask<DI> outside, VisibleSample* samples) {
    const DD dd;
    const D d;
    const DI di;
    const DU du;
    if (!plane.ready) plane.set(t.a, t.b, t.c, t.area);
    if (row != y) {
      const auto down = hn::Add(sample_y, hn::Set(di, y * kSubpixels - t.a.y));
      start = hn::Add(hn::Set(dd, static_cast<double>(t.a.depth)),
                      hn::Mul(hn::Set(dd, plane.per_y), hn::PromoteTo(dd, down)));
      row = y;
    }
    const auto steps = hn::Add(sample_x, hn::Set(di, x * kSubpixels - t.a.x));
    const auto exact = hn::Add(start, hn::Mul(hn::Set(dd, plane.per_x), hn::PromoteTo(dd, steps)));
    const auto depth = hn::Min(hn::Set(d, plane.near), hn::Max(hn::Set(d, plane.far), hn::DemoteTo(d, exact)));
    auto* words = reinterpret_cast<std::uint32_t*>(samples);
    hn::Vec<DU> depth_bits, triangles;
    hn::LoadInterleaved2(du, words, depth_bits, triangles);
    const auto before = hn::BitCast(d, depth_bits);
    const auto own = hn::Set(du, number);
    const auto nearer =
        hn::Or(hn::Lt(before, depth), hn::And(hn::Eq(before, depth), hn::RebindMask(d, hn::Lt(own, triangles))));
    const auto seen = hn::RebindMask(du, hn::AndNot(hn::RebindMask(d, outside), nearer));
    hn::StoreInterleaved2(hn::IfThenElse(seen, hn::BitCast(du, depth), depth_bits),
                          hn::IfThenElse(seen, own, triangles), du, words);
  }
};

template <class DD>
HWY_INLINE void fill_solid(const SolidTriangle& t, std::uint32_t number, const SolidPattern& pattern,
                           const SampleRows& rows) {
  const DD dd;
  const hn::Rebind<std::int32_t, DD> di;
  using DI = hn::Rebind<std::int32_t, DD>;
  constexpr std::int32_t kOutside = -(1 << 30);
  for (int first = 0; first < pattern.room; first += static_cast<int>(hn::Lanes(dd))) {
    const auto x = hn::LoadU(di, pattern.x + first), y = hn::LoadU(di, pattern.y + first);
    SolidEdge<DI> ab(t.a, t.b, t.box, x, y), bc(t.b, t.c, t.box, x, y), ca(t.c, t.a, t.box, x, y);
    ab.at = hn::IfThenElse(hn::Lt(hn::Iota(di, first), hn::Set(di, pattern.count)), ab.at, hn::Set(di, kOutside));
    SolidDepths<DD> depths;
    VisibleSample* row =
        rows.samples + ((std::ptrdiff_t{t.box.y0} - rows.y0) * rows.width + t.box.x0) * pattern.room + first;
    for (int py = t.box.y0; py < t.box.y1; ++py, row += std::ptrdiff_t{rows.width} * pattern.room) {
      auto e0 = ab.at, e1 = bc.at, e2 = ca.at;
      VisibleSample* samples = row;
      for (int px = t.box.x0; px < t.box.x1; ++px, samples += pattern.room) {
        const auto outside = hn::Lt(hn::Or(e0, hn::Or(e1, e2)), hn::Zero(di));
        if (!hn::AllTrue(di, outside)) depths.draw(t, number, px, py, x, y, outside, samples);
        e0 = hn::Add(e0, ab.per_column), e1 = hn::Add(e1, bc.per_column), e2 = hn::Add(e2, ca.per_column);
      }
      ab.at = hn::Add(ab.at, ab.per_row), bc.at = hn::Add(bc.at, bc.per_row), ca.at = hn::Add(ca.at, ca.per_row);
    }
  }
}

template <class DD>
HWY_INLINE std::size_t fill_all(const SolidTriangles& solid, const SolidPattern& pattern, const SampleRows& rows,
                                const PixelRect& clip, std::uint32_t* large) {
  std::size_t count = 0;
  for (const std::uint32_t triangle : solid.some) {
    const std::uint32_t local = triangle - solid.first;
    const TriangleIndices& corners = solid.triangles[local];
    SolidTriangle t{solid.vertices[corners[0]], solid.vertices[corners[1]], solid.vertices[corners[2]], 0, {}};
    const SolidSize size = set_up(t, pattern, clip);
    if (size == SolidSize::small) fill_solid<DD>(t, solid.number + local, pattern, rows);
    if (size == SolidSize::large) large[count++] = triangle;
  }
  return count;
}

std::size_t fill_solid_samples(const SolidTriangles& solid, const SamplePattern& samples, const SampleRows& rows,
                               const PixelRect& clip, std::uint32_t* large) {
  const SolidPattern pattern(samples);
  if (pattern.room % 8 == 0) return fill_all<hn::CappedTag<double, 8>>(solid, pattern, rows, clip, large);
  return fill_all<hn::CappedTag<double, 4>>(solid, pattern, rows, clip, large);
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::render
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::render {

HWY_EXPORT(fill_solid_samples);

void fill_solid_samples(const SolidTriangles& solid, const SamplePattern& pattern, const SampleRows& rows,
                        const PixelRect& clip, std::vector<std::uint32_t>& large) {
  WEALD_CHECK(pattern.count > 1);  // vectors would draw into the neighbouring pixels
  large.resize(solid.some.size());
  large.resize(HWY_DYNAMIC_DISPATCH(fill_solid_samples)(solid, pattern, rows, clip, large.data()));
}

}  // namespace weald::render
#endif
