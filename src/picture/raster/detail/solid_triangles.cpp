// Compiled once per SIMD target by foreach_target; no fused multiply-add, so that every target gives the same bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/raster/detail/solid_triangles.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "picture/raster/detail/solid_triangles.h"

#ifndef WEALD_SOLID_BATCH
#define WEALD_SOLID_BATCH
namespace weald::render {

// Triangles that are set up together, as a structure of arrays.
struct SolidBatch {
  static constexpr std::size_t kMost = 16;
  using Ints = std::array<std::int32_t, kMost>;
  using Floats = std::array<float, kMost>;
  // An edge function is corner + dx y - dy x at the sample (x, y) of the first pixel of the box.
  struct Edge {
    Ints dx, dy, corner;
  };

  std::array<Ints, 3> x, y;                // of the corners
  std::array<Floats, 3> depth;             // of the corners
  Ints x0, y0, x1, y1;                     // the pixels that the triangle may cover
  Ints is_small, is_large;                 // not 0: it is drawn here, or it is too large to be
  std::array<Edge, 3> edges;               // of a triangle with a positive area
  Floats near, far;                        // range of its depths
  std::array<double, kMost> per_x, per_y;  // see detail::DepthPlane

  // Sets the corners of triangle `i`.
  void set(std::size_t i, const RasterVertex& a, const RasterVertex& b, const RasterVertex& c) {
    x[0][i] = a.x, y[0][i] = a.y, depth[0][i] = a.depth;
    x[1][i] = b.x, y[1][i] = b.y, depth[1][i] = b.depth;
    x[2][i] = c.x, y[2][i] = c.y, depth[2][i] = c.depth;
  }
};

}  // namespace weald::render
#endif

HWY_BEFORE_NAMESPACE();
namespace weald::render {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

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

using SolidInts = hn::CappedTag<std::int32_t, SolidBatch::kMost>;
using SolidFloats = hn::Rebind<float, SolidInts>;

// Sets up the edges of a vector of triangles, from place `i` of the batch on, whose corners are ordered.
HWY_INLINE void set_edges(SolidBatch& t, std::size_t i, const std::array<hn::Vec<SolidInts>, 3>& x,
                          const std::array<hn::Vec<SolidInts>, 3>& y) {
  const SolidInts d;
  const auto zero = hn::Zero(d);
  const auto left = hn::ShiftLeft<kSubpixelBits>(hn::LoadU(d, t.x0.data() + i)),
             top = hn::ShiftLeft<kSubpixelBits>(hn::LoadU(d, t.y0.data() + i));
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t to = (k + 1) % 3;
    const auto dx = hn::Sub(x[to], x[k]), dy = hn::Sub(y[to], y[k]);
    const auto top_left = hn::Or(hn::Lt(dy, zero), hn::And(hn::Eq(dy, zero), hn::Gt(dx, zero)));
    const auto corner = hn::Sub(hn::Sub(hn::Mul(dx, hn::Sub(top, y[k])), hn::Mul(dy, hn::Sub(left, x[k]))),
                                hn::IfThenZeroElse(top_left, hn::Set(d, 1)));
    hn::StoreU(dx, d, t.edges[k].dx.data() + i);
    hn::StoreU(dy, d, t.edges[k].dy.data() + i);
    hn::StoreU(corner, d, t.edges[k].corner.data() + i);
  }
}

