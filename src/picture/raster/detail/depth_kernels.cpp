// Compiled once per SIMD target by foreach_target; no fused multiply-add, so that every target gives the same bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/raster/detail/depth_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <algorithm>
#include <array>

#include "picture/raster/detail/depth_kernels.h"
#include "picture/raster/raster.h"

#ifndef WEALD_COVERING_COUNTS
#define WEALD_COVERING_COUNTS
namespace weald::render {
struct CoveringCounts {
  std::size_t one = 0, some = 0;
};
}  // namespace weald::render
#endif

HWY_BEFORE_NAMESPACE();
namespace weald::render {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using PointFloats = hn::CappedTag<float, PointArrays::kLanes>;

HWY_INLINE void place_vector(hn::Vec<PointFloats> x, hn::Vec<PointFloats> y, hn::Vec<PointFloats> z,
                             const Placing& placing, std::size_t i, PlacedPoints& placed) {
  const PointFloats d;
  const hn::RebindToSigned<PointFloats> di;
  using V = hn::Vec<PointFloats>;
  const V limit = hn::Set(d, 2.56e8f), half = hn::Set(d, 0.5f);
  const auto row = [&](const float* r) HWY_ATTR {
    return hn::Add(
        hn::Add(hn::Add(hn::Mul(x, hn::Set(d, r[0])), hn::Mul(y, hn::Set(d, r[1]))), hn::Mul(z, hn::Set(d, r[2]))),
        hn::Set(d, r[3]));
  };
  const V px = row(placing.x), py = row(placing.y), height = row(placing.height);
  const auto usable = hn::And(hn::Lt(hn::Abs(px), limit), hn::Lt(hn::Abs(py), limit));
  const auto fixed = [&](V v) HWY_ATTR {
    return hn::ConvertTo(di, hn::Floor(hn::IfThenElseZero(usable, hn::Add(v, half))));
  };
  hn::StoreU(fixed(px), di, placed.x.data() + i);
  hn::StoreU(fixed(py), di, placed.y.data() + i);
  hn::StoreU(hn::IfThenElseZero(usable, height), d, placed.height.data() + i);
}

void place_points(const PointArrays& points, const Placing& placing, PlacedPoints& placed) {
  const PointFloats d;
  for (std::size_t i = 0; i < points.count; i += hn::Lanes(d)) {
    place_vector(hn::LoadU(d, points.x.data() + i), hn::LoadU(d, points.y.data() + i),
                 hn::LoadU(d, points.z.data() + i), placing, i, placed);
  }
}

// Places `count` positions, a multiple of kLanes, from place `to` on.
void place_positions(const float* positions, std::size_t count, const Vec3f& centre, const Placing& placing,
                     std::size_t to, PlacedPoints& placed) {
  const PointFloats d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    hn::Vec<PointFloats> x, y, z;
    hn::LoadInterleaved3(d, positions + 3 * i, x, y, z);
    place_vector(hn::Sub(x, hn::Set(d, centre.x)), hn::Sub(y, hn::Set(d, centre.y)), hn::Sub(z, hn::Set(d, centre.z)),
                 placing, to + i, placed);
  }
}

using DI = hn::CappedTag<std::int32_t, PointArrays::kLanes>;
using DU = hn::RebindToUnsigned<DI>;
using VI = hn::Vec<DI>;
using MI = hn::Mask<DI>;

// Corners of a vector of triangles, one triangle per lane.
struct CornerNumbers {
  const std::int32_t *a, *b, *c;  // indices
  std::uint32_t runs;             // see CornerArrays

  // The values at the corners `bit` (1: a, 2: b, 4: c).
  template <class D>
  HWY_INLINE hn::Vec<D> at(D d, const hn::TFromD<D>* values, std::uint32_t bit) const {
    const std::int32_t* corners = bit == 1 ? a : bit == 2 ? b : c;
    if ((runs & bit) != 0) return hn::LoadU(d, values + *corners);
    return hn::GatherIndex(d, values, hn::LoadU(DI(), corners));
  }
};

