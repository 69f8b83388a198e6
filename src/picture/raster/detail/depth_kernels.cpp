// Compiled once per SIMD target by foreach_target; no fused multiply-add, so that every target gives the same bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/raster/detail/depth_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "picture/raster/detail/cards.h"
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

void place_points(const PointArrays& points, const Placing& placing, PlacedPoints& placed) {
  const hn::CappedTag<float, PointArrays::kLanes> d;
  const hn::RebindToSigned<decltype(d)> di;
  using V = hn::Vec<decltype(d)>;
  const V limit = hn::Set(d, 2.56e8f), half = hn::Set(d, 0.5f);
  for (std::size_t i = 0; i < points.count; i += hn::Lanes(d)) {
    const V x = hn::LoadU(d, points.x.data() + i), y = hn::LoadU(d, points.y.data() + i),
            z = hn::LoadU(d, points.z.data() + i);
    const auto row = [&](const float* r) {
      return hn::Add(
          hn::Add(hn::Add(hn::Mul(x, hn::Set(d, r[0])), hn::Mul(y, hn::Set(d, r[1]))), hn::Mul(z, hn::Set(d, r[2]))),
          hn::Set(d, r[3]));
    };
    const V px = row(placing.x), py = row(placing.y), height = row(placing.height);
    const auto usable = hn::And(hn::Lt(hn::Abs(px), limit), hn::Lt(hn::Abs(py), limit));
    const auto fixed = [&](V v) { return hn::ConvertTo(di, hn::Floor(hn::IfThenElseZero(usable, hn::Add(v, half)))); };
    hn::StoreU(fixed(px), di, placed.x.data() + i);
    hn::StoreU(fixed(py), di, placed.y.data() + i);
    hn::StoreU(hn::IfThenElseZero(usable, height), d, placed.height.data() + i);
  }
}

using DI = hn::CappedTag<std::int32_t, PointArrays::kLanes>;
using DU = hn::RebindToUnsigned<DI>;
using VI = hn::Vec<DI>;
using MI = hn::Mask<DI>;
using CardFloats = hn::CappedTag<float, PointArrays::kLanes>;

// One coordinate of the corners of a vector of triangles, and the pixels whose centres lie in its range.
struct Range {
  VI a, b, c;
  VI first, end;  // half-open