// Sets up the planes of the depths of triangles with corners in order, like DepthPlane::set().
HWY_INLINE void set_planes(SolidBatch& t, const SolidBatch::Ints& area) {
  const hn::CappedTag<double, 8> d;
  const hn::Rebind<std::int32_t, decltype(d)> di;
  const hn::Rebind<float, decltype(d)> df;
  for (std::size_t i = 0; i < SolidBatch::kMost; i += hn::Lanes(d)) {
    const auto depth = [&](std::size_t k) HWY_ATTR { return hn::PromoteTo(d, hn::LoadU(df, t.depth[k].data() + i)); };
    const auto side = [&](const std::array<SolidBatch::Ints, 3>& at, std::size_t k) HWY_ATTR {
      return hn::PromoteTo(d, hn::Sub(hn::LoadU(di, at[k].data() + i), hn::LoadU(di, at[0].data() + i)));
    };
    const auto a = depth(0), db = hn::Sub(depth(1), a), dc = hn::Sub(depth(2), a);
    const auto inverse = hn::Div(hn::Set(d, 1.0), hn::PromoteTo(d, hn::LoadU(di, area.data() + i)));
    hn::StoreU(hn::Mul(hn::Sub(hn::Mul(db, side(t.y, 2)), hn::Mul(dc, side(t.y, 1))), inverse), d, t.per_x.data() + i);
    hn::StoreU(hn::Mul(hn::Sub(hn::Mul(dc, side(t.x, 1)), hn::Mul(db, side(t.x, 2))), inverse), d, t.per_y.data() + i);
  }
}

// Sets up a batch of triangles, whose corners are put into the order that makes the area positive.
HWY_INLINE void set_up(SolidBatch& t, const SolidPattern& pattern, const PixelRect& clip) {
  const SolidInts d;
  const SolidFloats df;
  using V = hn::Vec<SolidInts>;
  const V zero = hn::Zero(d);
  SolidBatch::Ints areas;
  for (std::size_t i = 0; i < SolidBatch::kMost; i += hn::Lanes(d)) {
    const auto load = [&](const SolidBatch::Ints& values) HWY_ATTR { return hn::LoadU(d, values.data() + i); };
    std::array<V, 3> x{load(t.x[0]), load(t.x[1]), load(t.x[2])}, y{load(t.y[0]), load(t.y[1]), load(t.y[2])};
    const V left = hn::Min(x[0], hn::Min(x[1], x[2])), right = hn::Max(x[0], hn::Max(x[1], x[2]));
    const V top = hn::Min(y[0], hn::Min(y[1], y[2])), bottom = hn::Max(y[0], hn::Max(y[1], y[2]));
    const auto first = [&](V from, std::int32_t last, std::int32_t least) HWY_ATTR {
      return hn::Max(hn::Set(d, least),
                     hn::ShiftRight<kSubpixelBits>(hn::Add(from, hn::Set(d, kSubpixels - 1 - last))));
    };
    const auto end = [&](V to, std::int32_t least, std::int32_t most) HWY_ATTR {
      const V last = hn::ShiftRight<kSubpixelBits>(hn::Sub(to, hn::Set(d, least)));
      return hn::Min(hn::Set(d, most), hn::Add(last, hn::Set(d, 1)));
    };
    const V x0 = first(left, pattern.max_x, clip.x0), y0 = first(top, pattern.max_y, clip.y0);
    const V x1 = end(right, pattern.min_x, clip.x1), y1 = end(bottom, pattern.min_y, clip.y1);
    const auto any = hn::And(hn::Lt(x0, x1), hn::Lt(y0, y1));
    const V most = hn::Set(d, CutTriangle::kMaxPixels * kSubpixels - 1);
    const auto large = hn::Or(hn::Gt(hn::Sub(right, left), most), hn::Gt(hn::Sub(bottom, top), most));
    const V area =
        hn::Sub(hn::Mul(hn::Sub(x[1], x[0]), hn::Sub(y[2], y[0])), hn::Mul(hn::Sub(y[1], y[0]), hn::Sub(x[2], x[0])));
    const auto small = hn::AndNot(large, hn::And(any, hn::Not(hn::Eq(area, zero))));
    const auto store = [&](V v, SolidBatch::Ints& values) HWY_ATTR { hn::StoreU(v, d, values.data() + i); };
    store(hn::IfThenElseZero(small, hn::Set(d, 1)), t.is_small);
    store(hn::IfThenElseZero(hn::And(any, large), hn::Set(d, 1)), t.is_large);
    store(hn::Abs(area), areas);
    store(x0, t.x0), store(y0, t.y0), store(x1, t.x1), store(y1, t.y1);

    const auto clockwise = hn::Lt(area, zero);
    const auto swapped = [&](V& b, V& c) HWY_ATTR {
      const V before = b;
      b = hn::IfThenElse(clockwise, c, b), c = hn::IfThenElse(clockwise, before, c);
    };
    swapped(x[1], x[2]), swapped(y[1], y[2]);
    store(x[1], t.x[1]), store(x[2], t.x[2]), store(y[1], t.y[1]), store(y[2], t.y[2]);
    set_edges(t, i, x, y);
    const auto depth = [&](std::size_t k) HWY_ATTR { return hn::LoadU(df, t.depth[k].data() + i); };
    const auto a = depth(0), b = depth(1), c = depth(2);
    hn::StoreU(hn::Max(a, hn::Max(b, c)), df, t.near.data() + i);
    hn::StoreU(hn::Min(a, hn::Min(b, c)), df, t.far.data() + i);
    const auto is_swapped = hn::RebindMask(df, clockwise);
    hn::StoreU(hn::IfThenElse(is_swapped, c, b), df, t.depth[1].data() + i);
    hn::StoreU(hn::IfThenElse(is_swapped, b, c), df, t.depth[2].data() + i);
  }
  set_planes(t, areas);
}