// One coordinate of the corners of a vector of triangles, and the pixels whose centres lie in its range.
struct Range {
  VI a, b, c;
  VI first, end;  // half-open

  HWY_INLINE Range(const std::vector<std::int32_t>& values, const CornerNumbers& corners) {
    const DI d;
    a = corners.at(d, values.data(), 1);
    b = corners.at(d, values.data(), 2);
    c = corners.at(d, values.data(), 4);
    const VI least = hn::Min(a, hn::Min(b, c)), most = hn::Max(a, hn::Max(b, c));
    first = hn::ShiftRight<kSubpixelBits>(hn::Add(least, hn::Set(d, kSubpixels / 2 - 1)));
    end = hn::ShiftRight<kSubpixelBits>(hn::Add(most, hn::Set(d, kSubpixels / 2)));
  }
  HWY_INLINE MI any() const { return hn::Gt(end, first); }
  HWY_INLINE MI one() const { return hn::Eq(hn::Sub(end, first), hn::Set(DI(), 1)); }
  HWY_INLINE VI centre() const { return hn::Add(hn::ShiftLeft<kSubpixelBits>(first), hn::Set(DI(), kSubpixels / 2)); }
};

// Points of the fixed-point grid, one per lane.
struct Points {
  VI x, y;
};

// Whether `p` lies inside the edge from `a` to `b`, or on it if it is a top or left edge. If `clockwise`, the edge is
// reversed.
HWY_INLINE MI inside(const Points& a, const Points& b, const Points& p, MI clockwise) {
  const DI d;
  const VI zero = hn::Zero(d);
  const auto turned = [&](VI v) { return hn::IfThenElse(clockwise, hn::Sub(zero, v), v); };
  const VI dx = turned(hn::Sub(b.x, a.x)), dy = turned(hn::Sub(b.y, a.y));
  const VI e = hn::Sub(hn::Mul(dx, hn::Sub(p.y, a.y)), hn::Mul(dy, hn::Sub(p.x, a.x)));
  const MI top_left = hn::Or(hn::Lt(dy, zero), hn::And(hn::Eq(dy, zero), hn::Gt(dx, zero)));
  return hn::Or(hn::Gt(e, zero), hn::And(hn::Eq(e, zero), top_left));
}

// Pre: the triangles have one centre in their boxes, so that products do not overflow.
HWY_INLINE MI covers_centre(const Range& x, const Range& y) {
  const DI d;
  const VI zero = hn::Zero(d);
  const Points a{x.a, y.a}, b{x.b, y.b}, c{x.c, y.c}, centre{x.centre(), y.centre()};
  const VI area = hn::Sub(hn::Mul(hn::Sub(x.b, x.a), hn::Sub(y.c, y.a)), hn::Mul(hn::Sub(y.b, y.a), hn::Sub(x.c, x.a)));
  const MI clockwise = hn::Lt(area, zero);
  const MI all = hn::And(inside(a, b, centre, clockwise),
                         hn::And(inside(b, c, centre, clockwise), inside(c, a, centre, clockwise)));
  return hn::And(all, hn::Not(hn::Eq(area, zero)));
}

// Calls use(first, corners, x, y, any) for each vector of triangles, skipping vectors without any pixel centre in their
// boxes. `first` is the number of the vector's first triangle; `any` marks the triangles with a centre in their box.
template <class Use>
HWY_INLINE void for_each_vector(const CornerArrays& corners, const PlacedPoints& placed, const Use& use) {
  const DI d;
  for (std::size_t i = 0; i < corners.count; i += hn::Lanes(d)) {
    const CornerNumbers n{corners.a.data() + i, corners.b.data() + i, corners.c.data() + i,
                          corners.runs.empty() ? 0u : corners.runs[i / PointArrays::kLanes]};
    const Range x(placed.x, n);
    if (hn::AllFalse(d, x.any())) continue;
    const Range y(placed.y, n);
    const MI any = hn::And(x.any(), y.any());
    if (!hn::AllFalse(d, any)) use(i, n, x, y, any);
  }
}

