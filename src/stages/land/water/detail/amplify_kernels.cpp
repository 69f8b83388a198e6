// Compiled once per SIMD target by foreach_target, without fused multiply-add, so that every target gives the same
// bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/water/detail/amplify_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <array>
#include <limits>

#include "methods/raster/cells.h"
#include "stages/land/water/detail/amplify_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::hydrology::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Floats = hn::ScalableTag<float>;
using Words = hn::Rebind<std::uint32_t, Floats>;
using Ints = hn::Rebind<std::int32_t, Floats>;
using Lanes = hn::Vec<Floats>;

constexpr auto kDiagonal = static_cast<float>(math::kSqrt2);
// Weights of an isotropic Laplacian: they sum to 1.
constexpr float kStraightShare = 0.2f, kDiagonalShare = 0.05f;
constexpr float kSlideShare = 0.4f;  // stable with any creep

HWY_INLINE std::array<std::ptrdiff_t, kDirections> neighbours(std::ptrdiff_t stride) {
  std::array<std::ptrdiff_t, kDirections> offsets{};
  for (std::size_t k = 0; k < kDirections; ++k) offsets[k] = kStepY[k] * stride + kStepX[k];
  return offsets;
}

// Stores the first lanes that belong to the row.
HWY_INLINE void store(Lanes values, float* out, int left) {
  const Floats f;
  if (left >= static_cast<int>(hn::Lanes(f))) return hn::StoreU(values, f, out);
  HWY_ALIGN float buffer[HWY_MAX_BYTES / sizeof(float)];
  hn::Store(values, f, buffer);
  for (int i = 0; i < left; ++i) out[i] = buffer[i];
}

HWY_INLINE Lanes routing_weight(hn::Vec<Words> chance, int k) {
  const Floats f;
  const Words w;
  const auto bits = hn::And(hn::ShiftRightSame(chance, 4 * k), hn::Set(w, 15u));
  const Lanes spread = hn::Mul(hn::Set(f, kRoutingSpread), hn::ConvertTo(f, hn::BitCast(Ints(), bits)));
  return hn::Mul(hn::Add(hn::Set(f, 1.0f), spread), hn::Set(f, k % 2 == 1 ? 1 / kDiagonal : 1.0f));
}

void receiver_row(const ReceiverRow& row) {
  const Floats f;
  const int lanes = static_cast<int>(hn::Lanes(f));
  const auto offsets = neighbours(row.stride);
  for (int x = 0; x < row.count; x += lanes) {
    const Lanes own = hn::LoadU(f, row.heights + x);
    const auto chance = hn::LoadU(Words(), row.chance + x);
    Lanes steepest = hn::Zero(f), direction = hn::Set(f, float{kPit});
    for (int k = 0; k < kDirections; ++k) {
      const Lanes other = hn::LoadU(f, row.heights + x + offsets[static_cast<std::size_t>(k)]);
      const Lanes slope = hn::Mul(hn::Sub(own, other), routing_weight(chance, k));
      const auto steeper = hn::Gt(slope, steepest);
      steepest = hn::IfThenElse(steeper, slope, steepest);
      direction = hn::IfThenElse(steeper, hn::Set(f, static_cast<float>(k)), direction);
    }
    store(direction, row.out + x, row.count - x);
  }
}

