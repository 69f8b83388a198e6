// Compiled once per SIMD target by foreach_target. Multiplications and additions stay apart (no fused multiply-add) and
// stand in the order of layer_value in point_layer.cpp, so that every target gives the same bits.
//
// Neighbouring samples mostly look at the same few lattice points. Where all samples of a vector lie in one lattice
// cell, its points are the same for all; else a vector loads a run of points of a lattice row and permutes it; only
// where its samples lie farther apart it gathers.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/point_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <algorithm>

#include "noise/folds-inl.h"
#include "noise/point_kernels.h"
#include "noise/point_lines-inl.h"
#include "noise/point_rules-inl.h"
#include "noise/point_squares-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

// Samples row by row: neighbours along x share their lattice rows.
template <class Rule>
void fill_lines(const BlockJob& given) {
  const BlockJob job = given;  // as in fill_squares
  const PD d;
  const PDI di;
  const Rule rule(job);
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int y = 0; y < job.height; ++y) {
    approach_row(job, y);
    for (int x = 0; x < job.width; x += lanes) {
      // Of the columns that are looked up together, the first and the last are left to the neighbours.
      const int base = job.column_cell[x] - 1;
      const bool in_run = job.column_cell[x + lanes - 1] - base < lanes - 1;
      Places at{hn::Sub(hn::LoadU(di, job.column_cell + x), hn::Set(di, base)),
                hn::Set(di, job.row_cell[y]),
                hn::LoadU(d, job.column_fraction + x),
                splat(job.row_fraction[y]),
                base,
                job.row_cell[y],
                job.row_cell[y],
                hn::Zero(d),
                hn::Zero(d)};
      if constexpr (Rule::kFades) {
        at.weight_x = rule.faded(at.x);
        at.weight_y = rule.faded(at.y);
      }
      const PV value = in_run ? rule.template value<Spread::row>(at) : rule.template value<Spread::far>(at);
      store_value(job, value, static_cast<std::ptrdiff_t>(y) * kBlockWidth + x);
    }
  }
}

template <class Rule>
void fill_block_as(const BlockJob& job) {
  job.squares ? fill_squares<Rule>(job) : fill_lines<Rule>(job);
}

template <class Rule, class Lines>
void fill_block_as(const BlockJob& job) {
  if (job.squares || !fill_by_lines<Lines>(job)) fill_block_as<Rule>(job);
}

template <CellularMetric kMetric>
void fill_cellular(const BlockJob& job) {
  job.rule.feature == CellularFeature::f1 ? fill_block_as<Cellular<kMetric, false>, CellularLines<kMetric, false>>(job)
                                          : fill_block_as<Cellular<kMetric, true>, CellularLines<kMetric, true>>(job);
}

void fill_block(const BlockJob& job) {
  switch (job.rule.kind) {
    case LayerKind::blend:
      if (job.heights && job.slopes) return fill_block_as<Blend<true, true>>(job);
      if (job.heights) return fill_block_as<Blend<true, false>>(job);
      return job.rule.fade == Fade::quintic ? fill_block_as<Blend<false, true, true>>(job)
                                            : fill_block_as<Blend<false, true>>(job);
    case LayerKind::radial:
      return job.rule.odd_shift > 0 ? fill_block_as<Radial<true>, RadialLines<true>>(job)
                                    : fill_block_as<Radial<false>, RadialLines<false>>(job);
    case LayerKind::cellular: break;
  }
  switch (job.rule.metric) {
    case CellularMetric::euclidean:
    case CellularMetric::squared: return fill_cellular<CellularMetric::euclidean>(job);
    case CellularMetric::manhattan: return fill_cellular<CellularMetric::manhattan>(job);
    case CellularMetric::chebyshev: return fill_cellular<CellularMetric::chebyshev>(job);
  }
}