CoveringCounts find_covering(const CornerArrays& corners, const PlacedPoints& placed, std::uint32_t* one,
                             std::uint32_t* some) {
  const DI d;
  const DU du;
  CoveringCounts counts;
  for_each_vector(corners, placed, [&](std::size_t i, const CornerNumbers&, const Range& x, const Range& y, MI any) {
    const auto numbers = hn::Iota(du, static_cast<std::uint32_t>(i));
    const MI single = hn::And(x.one(), y.one());
    if (!hn::AllFalse(d, single)) {
      const MI covers = hn::And(single, covers_centre(x, y));
      hn::StoreU(hn::Compress(numbers, hn::RebindMask(du, covers)), du, one + counts.one);
      counts.one += hn::CountTrue(d, covers);
    }
    const MI others = hn::AndNot(single, any);
    hn::StoreU(hn::Compress(numbers, hn::RebindMask(du, others)), du, some + counts.some);
    counts.some += hn::CountTrue(d, others);
  });
  return counts;
}

// Vector type for gathering one height per corner.
using Heights = hn::Rebind<float, DI>;

// A vector of triangles with few centres in their boxes; unused lanes are empty. Corners are relative to the first
// centre and ordered so that the area is positive.
struct SmallTriangles {
  VI ax, ay, bx, by, cx, cy;
  VI columns, rows;
  VI area;
  hn::Vec<Heights> height, to_b, to_c;  // height of the first corner, and the differences to the others

  HWY_INLINE SmallTriangles(const Range& x, const Range& y, MI some, const CornerNumbers& n, const float* heights) {
    const DI d;
    const Heights df;
    const VI px = x.centre(), py = y.centre();
    const auto relative = [&](VI v, VI centre) { return hn::IfThenElseZero(some, hn::Sub(v, centre)); };
    ax = relative(x.a, px), ay = relative(y.a, py);
    const VI ux = relative(x.b, px), uy = relative(y.b, py), vx = relative(x.c, px), vy = relative(y.c, py);
    const VI turning = hn::Sub(hn::Mul(hn::Sub(ux, ax), hn::Sub(vy, ay)), hn::Mul(hn::Sub(uy, ay), hn::Sub(vx, ax)));
    const MI clockwise = hn::Lt(turning, hn::Zero(d));
    area = hn::Abs(turning);
    bx = hn::IfThenElse(clockwise, vx, ux), by = hn::IfThenElse(clockwise, vy, uy);
    cx = hn::IfThenElse(clockwise, ux, vx), cy = hn::IfThenElse(clockwise, uy, vy);
    columns = hn::IfThenElseZero(some, hn::Sub(x.end, x.first));
    rows = hn::IfThenElseZero(hn::Gt(area, hn::Zero(d)), hn::Sub(y.end, y.first));
    height = n.at(df, heights, 1);
    const auto b = n.at(df, heights, 2), c = n.at(df, heights, 4);
    const auto is_swapped = hn::RebindMask(df, clockwise);
    to_b = hn::Sub(hn::IfThenElse(is_swapped, c, b), height);
    to_c = hn::Sub(hn::IfThenElse(is_swapped, b, c), height);
  }
};

// An edge function at the first centre, its increments per column and row, and the bias that makes it negative on edges
// that belong to the neighbour by the top-left rule.
struct SmallEdge {
  VI at, per_column, per_row, bias;

  HWY_INLINE SmallEdge(VI ax, VI ay, VI bx, VI by) {
    const DI d;
    const VI zero = hn::Zero(d), dx = hn::Sub(bx, ax), dy = hn::Sub(by, ay);
    const MI top_left = hn::Or(hn::Lt(dy, zero), hn::And(hn::Eq(dy, zero), hn::Gt(dx, zero)));
    bias = hn::IfThenZeroElse(top_left, hn::Set(d, 1));
    at = hn::Sub(hn::Sub(hn::Mul(dy, ax), hn::Mul(dx, ay)), bias);
    per_column = hn::ShiftLeft<kSubpixelBits>(hn::Sub(zero, dy));
    per_row = hn::ShiftLeft<kSubpixelBits>(dx);
  }
};