  HWY_INLINE Range(const std::vector<std::int32_t>& values, VI ia, VI ib, VI ic) {
    const DI d;
    a = hn::GatherIndex(d, values.data(), ia);
    b = hn::GatherIndex(d, values.data(), ib);
    c = hn::GatherIndex(d, values.data(), ic);
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

// Corner indices of a vector of triangles, one triangle per lane.
struct CornerNumbers {
  VI a, b, c;
};

// Calls use(first, corners, x, y, any) for each vector of triangles, skipping vectors without any pixel centre in their
// boxes. `first` is the number of the vector's first triangle; `any` marks the triangles with a centre in their box.
template <class Use>
HWY_INLINE void for_each_vector(const CornerArrays& corners, const PlacedPoints& placed, const Use& use) {
  const DI d;
  for (std::size_t i = 0; i < corners.count; i += hn::Lanes(d)) {
    const CornerNumbers n{hn::LoadU(d, corners.a.data() + i), hn::LoadU(d, corners.b.data() + i),
                          hn::LoadU(d, corners.c.data() + i)};
    const Range x(placed.x, n.a, n.b, n.c);
    if (hn::AllFalse(d, x.any())) continue;
    const Range y(placed.y, n.a, n.b, n.c);
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
    height = hn::GatherIndex(df, heights, n.a);
    to_b = hn::Sub(hn::GatherIndex(df, heights, hn::IfThenElse(clockwise, n.c, n.b)), height);
    to_c = hn::Sub(hn::GatherIndex(df, heights, hn::IfThenElse(clockwise, n.b, n.c)), height);
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

std::size_t fill_small_triangles(const CornerArrays& corners, const PlacedPoints& placed, int width, int height,
                                 float* heights, std::uint32_t* large) {
  constexpr std::int32_t kMax = 6;  // pixels along a side; edge functions would fit for boxes of up to 60
  const DI d;
  const DU du;
  std::size_t count = 0;
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
    if (hn::AllFalse(d, small)) return;
    const VI first_place = hn::Add(hn::Mul(y.first, hn::Set(d, width)), x.first);
    draw_small(SmallTriangles(x, y, small, n, placed.height.data()), first_place, width, heights);
  });
  return count;
}

// One coordinate of a vector of cards projected into the map: the corner, and the extents along the two sides.
struct Span {
  hn::Vec<CardFloats> at, first, second;

  // `row` is a row of Placing; `scale` converts its units to those of the map.
  HWY_INLINE Span(const CardArrays& cards, std::size_t i, const float* row, float scale) {
    const CardFloats d;
    const auto along = [&](std::size_t k) {
      return hn::Add(hn::Add(hn::Mul(hn::LoadU(d, cards.parts[k].data() + i), hn::Set(d, row[0])),
                             hn::Mul(hn::LoadU(d, cards.parts[k + 1].data() + i), hn::Set(d, row[1]))),
                     hn::Mul(hn::LoadU(d, cards.parts[k + 2].data() + i), hn::Set(d, row[2])));
    };
    const auto by = hn::Set(d, scale);
    at = hn::Mul(hn::Add(along(0), hn::Set(d, row[3])), by);
    first = hn::Mul(along(3), by);
    second = hn::Mul(along(6), by);
  }
  HWY_INLINE hn::Vec<CardFloats> least() const {
    const CardFloats d;
    return hn::Add(at, hn::Add(hn::Min(first, hn::Zero(d)), hn::Min(second, hn::Zero(d))));
  }
  HWY_INLINE hn::Vec<CardFloats> most() const {
    const CardFloats d;
    return hn::Add(at, hn::Add(hn::Max(first, hn::Zero(d)), hn::Max(second, hn::Zero(d))));
  }
};

// Range of pixels on an axis of `count` whose centres lie in a span.
struct Centres {
  VI begin, end;

  HWY_INLINE Centres(const Span& span, int count) {
    const CardFloats d;
    const DI di;
    const auto half = hn::Set(d, 0.5f), zero = hn::Zero(d), last = hn::Set(d, static_cast<float>(count));
    const auto inside = [&](hn::Vec<CardFloats> v) { return hn::ConvertTo(di, hn::Min(hn::Max(v, zero), last)); };
    begin = inside(hn::Ceil(hn::Sub(span.least(), half)));
    end = inside(hn::Floor(hn::Add(span.most(), half)));
  }
};

std::size_t find_covering_cards(const CardArrays& cards, const Placing& placing, int width, int height,
                                CoveringCards& found) {
  constexpr float kPixel = 1.0f / kSubpixels, kMinArea = 0.01f, kLimit = 1e6f;
  const CardFloats d;
  const DI di;
  const DU du;
  std::size_t count = 0;
  for (std::size_t i = 0; i < cards.count; i += hn::Lanes(d)) {
    const Span x(cards, i, placing.x, kPixel), y(cards, i, placing.y, kPixel);
    const auto area = hn::Sub(hn::Mul(x.first, y.second), hn::Mul(y.first, x.second));
    const auto usable =
        hn::And(hn::Lt(hn::Max(hn::Abs(x.at), hn::Abs(y.at)), hn::Set(d, kLimit)),
                hn::And(hn::Gt(hn::Abs(area), hn::Set(d, kMinArea)), hn::Lt(hn::Abs(area), hn::Set(d, kLimit))));
    const Centres columns(x, width), rows(y, height);
    const auto numbers = hn::Iota(du, static_cast<std::uint32_t>(i));
    const MI any =
        hn::And(hn::And(hn::Lt(columns.begin, columns.end), hn::Lt(rows.begin, rows.end)), hn::RebindMask(di, usable));
    if (hn::AllFalse(di, any)) continue;
    // Avoids CompressStore, which some processors execute word by word.
    hn::StoreU(hn::Compress(numbers, hn::RebindMask(du, any)), du, found.numbers.data() + count);
    hn::StoreU(hn::Compress(columns.begin, any), di, found.x0.data() + count);
    hn::StoreU(hn::Compress(columns.end, any), di, found.x1.data() + count);
    hn::StoreU(hn::Compress(rows.begin, any), di, found.y0.data() + count);
    hn::StoreU(hn::Compress(rows.end, any), di, found.y1.data() + count);
    const Span heights(cards, i, placing.height, 1.0f);
    hn::StoreU(hn::Compress(heights.most(), hn::RebindMask(d, any)), d, found.nearest.data() + count);
    count += hn::CountTrue(di, any);
  }
  return count;
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::render
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::render {

HWY_EXPORT(place_points);
HWY_EXPORT(find_covering);
HWY_EXPORT(find_covering_cards);
HWY_EXPORT(fill_small_triangles);

void fill_small_triangles(const CornerArrays& corners, const PlacedPoints& placed, PixelSize size, float* heights,
                          std::vector<std::uint32_t>& large) {
  large.resize(corners.count + PointArrays::kLanes);  // room for whole vectors
  large.resize(
      HWY_DYNAMIC_DISPATCH(fill_small_triangles)(corners, placed, size.width, size.height, heights, large.data()));
}

void find_covering_cards(const CardArrays& cards, const Placing& placing, PixelSize size, CoveringCards& found) {
  const std::size_t room = cards.count + PointArrays::kLanes;  // room for whole vectors
  if (found.numbers.size() < room) {
    for (auto* array : {&found.x0, &found.x1, &found.y0, &found.y1}) array->resize(room);
    found.numbers.resize(room);
    found.nearest.resize(room);
  }
  found.count = HWY_DYNAMIC_DISPATCH(find_covering_cards)(cards, placing, size.width, size.height, found);
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

void place_points(const PointArrays& points, const Placing& placing, PlacedPoints& placed) {
  const std::size_t size = (points.count + PointArrays::kLanes - 1) / PointArrays::kLanes * PointArrays::kLanes;
  if (placed.x.size() < size) {
    placed.x.resize(size);
    placed.y.resize(size);
    placed.height.resize(size);
  }
  HWY_DYNAMIC_DISPATCH(place_points)(points, placing, placed);
}

}  // namespace weald::render
#endif
