// Compiled once per SIMD target by foreach_target, without fused multiply-add: the operations of ground_height() in
// their order, so that every target gives the same bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/water/detail/amplify_ground_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "methods/raster/catmull_rom.h"
#include "stages/land/water/detail/amplify_ground_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::hydrology::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Reals = hn::ScalableTag<float>;
using Counts = hn::Rebind<std::int32_t, Reals>;
using Real = hn::Vec<Reals>;
using Count = hn::Vec<Counts>;

HWY_INLINE Real real(float value) { return hn::Set(Reals(), value); }

// Places of a vector of samples along an axis.
struct Along {
  // `whole` and `odd`: half the samples' numbers, rounded down, and what was left over; `last`: the last coarse sample.
  HWY_INLINE Along(Count whole, Real odd, Real bend, int last) {
    const Reals f;
    const Counts c;
    const Real offset = hn::Mul(real(0.5f), hn::Sub(odd, bend));
    const Real floor = hn::Floor(offset);
    const Count at = hn::Add(whole, hn::ConvertTo(c, floor));
    const auto is_outside = hn::Or(hn::Lt(at, hn::Zero(c)), hn::Gt(at, hn::Set(c, last - 1)));
    const Real t = hn::IfThenZeroElse(hn::RebindMask(f, is_outside), hn::Sub(offset, floor));
    sample = hn::Min(hn::Max(at, hn::Zero(c)), hn::Set(c, last));
    // as raster::catmull_rom_weights()
    const Real half = real(0.5f), squared = hn::Mul(t, t);
    before = hn::Mul(t, hn::Add(real(-0.5f), hn::Mul(t, hn::Sub(real(1.0f), hn::Mul(half, t)))));
    here = hn::Add(real(1.0f), hn::Mul(squared, hn::Add(real(-2.5f), hn::Mul(real(1.5f), t))));
    next = hn::Mul(t, hn::Add(half, hn::Mul(t, hn::Sub(real(2.0f), hn::Mul(real(1.5f), t)))));
    beyond = hn::Mul(squared, hn::Add(real(-0.5f), hn::Mul(half, t)));
  }
  Count sample;
  Real before, here, next, beyond;  // weights
};

void ground_row(const GroundRow& given) {
  const GroundRow row = given;  // a local copy: the compiler then knows that stores to the row cannot change it
  const Reals f;
  const Counts c;
  const int lanes = static_cast<int>(hn::Lanes(f));
  const Count odd_row = hn::Set(c, row.y % 2), half_row = hn::Set(c, row.y / 2);
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
    const Count x = hn::Add(hn::Iota(c, 0), hn::Set(c, row.x + i));
    const Along across(hn::ShiftRight<1>(x), hn::ConvertTo(f, hn::And(x, hn::Set(c, 1))), hn::LoadU(f, row.across + i),
                       row.coarse_width - 1);
    const Along down(half_row, hn::ConvertTo(f, odd_row), hn::LoadU(f, row.down + i), row.coarse_height - 1);
    const Count in_row = hn::Sub(across.sample, hn::Set(c, static_cast<int>(from_x)));
    const Count rows_on = hn::Sub(down.sample, hn::Set(c, static_cast<int>(from_y)));
    Count index = hn::Add(in_row, hn::Mul(rows_on, hn::Set(c, static_cast<int>(row.stride))));
    Real sum = hn::Zero(f);
    const float* at = base - row.stride - 1;
    for (const Real& weight : {down.before, down.here, down.next, down.beyond}) {
      const Real line = hn::Add(hn::Add(hn::Add(hn::Mul(across.before, hn::GatherIndex(f, at, index)),
                                                hn::Mul(across.here, hn::GatherIndex(f, at + 1, index))),
                                        hn::Mul(across.next, hn::GatherIndex(f, at + 2, index))),
                                hn::Mul(across.beyond, hn::GatherIndex(f, at + 3, index)));
      sum = hn::Add(sum, hn::Mul(weight, line));
      at += row.stride;
    }
    const Real bump = hn::Mul(hn::Mul(real(row.roughness), hn::LoadU(f, row.bumps + i)), hn::LoadU(f, row.relief + i));
    hn::StoreU(hn::Add(sum, bump), f, row.out + i);
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

void ground_row(const GroundRow& row) { HWY_DYNAMIC_DISPATCH(ground_row)(row); }

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