// Rasterises a vector of small triangles and keeps the maximum height.
HWY_INLINE void draw_small(const SmallTriangles& t, VI first_place, int width, float* heights) {
  const DI d;
  const Heights df;
  const VI zero = hn::Zero(d);
  SmallEdge ab(t.ax, t.ay, t.bx, t.by), bc(t.bx, t.by, t.cx, t.cy), ca(t.cx, t.cy, t.ax, t.ay);
  const auto scale = hn::Div(hn::Set(df, 1.0f), hn::ConvertTo(df, hn::Max(t.area, hn::Set(d, 1))));
  HWY_ALIGN std::int32_t places[PointArrays::kLanes];
  HWY_ALIGN float found[PointArrays::kLanes];
  for (int row = 0; !hn::AllFalse(d, hn::Gt(t.rows, hn::Set(d, row))); ++row) {
    const VI columns = hn::IfThenElseZero(hn::Gt(t.rows, hn::Set(d, row)), t.columns);
    VI e0 = ab.at, e1 = bc.at, e2 = ca.at;
    for (int column = 0; !hn::AllFalse(d, hn::Gt(columns, hn::Set(d, column))); ++column) {
      const MI outside = hn::Lt(hn::Or(e0, hn::Or(e1, e2)), zero);
      const MI inside = hn::AndNot(outside, hn::Gt(columns, hn::Set(d, column)));
      if (!hn::AllFalse(d, inside)) {
        // The barycentric coordinates of the corners are the areas opposite them.
        const auto share_b = hn::ConvertTo(df, hn::Add(e2, ca.bias)), share_c = hn::ConvertTo(df, hn::Add(e0, ab.bias));
        const auto rise = hn::Add(hn::Mul(t.to_b, share_b), hn::Mul(t.to_c, share_c));
        const auto height = hn::Add(t.height, hn::Mul(rise, scale));
        const VI place = hn::Add(first_place, hn::Set(d, row * width + column));
        hn::Store(hn::Compress(place, inside), d, places);
        hn::Store(hn::Compress(height, hn::RebindMask(df, inside)), df, found);
        const std::size_t count = hn::CountTrue(d, inside);
        for (std::size_t i = 0; i < count; ++i) {
          float& highest = heights[places[i]];
          highest = highest < found[i] ? found[i] : highest;
        }
      }
      e0 = hn::Add(e0, ab.per_column), e1 = hn::Add(e1, bc.per_column), e2 = hn::Add(e2, ca.per_column);
    }
    ab.at = hn::Add(ab.at, ab.per_row), bc.at = hn::Add(bc.at, bc.per_row), ca.at = hn::Add(ca.at, ca.per_row);
  }
}

// Corner indices of small triangles that wait to be drawn in whole vectors: only some of the triangles of a vector
// cover a centre.
struct WaitingTriangles {
  static constexpr std::size_t kRoom = 1024;
  std::size_t count = 0;
  std::int32_t a[kRoom], b[kRoom], c[kRoom];

  HWY_INLINE void add(const CornerNumbers& n, MI some) {
    const DI d;
    const auto keep = [&](const std::int32_t* corners, std::int32_t* to)
                          HWY_ATTR { hn::StoreU(hn::Compress(hn::LoadU(d, corners), some), d, to + count); };
    keep(n.a, a), keep(n.b, b), keep(n.c, c);
    count += hn::CountTrue(d, some);
  }
  HWY_INLINE bool is_full() const { return count + 2 * PointArrays::kLanes > kRoom; }

  HWY_INLINE void draw(const PlacedPoints& placed, int width, float* heights) {
    const DI d;
    for (std::size_t i = 0; i < PointArrays::kLanes; ++i) a[count + i] = b[count + i] = c[count + i] = a[0];
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
      const CornerNumbers n{a + i, b + i, c + i, 0};
      const Range x(placed.x, n), y(placed.y, n);
      const MI some = hn::FirstN(d, count - i);
      const VI first_place = hn::Add(hn::Mul(y.first, hn::Set(d, width)), x.first);
      draw_small(SmallTriangles(x, y, some, n, placed.height.data()), first_place, width, heights);
    }
    count = 0;
  }
};

