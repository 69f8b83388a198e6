// Compiled once per SIMD target by foreach_target. Multiplications and additions are kept separate (no fused
// multiply-add), in the order that the tests define in scalar code, so every target gives the same bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/noise/detail/octave_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <algorithm>
#include <bit>

#include "stages/land/noise/detail/fractal_combine-inl.h"
#include "stages/land/noise/detail/lattice_hash-inl.h"
#include "stages/land/noise/detail/octave_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<float, kMaxLanes>;
using V = hn::Vec<D>;
using DU = hn::RebindToUnsigned<D>;
using DI = hn::RebindToSigned<D>;

// Loads the left and right lattice point of each lane. Dense samples permute a run of neighbouring cells, since a
// vector of them spans at most as many cells as it has lanes; samples that skip cells use gathers.
template <bool kDense>
struct Corners {
  HWY_INLINE Corners(const std::uint32_t* cell, std::uint32_t first_cell) {
    const DU du;
    const auto cells = hn::LoadU(du, cell);
    base_ = kDense ? cell[0] - first_cell : 0;
    index_ = hn::BitCast(DI(), hn::Sub(cells, hn::Set(du, base_ + first_cell)));
  }
  HWY_INLINE V left(const float* values) const {
    const D d;
    if constexpr (kDense) return hn::TableLookupLanes(hn::LoadU(d, values + base_), hn::IndicesFromVec(d, index_));
    return hn::GatherIndex(d, values, index_);
  }
  HWY_INLINE V right(const float* values) const { return left(values + 1); }

 private:
  std::uint32_t base_;
  hn::Vec<DI> index_;
};

template <bool kDense, bool kHeights>
HWY_INLINE void advance_line_as(const LineJob& job) {
  const D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const V one = hn::Set(d, 1.0f);
  const LinePoints& points = *job.points;
  LayerArrays& layer = *job.layer;
  float* const new_t = layer.line_t[layer.upper];  // the line that the previous lower row leaves free
  float* const new_g = layer.line_g[layer.upper];
  layer.upper = 1 - layer.upper;
  const float* const k0 = layer.k0();
  const float* const k1 = layer.k1();
  for (int i = 0; i < job.count; i += lanes) {
    const Corners<kDense> corners(job.cell + i, job.cell[0]);
    const V fraction = hn::LoadU(d, job.fraction + i);
    const V weight = hn::LoadU(d, job.weight + i);
    V left = hn::Mul(corners.left(points.slope_x), fraction);
    V right = hn::Mul(corners.right(points.slope_x), hn::Sub(fraction, one));
    if constexpr (kHeights) {
      left = hn::Add(corners.left(points.height), left);
      right = hn::Add(corners.right(points.height), right);
    }
    const V left_g = corners.left(points.slope_y);
    const V right_g = corners.right(points.slope_y);
    const V t = hn::Add(left, hn::Mul(weight, hn::Sub(right, left)));
    const V g = hn::Add(left_g, hn::Mul(weight, hn::Sub(right_g, left_g)));
    const V old_t = hn::LoadU(d, k0 + i);
    const V old_g = hn::LoadU(d, k1 + i);
    hn::StoreU(hn::Sub(hn::Sub(t, old_t), g), d, layer.k2 + i);
    hn::StoreU(hn::Sub(g, old_g), d, layer.k3 + i);
    hn::StoreU(t, d, new_t + i);
    hn::StoreU(g, d, new_g + i);
  }
}

// u K1 + v K2 + uv K3
HWY_INLINE V bilinear(const RowTerms& terms, V k1, V k2, V k3) {
  const D d;
  return hn::Add(hn::Add(hn::Mul(hn::Set(d, terms.u), k1), hn::Mul(hn::Set(d, terms.v), k2)),
                 hn::Mul(hn::Set(d, terms.uv), k3));
}

// The sum of K0 over all octaves.
HWY_INLINE V sum_of_bases(const SumJob& job, int i) {
  const D d;
  const V last = hn::LoadU(d, job.layers[job.octaves - 1].k0() + i);
  return job.octaves > 1 ? hn::Add(hn::LoadU(d, job.layers[job.octaves - 2].base + i), last) : last;
}

