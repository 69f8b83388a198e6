// Compiled once per SIMD target by foreach_target. Every vertex goes through the same operations, in the same order, as
// in adaptive_hierarchy.cpp, which processes the remaining vertices. No fused multiply-add.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/meshing/detail/adaptive_keep_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <array>
#include <bit>

#include "stages/land/meshing/detail/adaptive_keep_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::terrain::detail {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

int keep_edges_of_2(const VertexRow&, int x, float) { return x; }
int keep_squares_of_2(const VertexRow&, const Tolerance&) { return 1; }
int keep_edges_of_4(const VertexRow&, int x, const Tolerance&) { return x; }

#else

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<float, 8>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;
using Integers = hn::RebindToSigned<D>;
using Words = hn::RebindToUnsigned<D>;
using Bytes = hn::Rebind<std::uint8_t, D>;

// As bytes: 1 where the mask is true and the lane is even, otherwise 0.
HWY_INLINE hn::Vec<Bytes> ones_in_even_lanes(M mask) {
  const Integers d;
  const auto even = hn::Sub(hn::Set(d, 1), hn::And(hn::Iota(d, 0), hn::Set(d, 1)));
  return hn::DemoteTo(Bytes(), hn::IfThenElseZero(hn::RebindMask(d, mask), even));
}

int keep_edges_of_2(const VertexRow& row, int x, float limit) {
  const D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const std::ptrdiff_t step = row.y % 2 == 0 ? 1 : row.stride;
  const V half = hn::Set(d, 0.5f);
  const V limits = hn::Set(d, limit);
  for (; x + lanes < row.width; x += lanes) {
    const V sum = hn::Add(hn::LoadU(d, row.heights + x - step), hn::LoadU(d, row.heights + x + step));
    const V above = hn::Sub(hn::LoadU(d, row.samples + x), hn::Mul(half, sum));
    hn::StoreU(ones_in_even_lanes(hn::Gt(hn::Abs(above), limits)), Bytes(), row.kept + x);
  }
  return x;
}

// Lowest and highest signed distance of samples above planes.
struct Residuals {
  Residuals() : low(hn::Zero(D())), high(hn::Zero(D())) {}
  HWY_INLINE void widen(V above) {
    low = hn::Min(low, above);
    high = hn::Max(high, above);
  }
  V low, high;
};

struct Tolerances {
  explicit Tolerances(const Tolerance& t)
      : limit(hn::Set(D(), t.limit)), spread(hn::Set(D(), t.spread)), lower(hn::Set(D(), -t.limit)) {}
  HWY_INLINE M exceeded_by(const Residuals& r) const {
    return hn::Or(hn::Or(hn::Gt(r.high, limit), hn::Lt(r.low, lower)), hn::Gt(hn::Sub(r.high, r.low), spread));
  }
  V limit, spread, lower;
};

int keep_squares_of_2(const VertexRow& row, const Tolerance& tolerance) {
  const D d;
  const Bytes bytes;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const Tolerances tolerances(tolerance);
  const V half = hn::Set(d, 0.5f);
  const V edge_limit = hn::Min(tolerances.limit, tolerances.spread);
  // In even rows of squares, the squares of even columns are split from the north-west; in odd rows, those of odd
  // columns.
  const auto second = hn::Set(Integers(), row.y / 2 % 2 == 0 ? 0 : 2);
  const M from_north_west = hn::RebindMask(d, hn::Eq(hn::And(hn::Iota(Integers(), 0), hn::Set(Integers(), 2)), second));
  const auto even_lanes = ones_in_even_lanes(hn::Eq(half, half));
  const float* const north = row.heights - row.stride;
  const float* const south = row.heights + row.stride;
  const float* const middle = row.samples;
  int x = 1;
  for (; x + lanes + 1 < row.width; x += lanes) {
    const V nw = hn::LoadU(d, north + x - 1), ne = hn::LoadU(d, north + x + 1);
    const V sw = hn::LoadU(d, south + x - 1), se = hn::LoadU(d, south + x + 1);
    Residuals edges;
    const auto above = [&](const float* sample, V from, V to)
                           HWY_ATTR { return hn::Sub(hn::LoadU(d, sample), hn::Mul(half, hn::Add(from, to))); };
    edges.widen(above(middle + x - 1, nw, sw));
    edges.widen(above(middle - row.sample_stride + x, nw, ne));
    edges.widen(above(middle + row.sample_stride + x, sw, se));
    edges.widen(above(middle + x + 1, ne, se));
    const M edge_needed = hn::Or(hn::Gt(edges.high, edge_limit), hn::Lt(edges.low, hn::Neg(edge_limit)));
    Residuals all = edges;
    all.widen(above(middle + x, hn::IfThenElse(from_north_west, nw, ne), hn::IfThenElse(from_north_west, se, sw)));
    const auto needed = ones_in_even_lanes(hn::Or(edge_needed, tolerances.exceeded_by(all)));
    const auto others = hn::AndNot(hn::Sub(hn::Zero(bytes), even_lanes), hn::LoadU(bytes, row.kept + x));
    hn::StoreU(hn::Or(needed, others), bytes, row.kept + x);
  }
  return x;
}