std::size_t fill_small_triangles(const CornerArrays& corners, const PlacedPoints& placed, int width, int height,
                                 float* heights, std::uint32_t* large) {
  constexpr std::int32_t kMax = 6;  // pixels along a side; edge functions would fit for boxes of up to 60
  const DI d;
  const DU du;
  std::size_t count = 0;
  WaitingTriangles waiting;
  for_each_vector(corners, placed, [&](std::size_t i, const CornerNumbers& n, const Range& x, const Range& y, MI any) {
    const auto is_small = [&](const Range& range, int end) {
      const MI fits = hn::Lt(hn::Sub(range.end, range.first), hn::Set(d, kMax + 1));
      return hn::And(fits, hn::And(hn::Gt(range.first, hn::Set(d, -1)), hn::Lt(range.end, hn::Set(d, end + 1))));
    };
    const MI small = hn::And(any, hn::And(is_small(x, width), is_small(y, height)));
    const MI others = hn::AndNot(small, any);
    if (!hn::AllFalse(d, others)) {
      const auto numbers = hn::Iota(du, static_cast<std::uint32_t>(i));
      hn::StoreU(hn::Compress(numbers, hn::RebindMask(du, others)), du, large + count);
      count += hn::CountTrue(d, others);
    }
    waiting.add(n, small);
    if (waiting.is_full()) waiting.draw(placed, width, heights);
  });
  if (waiting.count > 0) waiting.draw(placed, width, heights);
  return count;
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::render
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::render {

HWY_EXPORT(place_points);
HWY_EXPORT(place_positions);
HWY_EXPORT(find_covering);
HWY_EXPORT(fill_small_triangles);

void fill_small_triangles(const CornerArrays& corners, const PlacedPoints& placed, PixelSize size, float* heights,
                          std::vector<std::uint32_t>& large) {
  large.resize(corners.count + PointArrays::kLanes);  // room for whole vectors
  large.resize(
      HWY_DYNAMIC_DISPATCH(fill_small_triangles)(corners, placed, size.width, size.height, heights, large.data()));
}

void find_covering(const CornerArrays& corners, const PlacedPoints& placed, CoveringTriangles& found) {
  // Room for whole vectors.
  for (auto* list : {&found.one, &found.some}) list->resize(corners.count + PointArrays::kLanes);
  const auto counts = HWY_DYNAMIC_DISPATCH(find_covering)(corners, placed, found.one.data(), found.some.data());
  found.one.resize(counts.one);
  found.some.resize(counts.some);
  for (auto* list : {&found.one, &found.some}) {
    while (!list->empty() && list->back() >= corners.count) list->pop_back();  // padding lanes
  }
}

namespace {

void make_room(std::size_t points, PlacedPoints& placed) {
  const std::size_t size = (points + PointArrays::kLanes - 1) / PointArrays::kLanes * PointArrays::kLanes;
  if (placed.x.size() >= size) return;
  placed.x.resize(size);
  placed.y.resize(size);
  placed.height.resize(size);
}

}  // namespace

void place_points(const PointArrays& points, const Placing& placing, PlacedPoints& placed) {
  make_room(points.count, placed);
  HWY_DYNAMIC_DISPATCH(place_points)(points, placing, placed);
}

void place_points(std::span<const Vec3f> positions, const Vec3f& centre, const Placing& placing, PlacedPoints& placed) {
  static_assert(sizeof(Vec3f) == 3 * sizeof(float));
  const std::size_t whole = positions.size() / PointArrays::kLanes * PointArrays::kLanes;
  make_room(positions.size(), placed);
  const auto place = [&](const Vec3f* from, std::size_t count, std::size_t to) {
    if (count > 0) HWY_DYNAMIC_DISPATCH(place_positions)(&from->x, count, centre, placing, to, placed);
  };
  place(positions.data(), whole, 0);
  if (whole == positions.size()) return;
  std::array<Vec3f, PointArrays::kLanes> rest{};
  std::copy(positions.begin() + static_cast<std::ptrdiff_t>(whole), positions.end(), rest.begin());
  place(rest.data(), rest.size(), whole);
}

}  // namespace weald::render
#endif