// An edge function at the samples of the box's first pixel, and its changes to the next pixel.
template <class DI>
struct SolidEdge {
  hn::Vec<DI> at, per_column, per_row;

  HWY_INLINE SolidEdge(const SolidBatch::Edge& edge, std::size_t i, hn::Vec<DI> x, hn::Vec<DI> y) {
    const DI d;
    const auto dx = hn::Set(d, edge.dx[i]), dy = hn::Set(d, edge.dy[i]);
    at = hn::Add(hn::Set(d, edge.corner[i]), hn::Sub(hn::Mul(dx, y), hn::Mul(dy, x)));
    per_column = hn::ShiftLeft<kSubpixelBits>(hn::Neg(dy));
    per_row = hn::ShiftLeft<kSubpixelBits>(dx);
  }
};

// Draws samples of one pixel that are covered and nearest. Depths are computed like DepthPlane::at, so that all code
// paths agree on the nearest triangle.
template <class DD>
struct SolidDepths {
  using D = hn::Rebind<float, DD>;
  using DI = hn::RebindToSigned<D>;
  using DU = hn::RebindToUnsigned<D>;
  hn::Vec<DD> start;
  int row = -1;

  // An implicit constructor would not be compiled for the target, which GCC refuses for NEON.
  HWY_INLINE SolidDepths() : start(hn::Zero(DD())) {}