// Loads every fourth value.
HWY_INLINE V load_fourths(const float* p) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V first = hn::ConcatEven(d, hn::LoadU(d, p + lanes), hn::LoadU(d, p));
  const V second = hn::ConcatEven(d, hn::LoadU(d, p + 3 * lanes), hn::LoadU(d, p + 2 * lanes));
  return hn::ConcatEven(d, second, first);
}

HWY_INLINE hn::Vec<Words> load_words(const std::uint8_t* p) {
  return hn::BitCast(Words(), hn::LoadU(hn::Repartition<std::uint8_t, Words>(), p));
}

// A word with `value` in byte n, in every lane.
HWY_INLINE hn::Vec<Words> byte_of_words(std::size_t n, std::uint8_t value) {
  std::array<std::uint8_t, 4> bytes{};
  bytes[n] = value;
  return hn::Set(Words(), std::bit_cast<std::uint32_t>(bytes));
}

int keep_edges_of_4(const VertexRow& row, int x, const Tolerance& tolerance) {
  const D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const Tolerances tolerances(tolerance);
  const bool along_row = row.y % 4 == 0;
  const std::ptrdiff_t along = along_row ? 1 : row.sample_stride;
  const std::ptrdiff_t across = along_row ? row.sample_stride : 1;
  const std::ptrdiff_t along_heights = along_row ? 2 : 2 * row.stride;
  const std::ptrdiff_t across_heights = along_row ? 2 * row.stride : 2;
  const auto inside = hn::Or(byte_of_words(0, 0xFF), byte_of_words(2, 0xFF));
  const auto mine = byte_of_words(1, 0xFF);
  const V half = hn::Set(d, 0.5f);
  // Loads may reach up to four values past the last vertex.
  for (; x + 4 * lanes + 2 < row.width; x += 4 * lanes) {
    std::uint8_t* const kept = row.kept + x - 1;
    const auto kept_inside = hn::And(hn::Or(load_words(kept - row.stride), load_words(kept + row.stride)), inside);
    const float* const height = row.heights + x;
    const V a = load_fourths(height - along_heights), b = load_fourths(height + along_heights);
    const V base = hn::Mul(half, hn::Add(a, b));
    const V slope = hn::Mul(hn::Sub(b, a), hn::Set(d, 0.25f));
    Residuals residuals;
    const auto widen = [&](const float* sample, V start) HWY_ATTR {
      residuals.widen(hn::Sub(load_fourths(sample - along), hn::Sub(start, slope)));
      residuals.widen(hn::Sub(load_fourths(sample), start));
      residuals.widen(hn::Sub(load_fourths(sample + along), hn::Add(start, slope)));
    };
    const auto start_towards = [&](V apex) HWY_ATTR { return hn::Add(base, hn::Mul(hn::Sub(apex, base), half)); };
    const float* const sample = row.samples + x;
    widen(sample, base);
    widen(sample - across, start_towards(load_fourths(height - across_heights)));
    widen(sample + across, start_towards(load_fourths(height + across_heights)));
    const auto needed =
        hn::Or(hn::RebindMask(Words(), tolerances.exceeded_by(residuals)), hn::Ne(kept_inside, hn::Zero(Words())));
    const auto word = hn::Or(hn::AndNot(mine, load_words(kept)), hn::IfThenElseZero(needed, byte_of_words(1, 1)));
    hn::StoreU(hn::BitCast(hn::Repartition<std::uint8_t, Words>(), word), hn::Repartition<std::uint8_t, Words>(), kept);
  }
  return x;
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace weald::terrain::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::terrain::detail {

HWY_EXPORT(keep_edges_of_2);
HWY_EXPORT(keep_squares_of_2);
HWY_EXPORT(keep_edges_of_4);

int keep_edges_of_2(const VertexRow& row, int x, float limit) {
  return HWY_DYNAMIC_DISPATCH(keep_edges_of_2)(row, x, limit);
}

int keep_squares_of_2(const VertexRow& row, const Tolerance& tolerance) {
  return HWY_DYNAMIC_DISPATCH(keep_squares_of_2)(row, tolerance);
}

int keep_edges_of_4(const VertexRow& row, int x, const Tolerance& tolerance) {
  return HWY_DYNAMIC_DISPATCH(keep_edges_of_4)(row, x, tolerance);
}

}  // namespace weald::terrain::detail
#endif
