// Block operations of PointField other than the noise itself. Compiled once per SIMD target by foreach_target.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/noise/detail/point_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "stages/land/noise/detail/fractal_combine-inl.h"
#include "stages/land/noise/detail/lattice_hash-inl.h"
#include "stages/land/noise/detail/point_interpolation-inl.h"
#include "stages/land/noise/detail/point_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

void fill_patch_row(const PatchRowJob& job) {
  const PD d;
  const PDU du;
  const PDI di;
  const PV gradient_scale = splat(job.rule.scale.gradient);
  const PV height_scale = splat(job.rule.scale.height);
  const PV one = splat(1.0f);
  const DirectionLanes<PD> directions(direction_table());
  for (int i = 0; i < job.count; i += static_cast<int>(hn::Lanes(d))) {
    const auto h = hash_lanes(du, job.column_a + i, job.column_b + i, job.row.a, job.row.b);
    if (job.rule.kind == PointRule::Kind::place) {
      const PV half = splat(0.5f);
      const PV x = hn::Mul(hn::ConvertTo(d, hn::BitCast(di, hn::ShiftRight<16>(h))), splat(0x1p-16f));
      const PV y = hn::Mul(hn::ConvertTo(d, hn::BitCast(di, hn::And(h, hn::Set(du, 0xFFFFu)))), splat(0x1p-16f));
      hn::StoreU(hn::Add(hn::Mul(hn::Sub(x, half), gradient_scale), half), d, job.slopes_x + i);
      hn::StoreU(hn::Add(hn::Mul(hn::Sub(y, half), gradient_scale), half), d, job.slopes_y + i);
      continue;
    }
    const PV share = hn::ConvertTo(d, hn::BitCast(di, hn::And(h, hn::Set(du, 0xFFFFFFu))));
    const PV height = hn::Sub(hn::Mul(share, splat(0x1p-23f)), one);
    PV scale = gradient_scale;
    if (job.rule.kind == PointRule::Kind::sphere) {
      scale = hn::Mul(hn::Sqrt(hn::Sub(one, hn::Mul(height, height))), gradient_scale);
    }
    PV x, y;
    directions.look_up(h, x, y);
    hn::StoreU(hn::Mul(scale, x), d, job.slopes_x + i);
    hn::StoreU(hn::Mul(scale, y), d, job.slopes_y + i);
    hn::StoreU(hn::Mul(height_scale, height), d, job.heights + i);
  }
}

template <Fractal kFractal>
void combine_block_as(const CombineBlockJob& job) {
  const PD d;
  const int count = job.rows * kBlockWidth;
  constexpr bool kWeighted = kFractal == Fractal::ridged || kFractal == Fractal::hybrid;
  for (int i = 0; i < count; i += static_cast<int>(hn::Lanes(d))) {
    FractalVector<PV> state{hn::Zero(d), splat(1.0f)};
    if (!job.first) {
      state.value = hn::LoadU(d, job.value + i);
      if constexpr (kWeighted) state.weight = hn::LoadU(d, job.weight + i);
    }
    add_octave_vector<kFractal>(d, job.rule, hn::LoadU(d, job.noise + i), {job.amplitude, job.share, job.first}, state);
    hn::StoreU(state.value, d, job.value + i);
    if constexpr (kWeighted) hn::StoreU(state.weight, d, job.weight + i);
  }
}

void combine_block(const CombineBlockJob& job) {
  switch (job.rule.fractal) {
    case Fractal::sum: return combine_block_as<Fractal::sum>(job);
    case Fractal::billow: return combine_block_as<Fractal::billow>(job);
    case Fractal::ridged: return combine_block_as<Fractal::ridged>(job);
    case Fractal::hybrid: return combine_block_as<Fractal::hybrid>(job);
    case Fractal::heterogeneous: return combine_block_as<Fractal::heterogeneous>(job);
    case Fractal::ping_pong: return combine_block_as<Fractal::ping_pong>(job);
  }
}

void add_shift(const float* noise, const float* strengths, float strength, int rows, bool first, float* shift) {
  const PD d;
  for (int i = 0; i < rows * kBlockWidth; i += static_cast<int>(hn::Lanes(d))) {
    PV way = splat(strength);
    if (strengths != nullptr) way = hn::Mul(way, hn::LoadU(d, strengths + i));
    const PV before = first ? hn::Zero(d) : hn::LoadU(d, shift + i);
    hn::StoreU(hn::Add(before, hn::Mul(hn::LoadU(d, noise + i), way)), d, shift + i);
  }
}

void find_square_ranges(const float* shift, const float* places, int rows, SquareRanges& ranges) {
  const PD d;
  for (int square = 0; square < rows * kBlockWidth / 16; ++square) {
    const auto position = [&](int i) HWY_ATTR {
      return hn::Add(hn::Load(d, shift + 16 * square + i), hn::LoadU(d, places + i));
    };
    PV min = position(0);
    PV max = min;
    for (int i = static_cast<int>(hn::Lanes(d)); i < 16; i += static_cast<int>(hn::Lanes(d))) {
      min = hn::Min(min, position(i));
      max = hn::Max(max, position(i));
    }
    ranges.min[square] = hn::GetLane(hn::MinOfLanes(d, min));
    ranges.max[square] = hn::GetLane(hn::MaxOfLanes(d, max));
  }
}

BlockRange block_range(const float* values, int rows) {
  const PD d;
  PV min = hn::LoadU(d, values);
  PV max = min;
  for (int i = 0; i < rows * kBlockWidth; i += static_cast<int>(hn::Lanes(d))) {
    const PV v = hn::LoadU(d, values + i);
    min = hn::Min(min, v);
    max = hn::Max(max, v);
  }
  return {hn::GetLane(hn::MinOfLanes(d, min)), hn::GetLane(hn::MaxOfLanes(d, max))};
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::noise::detail {

HWY_EXPORT(fill_patch_row);
HWY_EXPORT(combine_block);
HWY_EXPORT(add_shift);
HWY_EXPORT(find_square_ranges);
HWY_EXPORT(block_range);

void fill_patch_row(const PatchRowJob& job) { HWY_DYNAMIC_DISPATCH(fill_patch_row)(job); }
void fill_block(const BlockJob& job) {
  switch (job.rule.kind) {
    case LayerKind::blend: return fill_blend(job);
    case LayerKind::radial: return fill_radial(job);
    case LayerKind::cellular: return fill_cellular(job);
  }
}
void combine_block(const CombineBlockJob& job) { HWY_DYNAMIC_DISPATCH(combine_block)(job); }
void add_shift(const float* noise, const float* strengths, float strength, int rows, bool first, float* shift) {
  HWY_DYNAMIC_DISPATCH(add_shift)(noise, strengths, strength, rows, first, shift);
}
void find_square_ranges(const float* shift, const float* places, int rows, SquareRanges& ranges) {
  HWY_DYNAMIC_DISPATCH(find_square_ranges)(shift, places, rows, ranges);
}
BlockRange block_range(const float* values, int rows) { return HWY_DYNAMIC_DISPATCH(block_range)(values, rows); }

}  // namespace weald::noise::detail
#endif