  HWY_INLINE void draw(const SolidBatch& t, std::size_t i, std::uint32_t number, int x, int y, hn::Vec<DI> sample_x,
                       hn::Vec<DI> sample_y, hn::Mask<DI> outside, VisibleSample* samples) {
    const DD dd;
    const D d;
    const DI di;
    const DU du;
    if (row != y) {
      const auto down = hn::Add(sample_y, hn::Set(di, y * kSubpixels - t.y[0][i]));
      start = hn::Add(hn::Set(dd, static_cast<double>(t.depth[0][i])),
                      hn::Mul(hn::Set(dd, t.per_y[i]), hn::PromoteTo(dd, down)));
      row = y;
    }
    const auto steps = hn::Add(sample_x, hn::Set(di, x * kSubpixels - t.x[0][i]));
    const auto exact = hn::Add(start, hn::Mul(hn::Set(dd, t.per_x[i]), hn::PromoteTo(dd, steps)));
    const auto depth = hn::Min(hn::Set(d, t.near[i]), hn::Max(hn::Set(d, t.far[i]), hn::DemoteTo(d, exact)));
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
HWY_INLINE void fill_solid(const SolidBatch& t, std::size_t i, std::uint32_t number, const SolidPattern& pattern,
                           const SampleRows& rows) {
  const DD dd;
  const hn::Rebind<std::int32_t, DD> di;
  using DI = hn::Rebind<std::int32_t, DD>;
  constexpr std::int32_t kOutside = -(1 << 30);
  const int x0 = t.x0[i], y0 = t.y0[i], x1 = t.x1[i], y1 = t.y1[i];
  for (int first = 0; first < pattern.room; first += static_cast<int>(hn::Lanes(dd))) {
    const auto x = hn::LoadU(di, pattern.x + first), y = hn::LoadU(di, pattern.y + first);
    SolidEdge<DI> ab(t.edges[0], i, x, y), bc(t.edges[1], i, x, y), ca(t.edges[2], i, x, y);
    ab.at = hn::IfThenElse(hn::Lt(hn::Iota(di, first), hn::Set(di, pattern.count)), ab.at, hn::Set(di, kOutside));
    SolidDepths<DD> depths;
    VisibleSample* row = rows.samples + ((std::ptrdiff_t{y0} - rows.y0) * rows.width + x0) * pattern.room + first;
    for (int py = y0; py < y1; ++py, row += std::ptrdiff_t{rows.width} * pattern.room) {
      auto e0 = ab.at, e1 = bc.at, e2 = ca.at;
      VisibleSample* samples = row;
      for (int px = x0; px < x1; ++px, samples += pattern.room) {
        const auto outside = hn::Lt(hn::Or(e0, hn::Or(e1, e2)), hn::Zero(di));
        if (!hn::AllTrue(di, outside)) depths.draw(t, i, number, px, py, x, y, outside, samples);
        e0 = hn::Add(e0, ab.per_column), e1 = hn::Add(e1, bc.per_column), e2 = hn::Add(e2, ca.per_column);
      }
      ab.at = hn::Add(ab.at, ab.per_row), bc.at = hn::Add(bc.at, bc.per_row), ca.at = hn::Add(ca.at, ca.per_row);
    }
  }
}

// Fetches the corners of a triangle that will be needed soon into the cache.
HWY_INLINE void fetch(const SolidTriangles& solid, std::size_t place) {
  constexpr std::size_t kIndicesAhead = 24;
  if (place + kIndicesAhead >= solid.some.size()) return;
  hwy::Prefetch(&solid.triangles[solid.some[place + kIndicesAhead] - solid.first]);
  const TriangleIndices& corners = solid.triangles[solid.some[place] - solid.first];
  hwy::Prefetch(solid.vertices + corners[0]);
  hwy::Prefetch(solid.vertices + corners[1]);  // the third one often lies near one of these
}

template <class DD>
HWY_INLINE std::size_t fill_all(const SolidTriangles& solid, const SolidPattern& pattern, const SampleRows& rows,
                                const PixelRect& clip, std::uint32_t* large) {
  constexpr std::size_t kMost = SolidBatch::kMost, kCornersAhead = 2 * kMost;
  std::size_t large_count = 0;
  SolidBatch batch;
  for (std::size_t begin = 0; begin < solid.some.size(); begin += kMost) {
    const std::span<const std::uint32_t> some = solid.some.subspan(begin, std::min(kMost, solid.some.size() - begin));
    for (std::size_t i = 0; i < kMost; ++i) {
      const std::size_t place = std::min(i, some.size() - 1);
      const TriangleIndices& corners = solid.triangles[some[place] - solid.first];
      batch.set(i, solid.vertices[corners[0]], solid.vertices[corners[1]], solid.vertices[corners[2]]);
      fetch(solid, begin + kCornersAhead + i);
    }
    set_up(batch, pattern, clip);
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (batch.is_large[i] != 0) large[large_count++] = some[i];
      if (batch.is_small[i] != 0) fill_solid<DD>(batch, i, solid.number + (some[i] - solid.first), pattern, rows);
    }
  }
  return large_count;
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