// Computes kRows rows of kVectors adjacent vectors of samples from `i` onwards: the rows share the coefficient loads,
// and the vectors share the row constants.
template <int kRows, int kVectors>
HWY_INLINE void sum_block(const SumJob& job, int i, float* out, std::ptrdiff_t stride) {
  const D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  V sum[std::size_t{kRows}][std::size_t{kVectors}];
  for (int v = 0; v < kVectors; ++v) {
    sum[0][v] = sum_of_bases(job, i + v * lanes);
    for (int r = 1; r < kRows; ++r) sum[r][v] = sum[0][v];
  }
  for (int o = 0; o < job.octaves; ++o) {
    const LayerArrays& layer = job.layers[o];
    V k1[std::size_t{kVectors}], k2[std::size_t{kVectors}], k3[std::size_t{kVectors}];
    for (int v = 0; v < kVectors; ++v) {
      k1[v] = hn::LoadU(d, layer.k1() + i + v * lanes);
      k2[v] = hn::LoadU(d, layer.k2 + i + v * lanes);
      k3[v] = hn::LoadU(d, layer.k3 + i + v * lanes);
    }
    for (int r = 0; r < kRows; ++r) {
      const RowTerms& terms = job.terms[o + r * job.octaves];
      for (int v = 0; v < kVectors; ++v) sum[r][v] = hn::Add(sum[r][v], bilinear(terms, k1[v], k2[v], k3[v]));
    }
  }
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) hn::StoreU(sum[r][v], d, out + r * stride + v * lanes);
  }
}

// Fills the rows from sample `i` onwards, as far as whole vectors go; kVectors at once, at the end fewer. Returns the
// first sample that is left.
template <int kRows, int kVectors>
HWY_INLINE int sum_blocks(const SumJob& job, int i) {
  const int samples = kVectors * static_cast<int>(hn::Lanes(D()));
  for (; i + samples <= job.count; i += samples) {
    // Prefetches the rows to be written next: they lie on different pages, which the hardware prefetcher does not
    // follow.
    for (int r = job.ahead; r < job.ahead_end; ++r) {
      for (int k = 0; k < samples; k += 16) hwy::Prefetch(job.out + r * job.stride + i + k);
    }
    sum_block<kRows, kVectors>(job, i, job.out + i, job.stride);
  }
  if constexpr (kVectors > 1) return sum_blocks<kRows, kVectors / 2>(job, i);
  return i;
}

template <int kRows>
void sum_rows_as(const SumJob& job) {
  // As many sums as registers hold along with the coefficients and constants.
  constexpr int kVectors = kRows > 2 ? 2 : 8 / kRows;
  const int i = sum_blocks<kRows, kVectors>(job, 0);
  if (i == job.count) return;
  HWY_ALIGN float rest[std::size_t{kRows} * kMaxLanes];
  sum_block<kRows, 1>(job, i, rest, kMaxLanes);
  for (int r = 0; r < kRows; ++r) std::copy_n(rest + r * kMaxLanes, job.count - i, job.out + r * job.stride + i);
}

void sum_rows(const SumJob& job) {
  switch (job.rows) {
    case 4: return sum_rows_as<4>(job);
    case 3: return sum_rows_as<3>(job);
    case 2: return sum_rows_as<2>(job);
    default: return sum_rows_as<1>(job);
  }
}

// Updates the running sums of K0 from octave `first` onwards.
HWY_INLINE void sum_bases(LayerArrays* layers, int first, int octaves) {
  const D d;
  for (int i = 0; i < kTile; i += static_cast<int>(hn::Lanes(d))) {
    V sum = first > 0 ? hn::LoadU(d, layers[first - 1].base + i) : hn::Zero(d);
    for (int o = first; o < octaves - 1; ++o) {
      const V k0 = hn::LoadU(d, layers[o].k0() + i);
      sum = o > 0 ? hn::Add(sum, k0) : k0;
      hn::StoreU(sum, d, layers[o].base + i);
    }
  }
}