void fill_patch_row(const PatchRowJob& job) {
  const PD d;
  const PDU du;
  const PDI di;
  const PV gradient_scale = splat(job.rule.scale.gradient);
  const PV height_scale = splat(job.rule.scale.height);
  const PV one = splat(1.0f);
  for (int i = 0; i < job.count; i += static_cast<int>(hn::Lanes(d))) {
    auto h = hn::Mul(hn::Xor(hn::LoadU(du, job.column_a + i), hn::Set(du, job.row.a)), hn::Set(du, 0x9E3779B1u));
    h = hn::Xor(h, hn::ShiftRight<15>(h));
    h = hn::Add(h, hn::Xor(hn::LoadU(du, job.column_b + i), hn::Set(du, job.row.b)));
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<16>(h)), hn::Set(du, 0x85EBCA6Bu));
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<13>(h)), hn::Set(du, 0xC2B2AE35u));
    h = hn::Xor(h, hn::ShiftRight<16>(h));
    if (job.rule.kind == PointRule::Kind::place) {
      const PV half = splat(0.5f);
      const PV x = hn::Mul(hn::ConvertTo(d, hn::BitCast(di, hn::ShiftRight<16>(h))), splat(0x1p-16f));
      const PV y = hn::Mul(hn::ConvertTo(d, hn::BitCast(di, hn::And(h, hn::Set(du, 0xFFFFu)))), splat(0x1p-16f));
      hn::StoreU(hn::Add(hn::Mul(hn::Sub(x, half), gradient_scale), half), d, job.slopes_x + i);
      hn::StoreU(hn::Add(hn::Mul(hn::Sub(y, half), gradient_scale), half), d, job.slopes_y + i);
      continue;
    }
    const auto index = hn::BitCast(di, hn::ShiftRight<24>(h));
    const PV share = hn::ConvertTo(d, hn::BitCast(di, hn::And(h, hn::Set(du, 0xFFFFFFu))));
    const PV height = hn::Sub(hn::Mul(share, splat(0x1p-23f)), one);
    PV scale = gradient_scale;
    if (job.rule.kind == PointRule::Kind::sphere) {
      scale = hn::Mul(hn::Sqrt(hn::Sub(one, hn::Mul(height, height))), gradient_scale);
    }
    hn::StoreU(hn::Mul(scale, hn::GatherIndex(d, job.directions_x, index)), d, job.slopes_x + i);
    hn::StoreU(hn::Mul(scale, hn::GatherIndex(d, job.directions_y, index)), d, job.slopes_y + i);
    hn::StoreU(hn::Mul(height_scale, height), d, job.heights + i);
  }
}

template <Fractal kFractal>
void fold_block_as(const FoldBlockJob& job) {
  const PD d;
  const int count = job.rows * kBlockWidth;
  constexpr bool kWeighted = kFractal == Fractal::ridged || kFractal == Fractal::hybrid;
  for (int i = 0; i < count; i += static_cast<int>(hn::Lanes(d))) {
    VectorFold<PV> state{hn::Zero(d), splat(1.0f)};
    if (!job.first) {
      state.value = hn::LoadU(d, job.value + i);
      if constexpr (kWeighted) state.weight = hn::LoadU(d, job.weight + i);
    }
    fold_vector<kFractal>(d, job.rule, hn::LoadU(d, job.noise + i), job.amplitude, job.share, job.first, state);
    hn::StoreU(state.value, d, job.value + i);
    if constexpr (kWeighted) hn::StoreU(state.weight, d, job.weight + i);
  }
}

void fold_block(const FoldBlockJob& job) {
  switch (job.rule.fractal) {
    case Fractal::sum: return fold_block_as<Fractal::sum>(job);
    case Fractal::billow: return fold_block_as<Fractal::billow>(job);
    case Fractal::ridged: return fold_block_as<Fractal::ridged>(job);
    case Fractal::hybrid: return fold_block_as<Fractal::hybrid>(job);
    case Fractal::heterogeneous: return fold_block_as<Fractal::heterogeneous>(job);
    case Fractal::ping_pong: return fold_block_as<Fractal::ping_pong>(job);
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
HWY_EXPORT(fill_block);
HWY_EXPORT(fold_block);
HWY_EXPORT(add_shift);
HWY_EXPORT(find_square_ranges);
HWY_EXPORT(block_range);

void fill_patch_row(const PatchRowJob& job) { HWY_DYNAMIC_DISPATCH(fill_patch_row)(job); }
void fill_block(const BlockJob& job) { HWY_DYNAMIC_DISPATCH(fill_block)(job); }
void fold_block(const FoldBlockJob& job) { HWY_DYNAMIC_DISPATCH(fold_block)(job); }
void add_shift(const float* noise, const float* strengths, float strength, int rows, bool first, float* shift) {
  HWY_DYNAMIC_DISPATCH(add_shift)(noise, strengths, strength, rows, first, shift);
}
void find_square_ranges(const float* shift, const float* places, int rows, SquareRanges& ranges) {
  HWY_DYNAMIC_DISPATCH(find_square_ranges)(shift, places, rows, ranges);
}
BlockRange block_range(const float* values, int rows) { return HWY_DYNAMIC_DISPATCH(block_range)(values, rows); }

}  // namespace weald::noise::detail
#endif