void erode_row(const ErosionRow& row) {
  const Floats f;
  const Words w;
  const int lanes = static_cast<int>(hn::Lanes(f));
  const auto offsets = neighbours(row.stride);
  const Lanes zero = hn::Zero(f), one = hn::Set(f, 1.0f);
  const Lanes none = hn::Set(f, std::numeric_limits<float>::infinity());
  for (int x = 0; x < row.count; x += lanes) {
    const Lanes own = hn::LoadU(f, row.heights + x);
    const auto chance = hn::LoadU(w, row.chance + x);
    Lanes steepest = zero, fall = zero, direction = hn::Set(f, float{kPit});
    Lanes slide = zero, curve = zero, floor = own, ceiling = own;
    for (int k = 0; k < kDirections; ++k) {
      const bool diagonal = k % 2 == 1;
      const Lanes other = hn::LoadU(f, row.heights + x + offsets[static_cast<std::size_t>(k)]);
      const Lanes drop = hn::Sub(own, other);
      const Lanes slope = hn::Mul(drop, routing_weight(chance, k));
      const auto steeper = hn::Gt(slope, steepest);
      steepest = hn::IfThenElse(steeper, slope, steepest);
      fall = hn::IfThenElse(steeper, hn::Mul(drop, hn::Set(f, diagonal ? 1 / kDiagonal : 1.0f)), fall);
      direction = hn::IfThenElse(steeper, hn::Set(f, static_cast<float>(k)), direction);
      const auto is_ground = hn::Lt(other, none);
      const Lanes gain = hn::IfThenElseZero(is_ground, hn::Sub(other, own));
      floor = hn::Min(floor, other);
      ceiling = hn::Max(ceiling, hn::IfThenElse(is_ground, other, own));
      const Lanes limit = hn::Set(f, diagonal ? row.talus * kDiagonal : row.talus);
      const Lanes over = hn::Sub(hn::Max(hn::Sub(gain, limit), zero), hn::Max(hn::Sub(hn::Neg(gain), limit), zero));
      const Lanes share = hn::Set(f, diagonal ? kDiagonalShare : kStraightShare);
      slide = hn::Add(slide, hn::Mul(share, over));
      curve = hn::Add(curve, hn::Mul(share, gain));
    }
    const Lanes area = hn::Add(hn::LoadU(f, row.areas + x), hn::Set(f, row.source));
    const Lanes rate = hn::Mul(hn::Set(f, row.wear), hn::Sqrt(area));
    const Lanes rise = hn::Mul(hn::Set(f, row.lift), hn::LoadU(f, row.steepness + x));
    const Lanes moved = hn::Add(hn::Mul(hn::Set(f, kSlideShare), slide), hn::Mul(hn::Set(f, row.creep), curve));
    const Lanes change = hn::Div(hn::Sub(hn::Add(moved, rise), hn::Mul(rate, fall)), hn::Add(one, rate));
    const Lanes within = hn::Min(hn::Max(hn::Add(own, change), floor), hn::Add(ceiling, rise));
    const Lanes low = hn::LoadU(f, row.lowest + x), high = hn::LoadU(f, row.highest + x);
    store(hn::Min(hn::Max(within, low), high), row.out + x, row.count - x);
    store(direction, row.directions + x, row.count - x);
  }
}

void flow_row(const FlowRow& row) {
  const Floats f;
  const int lanes = static_cast<int>(hn::Lanes(f));
  const auto offsets = neighbours(row.stride);
  for (int x = 0; x < row.count; x += lanes) {
    Lanes sum = hn::Set(f, row.own);
    for (int k = 0; k < kDirections; ++k) {
      const std::ptrdiff_t at = x + offsets[static_cast<std::size_t>(k)];
      const Lanes towards = hn::Set(f, static_cast<float>(opposite(k)));
      const auto flows = hn::Eq(hn::LoadU(f, row.directions + at), towards);
      sum = hn::Add(sum, hn::IfThenElseZero(flows, hn::LoadU(f, row.areas + at)));
    }
    store(hn::Max(sum, hn::LoadU(f, row.inflow + x)), row.out + x, row.count - x);
  }
}

void fill_row(const FillRow& row) {
  const Floats f;
  const int lanes = static_cast<int>(hn::Lanes(f));
  const auto offsets = neighbours(row.stride);
  const Lanes none = hn::Set(f, std::numeric_limits<float>::infinity());
  for (int x = 0; x < row.count; x += lanes) {
    const Lanes rise = hn::LoadU(f, row.rise + x);
    Lanes straight = none, diagonal = none;
    for (std::size_t k = 0; k < kDirections; k += 2) {
      straight = hn::Min(straight, hn::LoadU(f, row.levels + x + offsets[k]));
      diagonal = hn::Min(diagonal, hn::LoadU(f, row.levels + x + offsets[k + 1]));
    }
    const Lanes lowest = hn::Min(hn::Add(straight, rise), hn::Add(diagonal, hn::Mul(rise, hn::Set(f, kDiagonal))));
    const Lanes kept = hn::LoadU(f, row.kept + x);
    const Lanes level = hn::Max(hn::LoadU(f, row.ground + x), lowest);
    store(hn::IfThenElse(hn::Lt(kept, none), kept, level), row.out + x, row.count - x);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::hydrology::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::hydrology::detail {

HWY_EXPORT(receiver_row);
HWY_EXPORT(erode_row);
HWY_EXPORT(flow_row);
HWY_EXPORT(fill_row);

void receiver_row(const ReceiverRow& row) { HWY_DYNAMIC_DISPATCH(receiver_row)(row); }
void erode_row(const ErosionRow& row) { HWY_DYNAMIC_DISPATCH(erode_row)(row); }
void flow_row(const FlowRow& row) { HWY_DYNAMIC_DISPATCH(flow_row)(row); }
void fill_row(const FillRow& row) { HWY_DYNAMIC_DISPATCH(fill_row)(row); }

}  // namespace weald::hydrology::detail
#endif
