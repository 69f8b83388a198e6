// Compiled once per SIMD target by foreach_target. Multiplications and additions stay apart (no fused multiply-add) and
// stand in the order of layer_value in point_layer.cpp, so that every target gives the same bits.
//
// Neighbouring samples mostly look at the same few lattice points. A vector therefore loads a run of points of a
// lattice row and permutes it; only where its samples lie farther apart it gathers. It goes through the lattice rows
// that its samples need, one after the other: two where all lie in one row.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/point_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <algorithm>

#include "noise/folds-inl.h"
#include "noise/point_kernels.h"
#include "noise/point_lines-inl.h"
#include "noise/point_rules-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

struct AxisPlace {
  PVI cell;
  PV fraction;
};

HWY_INLINE AxisPlace moved(PVI cell, PV fraction, const float* shift, float frequency) {
  const PV position = hn::Add(fraction, hn::Mul(hn::LoadU(PD(), shift), splat(frequency)));
  const PV whole = hn::Floor(position);
  // Beside 1.5 * 2^23 a float counts in ones, and its bits with it: a conversion without care for overflow, of which
  // there is none (kMaxWarpCells).
  const PVI cells = hn::BitCast(PDI(), hn::Add(whole, splat(0x1.8p23f)));
  return {hn::Add(cell, hn::Sub(cells, hn::Set(PDI(), 0x4B400000))), hn::Sub(position, whole)};
}

// Sets the least and the greatest of the lanes' rows, in the usual cases without a branch that depends on them.
HWY_INLINE void find_rows(Places& at) {
  const PDI di;
  const int row = hn::GetLane(at.row);
  const PVI above = hn::Sub(at.row, hn::Set(di, row));
  at.first_row = row - (hn::AllFalse(di, hn::Lt(above, hn::Zero(di))) ? 0 : 1);
  at.last_row = row + (hn::AllFalse(di, hn::Gt(above, hn::Zero(di))) ? 0 : 1);
  if (hn::AllTrue(di, hn::Lt(hn::Abs(above), hn::Set(di, 2)))) return;
  at.first_row = hn::GetLane(hn::MinOfLanes(di, at.row));
  at.last_row = hn::GetLane(hn::MaxOfLanes(di, at.row));
}

// Columns from a run's first one on. Of the columns that are looked up together, the first and the last are left to the
// neighbours; places mostly lie from `before` columns before the first lane's on. Returns whether all lie in the run.
HWY_INLINE bool find_columns(Places& at, int before) {
  const PDI di;
  const int lanes = static_cast<int>(hn::Lanes(di));
  at.base = hn::GetLane(at.column) - 1 - before;
  at.column = hn::Sub(at.column, hn::Set(di, at.base));
  return hn::AllTrue(di, hn::And(hn::Gt(at.column, hn::Zero(di)), hn::Lt(at.column, hn::Set(di, lanes - 1))));
}

// Samples row by row: neighbours along x share their lattice rows.
template <class Rule>
void fill_lines(const BlockJob& given) {
  const BlockJob job = given;  // as in fill_squares
  const PD d;
  const PDI di;
  const Rule rule(job);
  for (int y = 0; y < job.height; ++y) {
    approach_row(job, y);
    for (int x = 0; x < job.width; x += static_cast<int>(hn::Lanes(d))) {
      Places at{hn::LoadU(di, job.column_cell + x),
                hn::Set(di, job.row_cell[y]),
                hn::LoadU(d, job.column_fraction + x),
                splat(job.row_fraction[y]),
                0,
                job.row_cell[y],
                job.row_cell[y]};
      const bool in_run = find_columns(at, 0);
      const PV value = in_run ? rule.template value<true>(at) : rule.template value<false>(at);
      store_value(job, value, static_cast<std::ptrdiff_t>(y) * kBlockWidth + x);
    }
  }
}

