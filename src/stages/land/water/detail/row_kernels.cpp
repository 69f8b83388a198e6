// Compiled once per SIMD target by foreach_target, without fused multiply-add, so that every target gives the same
// bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/water/detail/row_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "methods/raster/cells.h"
#include "stages/land/water/detail/row_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::hydrology::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using I = hn::Rebind<std::int32_t, D>;
using B = hn::Rebind<std::uint8_t, D>;
using V = hn::Vec<D>;

constexpr std::size_t kSolveAhead = 32;  // with a vector, and cells before it, less than kTileColumns

// Inside a channel, the banks turn the gradient away from the river; on open slopes the gradient is reliable over a
// wider range of angles.
constexpr float kMinWearCosine = 0.75f;
constexpr float kMinLimitCosine = 0.4f;

void steepest_tile(const SteepestTile& tile, std::uint8_t* out) {
  const D d;
  const I i;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int x = 0; x < kTileColumns; x += lanes) {
    const V centre = hn::LoadU(d, tile.centre + x);
    V steepest = hn::Zero(d);
    auto direction = hn::Set(i, std::int32_t{kPit});
    for (int k = 0; k < kDirections; ++k) {
      const V drop = hn::Sub(centre, hn::LoadU(d, tile.neighbours[k] + x));
      const V slope = hn::Mul(drop, hn::LoadU(d, tile.weights[k] + x));
      const auto steeper = hn::Gt(slope, steepest);
      direction = hn::IfThenElse(hn::RebindMask(i, steeper), hn::Set(i, k), direction);
      steepest = hn::Max(slope, steepest);
    }
    hn::StoreU(hn::DemoteTo(B(), direction), B(), out + x);
  }
}

// log2 of a number of at least 1: the exponent, plus the atanh series of a mantissa in [0.75, 1.5), truncated at an
// error below 4e-8.
HWY_INLINE V log2_vector(V x) {
  const D d;
  const I i;
  const auto bits = hn::BitCast(i, x);
  const auto exponent = hn::ShiftRight<23>(hn::Sub(bits, hn::Set(i, 0x3F400000)));
  const V mantissa = hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<23>(exponent)));
  const V one = hn::Set(d, 1.0f);
  const V s = hn::Div(hn::Sub(mantissa, one), hn::Add(mantissa, one));
  const V q = hn::Mul(s, s);
  V series = hn::Set(d, 1.0f / 9);
  for (const float term : {1.0f / 7, 1.0f / 5, 1.0f / 3, 1.0f}) {
    series = hn::Add(hn::Mul(series, q), hn::Set(d, term));
  }
  return hn::Add(hn::ConvertTo(d, exponent), hn::Mul(hn::Mul(hn::Set(d, 2.8853900817779268f), s), series));
}

// 2^x for x in [0, 64]: Taylor series around the nearest integer.
HWY_INLINE V exp2_vector(V x) {
  const D d;
  const I i;
  const auto whole = hn::ConvertTo(i, hn::Add(x, hn::Set(d, 0.5f)));
  const V f = hn::Mul(hn::Sub(x, hn::ConvertTo(d, whole)), hn::Set(d, 0.69314718055994531f));
  V series = hn::Set(d, 1.0f / 720);
  for (const float term : {1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f, 1.0f, 1.0f}) {
    series = hn::Add(hn::Mul(series, f), hn::Set(d, term));
  }
  return hn::Mul(series, hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(whole, hn::Set(i, 127)))));
}

// Difference of the two neighbours; a neighbour outside the map is replaced by the sample itself.
HWY_INLINE V slope_between(V low, V centre, V high) {
  const V outside = hn::Set(D(), 1e30f);
  return hn::Sub(hn::IfThenElse(hn::Gt(high, outside), centre, high),
                 hn::IfThenElse(hn::Gt(low, outside), centre, low));
}

struct Lengths {
  V wear;
  V limit;
};

// Lengths of the step in cells, shortened as described at WearRow. The step (dx, dy) is decoded from the direction's
// number; the cosine is -(dx gx + dy gy) / (length |g|).
HWY_INLINE Lengths step_lengths(const WearRow& row, int x, hn::Vec<I> direction) {
  const D d;
  const I i;
  const V zero = hn::Zero(d), one = hn::Set(d, 1.0f);
  const V centre = hn::LoadU(d, row.height + x);
  const V gx = slope_between(hn::LoadU(d, row.height + x - 1), centre, hn::LoadU(d, row.height + x + 1));
  const V gy = slope_between(hn::LoadU(d, row.north + x), centre, hn::LoadU(d, row.south + x));
  const auto is = [&](int k) HWY_ATTR { return hn::RebindMask(d, hn::Eq(direction, hn::Set(i, k))); };
  const auto east = hn::Or(hn::Or(is(kEast), is(kSouthEast)), is(kNorthEast));
  const auto west = hn::Or(hn::Or(is(kWest), is(kSouthWest)), is(kNorthWest));
  const auto south = hn::Or(hn::Or(is(kSouth), is(kSouthEast)), is(kSouthWest));
  const auto north = hn::Or(hn::Or(is(kNorth), is(kNorthEast)), is(kNorthWest));
  const V along_x = hn::IfThenElse(east, hn::Neg(gx), hn::IfThenElse(west, gx, zero));
  const V along_y = hn::IfThenElse(south, hn::Neg(gy), hn::IfThenElse(north, gy, zero));
  const auto across = hn::RebindMask(d, hn::Ne(hn::And(direction, hn::Set(i, 1)), hn::Zero(i)));
  const V length = hn::IfThenElse(across, hn::Set(d, 1.41421356f), one);
  const V steepest = hn::Add(hn::Sqrt(hn::Add(hn::Mul(gx, gx), hn::Mul(gy, gy))), hn::Set(d, 1e-12f));
  const V projected = hn::Min(hn::Div(hn::Add(along_x, along_y), steepest), length);
  return {hn::Max(projected, hn::Mul(length, hn::Set(d, kMinWearCosine))),
          hn::Max(projected, hn::Mul(length, hn::Set(d, kMinLimitCosine)))};
}

