// Block operations of PointField other than the noise itself. Compiled once per SIMD target by foreach_target.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/noise/detail/point_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <limits>

#include "stages/land/noise/detail/fractal_combine-inl.h"
#include "stages/land/noise/detail/lattice_hash-inl.h"
#include "stages/land/noise/detail/point_interpolation-inl.h"
#include "stages/land/noise/detail/point_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

// Fills one row of a patch.
HWY_INLINE void fill_patch_row(const PatchJob& job, int row, const GradientLanes<PD>& gradients) {
  const PD d;
  const PDU du;
  const PDI di;
  const PV gradient_scale = splat(job.rule.scale.gradient);
  const PV height_scale = splat(job.rule.scale.height);
  const PV one = splat(1.0f);
  const AxisKey key = job.row_keys[row];
  const auto flipped = job.rule.kind == PointRule::Kind::place ? hn::Zero(du) : gradients.flipped();
  float* heights = job.patch.row(row);
  float* slopes_x = heights + job.patch.stride;
  float* slopes_y = slopes_x + job.patch.stride;
  for (int i = 0; i < job.patch.columns; i += static_cast<int>(hn::Lanes(d))) {
    const auto h = hash_lanes(du, job.column_a[row & 1] + i, job.column_b[row & 1] + i, key.a, key.b, flipped);
    if (job.rule.kind == PointRule::Kind::place) {
      const PV half = splat(0.5f);
      const PV x = hn::Mul(hn::ConvertTo(d, hn::BitCast(di, hn::ShiftRight<16>(h))), splat(0x1p-16f));
      const PV y = hn::Mul(hn::ConvertTo(d, hn::BitCast(di, hn::And(h, hn::Set(du, 0xFFFFu)))), splat(0x1p-16f));
      hn::StoreU(hn::Add(hn::Mul(hn::Sub(x, half), gradient_scale), half), d, slopes_x + i);
      hn::StoreU(hn::Add(hn::Mul(hn::Sub(y, half), gradient_scale), half), d, slopes_y + i);
      continue;
    }
    PV x, y;
    gradients.look_up(h, x, y);
    if (job.first == PatchJob::First::heights) {
      const PV share = hn::ConvertTo(d, hn::BitCast(di, hn::And(h, hn::Set(du, 0xFFFFFFu))));
      const PV height = hn::Sub(hn::Mul(share, splat(0x1p-23f)), one);
      if (job.rule.kind == PointRule::Kind::sphere) {
        const PV scale = hn::Mul(hn::Sqrt(hn::Sub(one, hn::Mul(height, height))), gradient_scale);
        x = hn::Mul(scale, x);
        y = hn::Mul(scale, y);
      }
      hn::StoreU(hn::Mul(height_scale, height), d, heights + i);
    }
    hn::StoreU(x, d, slopes_x + i);
    hn::StoreU(y, d, slopes_y + i);
  }
  if (job.first != PatchJob::First::differences) return;
  for (int i = 0; i < job.patch.columns; i += static_cast<int>(hn::Lanes(d)))
    hn::StoreU(hn::Sub(hn::LoadU(d, slopes_y + i + 1), hn::LoadU(d, slopes_y + i)), d, heights + i);
}

void fill_patch(const PatchJob& given) {
  const PatchJob job = given;  // a local copy, for the reason given in fill_squares
  // On a sphere, every point has a scale of its own.
  const GradientLanes<PD> gradients(direction_table(),
                                    job.rule.kind == PointRule::Kind::sphere ? 1 : job.rule.scale.gradient);
  for (int row = 0; row < job.rows; ++row) fill_patch_row(job, row, gradients);
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

// Least and greatest values.
struct RangeVector {
  PV min;
  PV max;
};

// The ranges of four consecutive values each. In every group of four, the values are moved by 0, 1, 2 and 3 steps.
HWY_INLINE RangeVector range_of_fours(const float* min, const float* max, PV step) {
  const PD d;
  PV of[4];
  const auto load = [&](const float* values) HWY_ATTR {
    hn::LoadInterleaved4(d, values, of[0], of[1], of[2], of[3]);
    PV way = step;
    for (int k = 1; k < 4; ++k, way = hn::Add(way, step)) of[k] = hn::Add(of[k], way);
  };
  load(min);
  const PV least = hn::Min(hn::Min(of[0], of[1]), hn::Min(of[2], of[3]));
  if (max != min) load(max);
  return {least, hn::Max(hn::Max(of[0], of[1]), hn::Max(of[2], of[3]))};
}

void find_square_ranges(const float* shift, float step_x, float step_y, int rows, SquareRanges& ranges) {
  const PD d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  HWY_ALIGN float row_min[4 * hn::MaxLanes(PD())];  // of each row of the squares
  HWY_ALIGN float row_max[4 * hn::MaxLanes(PD())];
  RangeVector all{splat(std::numeric_limits<float>::max()), splat(std::numeric_limits<float>::lowest())};
  for (int square = 0; square < rows * kBlockWidth / 16; square += lanes) {
    for (int i = 0; i < 4 * lanes; i += lanes) {
      const float* values = shift + 16 * square + 4 * i;
      const RangeVector range = range_of_fours(values, values, splat(step_x));
      hn::Store(range.min, d, row_min + i);
      hn::Store(range.max, d, row_max + i);
    }
    const RangeVector range = range_of_fours(row_min, row_max, splat(step_y));
    hn::Store(range.min, d, ranges.min + square);
    hn::Store(range.max, d, ranges.max + square);
    all = {hn::Min(all.min, range.min), hn::Max(all.max, range.max)};
  }
  ranges.least = hn::GetLane(hn::MinOfLanes(d, all.min));
  ranges.greatest = hn::GetLane(hn::MaxOfLanes(d, all.max));
}

void shift_squares(const ShiftJob& given) {
  const hn::CappedTag<float, 4> d;  // a row of a square
  const ShiftJob job = given;       // a local copy, for the reason given in fill_squares
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int y = 0; y < job.rows; y += 4) {
    for (int x = 0; x < kBlockWidth; x += lanes) {
      for (int r = 0; r < 4; ++r) {
        const int out = y * kBlockWidth + x / 4 * 16 + r * 4 + x % 4;
        auto way = hn::Set(d, job.strength);
        if (job.strengths != nullptr) way = hn::Mul(way, hn::LoadU(d, job.strengths + out));
        hn::StoreU(hn::Mul(hn::LoadU(d, job.noise + (y + r) * kBlockWidth + x), way), d, job.shift + out);
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::noise::detail {

HWY_EXPORT(fill_patch);
HWY_EXPORT(combine_block);
HWY_EXPORT(add_shift);
HWY_EXPORT(find_square_ranges);
HWY_EXPORT(shift_squares);

void fill_patch(const PatchJob& job) { HWY_DYNAMIC_DISPATCH(fill_patch)(job); }
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
void find_square_ranges(const float* shift, float step_x, float step_y, int rows, SquareRanges& ranges) {
  HWY_DYNAMIC_DISPATCH(find_square_ranges)(shift, step_x, step_y, rows, ranges);
}
void shift_squares(const ShiftJob& job) { HWY_DYNAMIC_DISPATCH(shift_squares)(job); }

}  // namespace weald::noise::detail
#endif