// A strip of squares: where every sample lies, and for every vector what its look-ups depend on. Worked out ahead, so
// that these are known at once when it is their turn.
struct Strip {
  HWY_ALIGN std::int32_t column[4 * kBlockWidth];
  HWY_ALIGN std::int32_t row[4 * kBlockWidth];
  HWY_ALIGN float x[4 * kBlockWidth];
  HWY_ALIGN float y[4 * kBlockWidth];
  struct Lanes {
    int base;
    int first_row;
    int last_row;
    bool in_run;
  };
  Lanes lanes[4 * kBlockWidth];
};

// Places the strip from sample row `y` on.
HWY_INLINE void place_strip(const BlockJob& given, int y, Strip& strip) {
  const BlockJob job = given;  // its members stay in registers: what is stored cannot be one of them
  const PD d;
  const PDI di;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int x = 0; x < job.width; x += 4) {
    for (int part = 0; part < 16; part += lanes) {
      const int i = 4 * x + part;
      const std::ptrdiff_t sample = static_cast<std::ptrdiff_t>(y) * kBlockWidth + i;
      const int column = lanes < 4 ? x + part % 4 : x;
      AxisPlace along_x{hn::LoadDup128(di, job.column_cell + column), hn::LoadDup128(d, job.column_fraction + column)};
      AxisPlace along_y{hn::LoadU(di, job.row_cell + 4 * y + part), hn::LoadU(d, job.row_fraction + 4 * y + part)};
      if (job.shift_x != nullptr) {
        along_x = moved(along_x.cell, along_x.fraction, job.shift_x + sample, job.frequency_x);
        along_y = moved(along_y.cell, along_y.fraction, job.shift_y + sample, job.frequency_y);
      }
      Places at{along_x.cell, along_y.cell, along_x.fraction, along_y.fraction, 0, 0, 0};
      find_rows(at);
      const bool in_run = find_columns(at, lanes / 4);
      strip.lanes[i / lanes] = {at.base, at.first_row, at.last_row, in_run};
      hn::StoreU(at.column, di, strip.column + i);
      hn::StoreU(at.row, di, strip.row + i);
      hn::StoreU(at.x, d, strip.x + i);
      hn::StoreU(at.y, d, strip.y + i);
    }
  }
}

// Samples in squares of 4 by 4, which stay together where they are moved.
template <class Rule>
void fill_squares(const BlockJob& given) {
  const PD d;
  const PDI di;
  const BlockJob job = given;
  const Rule rule(job);
  const int lanes = static_cast<int>(hn::Lanes(d));
  Strip strip;
  for (int y = 0; y < job.height; y += 4) {
    place_strip(job, y, strip);
    for (int row = y; row < std::min(y + 4, job.height); ++row) approach_row(job, row);
    for (int i = 0; i < 4 * ((job.width + 3) & ~3); i += lanes) {
      const Strip::Lanes& of = strip.lanes[i / lanes];
      const Places at{hn::LoadU(di, strip.column + i),
                      hn::LoadU(di, strip.row + i),
                      hn::LoadU(d, strip.x + i),
                      hn::LoadU(d, strip.y + i),
                      of.base,
                      of.first_row,
                      of.last_row};
      const PV value = of.in_run ? rule.template value<true>(at) : rule.template value<false>(at);
      store_value(job, value, static_cast<std::ptrdiff_t>(y) * kBlockWidth + i);
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
      return job.heights ? fill_block_as<Blend<true, false>>(job) : fill_block_as<Blend<false, true>>(job);
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
HWY_EXPORT(block_range);

void fill_patch_row(const PatchRowJob& job) { HWY_DYNAMIC_DISPATCH(fill_patch_row)(job); }
void fill_block(const BlockJob& job) { HWY_DYNAMIC_DISPATCH(fill_block)(job); }
void fold_block(const FoldBlockJob& job) { HWY_DYNAMIC_DISPATCH(fold_block)(job); }
void add_shift(const float* noise, const float* strengths, float strength, int rows, bool first, float* shift) {
  HWY_DYNAMIC_DISPATCH(add_shift)(noise, strengths, strength, rows, first, shift);
}
BlockRange block_range(const float* values, int rows) { return HWY_DYNAMIC_DISPATCH(block_range)(values, rows); }

}  // namespace weald::noise::detail
#endif