void wear_row(const WearRow& row, Wear* out) {
  const D d;
  const I i;
  const int lanes = static_cast<int>(hn::Lanes(d));
  HWY_ALIGN float rate[hn::MaxLanes(d)];
  HWY_ALIGN float limit[hn::MaxLanes(d)];
  for (int x = 0; x < row.count; x += lanes) {
    const auto area = hn::LoadU(i, reinterpret_cast<const std::int32_t*>(row.area) + x);
    const V all_area = hn::Add(hn::ConvertTo(d, hn::Max(area, hn::Set(i, 1))), hn::Set(d, row.extra_area));
    const V power = exp2_vector(hn::Mul(hn::Set(d, row.exponent), log2_vector(all_area)));
    const auto direction = hn::PromoteTo(i, hn::LoadU(B(), row.direction + x));
    const Lengths length = step_lengths(row, x, direction);
    const V erodibility =
        row.erodibility != nullptr ? hn::LoadU(d, row.erodibility + x) : hn::Set(d, row.uniform_erodibility);
    const V wear = hn::Div(hn::Mul(hn::Mul(power, hn::Set(d, row.scale)), erodibility), length.wear);
    hn::Store(wear, d, rate);
    hn::Store(hn::Mul(length.limit, hn::Set(d, row.rise)), d, limit);
    const int used = lanes < row.count - x ? lanes : row.count - x;
    for (int k = 0; k < used; ++k) out[x + k] = {rate[k], limit[k]};
  }
}

// The smaller root of the quadratic equation for y, computed without cancellation.
HWY_INLINE V limited(V rate, V z) {
  const V one = hn::Set(D(), 1.0f), two = hn::Set(D(), 2.0f);
  const V rest = hn::Sub(one, z);
  const V root = hn::Sqrt(hn::Add(hn::Mul(rest, rest), hn::Mul(rate, hn::Add(rate, hn::Mul(two, hn::Add(one, z))))));
  return hn::Div(hn::Mul(two, z), hn::Add(hn::Add(hn::Add(one, rate), z), root));
}

// The next larger float; see next_up().
HWY_INLINE V next_up_vector(V value) {
  const D d;
  const I i;
  const auto bits = hn::BitCast(i, hn::Add(value, hn::Zero(d)));  // the sum turns -0 into 0
  const auto is_negative = hn::Lt(bits, hn::Zero(i));
  return hn::BitCast(d, hn::Add(bits, hn::IfThenElse(is_negative, hn::Set(i, -1), hn::Set(i, 1))));
}

void solve_cells(const SolveCells& work) {
  const D d;
  const I i;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN float solved[hn::MaxLanes(d)];
  const auto* cells = reinterpret_cast<const std::int32_t*>(work.cells);
  const auto* receivers = reinterpret_cast<const std::int32_t*>(work.receivers);
  const auto* wear = reinterpret_cast<const float*>(work.wear);
  for (std::size_t at = 0; at < work.count; at += lanes) {
    // The places of later cells are scattered, so no processor foresees them.
    for (std::size_t k = at + kSolveAhead; k < at + kSolveAhead + lanes; ++k) {
      hwy::Prefetch(work.heights + work.cells[k]);
      hwy::Prefetch(work.wear + work.cells[k]);
    }
    const auto cell = hn::LoadU(i, cells + at), receiver = hn::LoadU(i, receivers + at);
    const V before = hn::GatherIndex(d, work.heights, cell);
    const V below = hn::GatherIndex(d, work.heights, receiver);
    const V drop = hn::Sub(before, below);
    const auto place = hn::ShiftLeft<1>(cell);
    const V rate = hn::GatherIndex(d, wear, place);
    const V limit = hn::GatherIndex(d, wear + 1, place);
    const V worn = hn::Mul(limit, limited(rate, hn::Div(drop, limit)));
    const V kept = hn::IfThenElse(hn::Lt(limit, drop), limit, drop);
    const auto wears = hn::And(hn::Gt(rate, hn::Zero(d)), hn::Gt(drop, hn::Zero(d)));
    const V height = hn::Add(below, hn::IfThenElse(wears, worn, kept));
    const V least = next_up_vector(below);
    const V after = hn::IfThenElse(hn::Lt(height, least), least, height);
    const auto is_outlet = hn::RebindMask(d, hn::Eq(cell, receiver));
    hn::Store(hn::IfThenElse(is_outlet, before, after), d, solved);
    const std::size_t used = lanes < work.count - at ? lanes : work.count - at;
    for (std::size_t k = 0; k < used; ++k) work.heights[work.cells[at + k]] = solved[k];
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::hydrology::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::hydrology::detail {

HWY_EXPORT(steepest_tile);
HWY_EXPORT(wear_row);
HWY_EXPORT(solve_cells);

void steepest_tile(const SteepestTile& tile, std::uint8_t* out) { HWY_DYNAMIC_DISPATCH(steepest_tile)(tile, out); }
void wear_row(const WearRow& row, Wear* out) { HWY_DYNAMIC_DISPATCH(wear_row)(row, out); }
void solve_cells(const SolveCells& work) { HWY_DYNAMIC_DISPATCH(solve_cells)(work); }

}  // namespace weald::hydrology::detail
#endif
