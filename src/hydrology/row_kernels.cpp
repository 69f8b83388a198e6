// Compiled once per SIMD target by foreach_target, without fused multiply-add, so that every target gives the same
// bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hydrology/row_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "hydrology/cells.h"
#include "hydrology/row_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::hydrology::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using I = hn::Rebind<std::int32_t, D>;
using B = hn::Rebind<std::uint8_t, D>;
using V = hn::Vec<D>;

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

// log2 of a number from 1 on: its exponent, and for the mantissa in [0.75, 1.5) the series of atanh, cut where it stays
// below 4e-8.
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

// 2^x for x in [0, 64]: Taylor's series around the nearest whole number.
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

void kept_row(const KeptRow& row, float* out) {
  const D d;
  const I i;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const V one = hn::Set(d, 1.0f);
  const V axis = hn::Set(d, row.scale);
  const V diagonal = hn::Set(d, row.scale * 0.70710678118654752f);
  const V exponent = hn::Set(d, row.exponent);
  const auto kept_vector = [&](int x) HWY_ATTR {
    const auto area = hn::LoadU(i, reinterpret_cast<const std::int32_t*>(row.area) + x);
    const V power = exp2_vector(hn::Mul(exponent, log2_vector(hn::ConvertTo(d, hn::Max(area, hn::Set(i, 1))))));
    const auto direction = hn::PromoteTo(i, hn::LoadU(B(), row.direction + x));
    const auto across = hn::RebindMask(d, hn::Ne(hn::And(direction, hn::Set(i, 1)), hn::Zero(i)));
    const V erodibility = row.erodibility != nullptr ? hn::LoadU(d, row.erodibility + x)
                                                     : hn::Set(d, row.uniform_erodibility);
    const V wear = hn::Mul(hn::Mul(power, hn::IfThenElse(across, diagonal, axis)), erodibility);
    return hn::Div(one, hn::Add(one, wear));
  };
  int x = 0;
  for (; x + lanes <= row.count; x += lanes) hn::StoreU(kept_vector(x), d, out + x);
  if (x == row.count) return;
  // Other threads may write what follows the row.
  HWY_ALIGN float rest[hn::MaxLanes(d)];
  hn::Store(kept_vector(x), d, rest);
  for (int k = 0; x + k < row.count; ++k) out[x + k] = rest[k];
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::hydrology::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::hydrology::detail {

HWY_EXPORT(steepest_tile);
HWY_EXPORT(kept_row);

void steepest_tile(const SteepestTile& tile, std::uint8_t* out) { HWY_DYNAMIC_DISPATCH(steepest_tile)(tile, out); }
void kept_row(const KeptRow& row, float* out) { HWY_DYNAMIC_DISPATCH(kept_row)(row, out); }

}  // namespace weald::hydrology::detail
#endif