template <bool kHeights>
HWY_INLINE void hash_points_as(const HashJob& given) {
  // A local copy: the compiler then knows that stores to the points cannot change it.
  const HashJob job = given;
  const D d;
  const DU du;
  const GradientLanes<D> gradients(direction_table(), job.gradient_scale);
  const auto flipped = gradients.flipped();
  for (int i = 0; i < job.count; i += static_cast<int>(hn::Lanes(d))) {
    const auto h = hash_lanes(du, job.column_a + i, job.column_b + i, job.row_a, job.row_b, flipped);
    V x, y;
    gradients.look_up(h, x, y);
    hn::Store(x, d, job.points->slope_x + i);
    hn::Store(y, d, job.points->slope_y + i);
    if constexpr (kHeights) {
      const V share = hn::ConvertTo(d, hn::BitCast(DI(), hn::And(h, hn::Set(du, 0xFFFFFFu))));
      const V height = hn::Sub(hn::Mul(share, hn::Set(d, 0x1p-23f)), hn::Set(d, 1.0f));
      hn::Store(hn::Mul(hn::Set(d, job.height_scale), height), d, job.points->height + i);
    }
  }
}

HWY_INLINE void hash_row(const HashJob& job) { job.heights ? hash_points_as<true>(job) : hash_points_as<false>(job); }

void hash_points(const HashJob& job) { hash_row(job); }

HWY_INLINE void advance_line(const LineJob& job) {
  if (job.heights) return job.dense ? advance_line_as<true, true>(job) : advance_line_as<false, true>(job);
  return job.dense ? advance_line_as<true, false>(job) : advance_line_as<false, false>(job);
}

void advance_lines(const AdvanceJob& job) {
  for (std::uint32_t rest = job.entered; rest != 0; rest &= rest - 1) {
    const LineJob& line = job.lines[std::countr_zero(rest)];
    advance_line(line);
    hash_row(line.next);
  }
  const int first = std::countr_zero(job.entered);
  if (job.sums != nullptr && first < job.octaves - 1) sum_bases(job.sums, first, job.octaves);
}

HWY_INLINE V layer_value(const LayerArrays& layer, const RowTerms& terms, int i) {
  const D d;
  return hn::Add(hn::LoadU(d, layer.k0() + i),
                 bilinear(terms, hn::LoadU(d, layer.k1() + i), hn::LoadU(d, layer.k2 + i), hn::LoadU(d, layer.k3 + i)));
}

template <Fractal kFractal>
HWY_INLINE V folded_vector(const CombineJob& job, int i) {
  const D d;
  FractalVector<V> state{hn::Zero(d), hn::Set(d, 1.0f)};
  for (int o = 0; o < job.octaves; ++o) {
    const V n = layer_value(job.layers[o], job.terms[o], i);
    add_octave_vector<kFractal>(d, job.rule, n, {job.amplitudes[o], job.shares[o], o == 0}, state);
  }
  return state.value;
}

template <Fractal kFractal>
void combine_row_as(const CombineJob& job) {
  const D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  int i = 0;
  for (; i + lanes <= job.count; i += lanes) hn::StoreU(folded_vector<kFractal>(job, i), d, job.out + i);
  if (i < job.count) {
    HWY_ALIGN float rest[kMaxLanes];
    hn::StoreU(folded_vector<kFractal>(job, i), d, rest);
    std::copy_n(rest, job.count - i, job.out + i);
  }
}

void combine_row(const CombineJob& job) {
  switch (job.rule.fractal) {
    case Fractal::sum: return combine_row_as<Fractal::sum>(job);
    case Fractal::billow: return combine_row_as<Fractal::billow>(job);
    case Fractal::ridged: return combine_row_as<Fractal::ridged>(job);
    case Fractal::hybrid: return combine_row_as<Fractal::hybrid>(job);
    case Fractal::heterogeneous: return combine_row_as<Fractal::heterogeneous>(job);
    case Fractal::ping_pong: return combine_row_as<Fractal::ping_pong>(job);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::noise::detail {

HWY_EXPORT(advance_lines);
HWY_EXPORT(hash_points);
HWY_EXPORT(sum_rows);
HWY_EXPORT(combine_row);

void advance_lines(const AdvanceJob& job) { HWY_DYNAMIC_DISPATCH(advance_lines)(job); }
void hash_points(const HashJob& job) { HWY_DYNAMIC_DISPATCH(hash_points)(job); }
void sum_rows(const SumJob& job) { HWY_DYNAMIC_DISPATCH(sum_rows)(job); }
void combine_row(const CombineJob& job) { HWY_DYNAMIC_DISPATCH(combine_row)(job); }

}  // namespace weald::noise::detail
#endif
