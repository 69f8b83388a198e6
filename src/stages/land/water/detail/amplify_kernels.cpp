// Compiled once per SIMD target by foreach_target, without fused multiply-add, so that every target gives the same
// bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/water/detail/amplify_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "methods/raster/catmull_rom.h"
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

HWY_INLINE Lanes real(float value) { return hn::Set(Floats(), value); }

// Places of a vector of samples along an axis.
struct Along {
  // `whole` and `odd`: half the samples' numbers, rounded down, and what was left over; `last`: the last coarse sample.
  HWY_INLINE Along(hn::Vec<Ints> whole, Lanes odd, Lanes bend, int last) {
    const Floats f;
    const Ints c;
    const Lanes offset = hn::Mul(real(0.5f), hn::Sub(odd, bend));
    const Lanes floor = hn::Floor(offset);
    const hn::Vec<Ints> at = hn::Add(whole, hn::ConvertTo(c, floor));
    const auto is_outside = hn::Or(hn::Lt(at, hn::Zero(c)), hn::Gt(at, hn::Set(c, last - 1)));
    const Lanes t = hn::IfThenZeroElse(hn::RebindMask(f, is_outside), hn::Sub(offset, floor));
    sample = hn::Min(hn::Max(at, hn::Zero(c)), hn::Set(c, last));
    // as raster::catmull_rom_weights()
    const Lanes half = real(0.5f), squared = hn::Mul(t, t);
    before = hn::Mul(t, hn::Add(real(-0.5f), hn::Mul(t, hn::Sub(real(1.0f), hn::Mul(half, t)))));
    here = hn::Add(real(1.0f), hn::Mul(squared, hn::Add(real(-2.5f), hn::Mul(real(1.5f), t))));
    next = hn::Mul(t, hn::Add(half, hn::Mul(t, hn::Sub(real(2.0f), hn::Mul(real(1.5f), t)))));
    beyond = hn::Mul(squared, hn::Add(real(-0.5f), hn::Mul(half, t)));
  }
  hn::Vec<Ints> sample;
  Lanes before, here, next, beyond;  // weights
};

// The operations of ground_height() in their order.
void ground_row(const GroundRow& given) {
  const GroundRow row = given;  // a local copy: the compiler then knows that stores to the row cannot change it
  const Floats f;
  const Ints c;
  const int lanes = static_cast<int>(hn::Lanes(f));
  const hn::Vec<Ints> odd_row = hn::Set(c, row.y % 2), half_row = hn::Set(c, row.y / 2);
  // Indices count from the sample before the first one that can be needed, so that they fit into 32 bits.
  const std::ptrdiff_t from_x = row.x / 2 - 8, from_y = row.y / 2 - 8;
  const float* const base = row.coarse + from_y * row.stride + from_x;
  if (row.count < lanes) {
    for (int i = 0; i < row.count; ++i) row.out[i] = ground_height(row, i);
    return;
  }
  for (int next = 0; next < row.count; next += lanes) {
    // The last vector overlaps the one before, so that nothing beyond the row is read.
    const int i = std::min(next, row.count - lanes);
    const hn::Vec<Ints> x = hn::Add(hn::Iota(c, 0), hn::Set(c, row.x + i));
    const Along across(hn::ShiftRight<1>(x), hn::ConvertTo(f, hn::And(x, hn::Set(c, 1))), hn::LoadU(f, row.across + i),
                       row.coarse_width - 1);
    const Along down(half_row, hn::ConvertTo(f, odd_row), hn::LoadU(f, row.down + i), row.coarse_height - 1);
    const hn::Vec<Ints> in_row = hn::Sub(across.sample, hn::Set(c, static_cast<int>(from_x)));
    const hn::Vec<Ints> rows_on = hn::Sub(down.sample, hn::Set(c, static_cast<int>(from_y)));
    hn::Vec<Ints> index = hn::Add(in_row, hn::Mul(rows_on, hn::Set(c, static_cast<int>(row.stride))));
    Lanes sum = hn::Zero(f);
    const float* at = base - row.stride - 1;
    for (const Lanes& weight : {down.before, down.here, down.next, down.beyond}) {
      const Lanes line = hn::Add(hn::Add(hn::Add(hn::Mul(across.before, hn::GatherIndex(f, at, index)),
                                                 hn::Mul(across.here, hn::GatherIndex(f, at + 1, index))),
                                         hn::Mul(across.next, hn::GatherIndex(f, at + 2, index))),
                                 hn::Mul(across.beyond, hn::GatherIndex(f, at + 3, index)));
      sum = hn::Add(sum, hn::Mul(weight, line));
      at += row.stride;
    }
    const Lanes bump = hn::Mul(hn::Mul(real(row.roughness), hn::LoadU(f, row.bumps + i)), hn::LoadU(f, row.relief + i));
    hn::StoreU(hn::Add(sum, bump), f, row.out + i);
  }
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

namespace {

// A place along an axis of the coarse grid: a sample, and the way from it to the next one.
struct CoarsePlace {
  int sample = 0;
  float part = 0;  // 0 <= part < 1
};

// The place of the fine sample `at` after it has been moved back by `bend` fine cells; within `count` coarse samples.
// The parts are exact to the same digits anywhere in the map.
CoarsePlace bent_place(int at, float bend, int count) {
  const float offset = 0.5f * (static_cast<float>(at % 2) - bend);
  const float whole = std::floor(offset);
  const int sample = at / 2 + static_cast<int>(whole);
  if (sample < 0) return {};
  if (sample >= count - 1) return {count - 1, 0};
  return {sample, offset - whole};
}

}  // namespace

HWY_EXPORT(ground_row);
HWY_EXPORT(receiver_row);
HWY_EXPORT(erode_row);
HWY_EXPORT(flow_row);
HWY_EXPORT(fill_row);

void ground_row(const GroundRow& row) { HWY_DYNAMIC_DISPATCH(ground_row)(row); }
void receiver_row(const ReceiverRow& row) { HWY_DYNAMIC_DISPATCH(receiver_row)(row); }
void erode_row(const ErosionRow& row) { HWY_DYNAMIC_DISPATCH(erode_row)(row); }
void flow_row(const FlowRow& row) { HWY_DYNAMIC_DISPATCH(flow_row)(row); }
void fill_row(const FillRow& row) { HWY_DYNAMIC_DISPATCH(fill_row)(row); }

float ground_height(const GroundRow& row, int i) {
  const CoarsePlace u = bent_place(row.x + i, row.across[i], row.coarse_width);
  const CoarsePlace v = bent_place(row.y, row.down[i], row.coarse_height);
  const std::array<float, 4> across = raster::catmull_rom_weights(u.part), down = raster::catmull_rom_weights(v.part);
  const float* at = row.coarse + (v.sample - 1) * row.stride + u.sample - 1;
  float sum = 0;
  for (const float weight : down) {
    sum += weight * (across[0] * at[0] + across[1] * at[1] + across[2] * at[2] + across[3] * at[3]);
    at += row.stride;
  }
  return sum + row.roughness * row.bumps[i] * row.relief[i];
}

}  // namespace weald::hydrology::detail
#endif
