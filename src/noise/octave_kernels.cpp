// Compiled once per SIMD target by foreach_target. Multiplications and additions stay apart (no fused multiply-add) and
// stand in the order of reference_value in octave_field.cpp, so that every target gives the same bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/octave_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "noise/octave_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<float, kMaxLanes>;
using V = hn::Vec<D>;
using DU = hn::RebindToUnsigned<D>;
using DI = hn::RebindToSigned<D>;

// The left and right lattice point of each lane, from neighbouring cells by permutation (a vector of samples then spans
// at most as many cells as it has lanes) or, where samples skip cells, by gathering.
template <bool kDense>
struct Corners {
  HWY_INLINE Corners(const std::uint32_t* cell, std::uint32_t first_cell) {
    const DU du;
    const auto cells = hn::LoadU(du, cell);
    base = kDense ? cell[0] - first_cell : 0;
    index = hn::BitCast(DI(), hn::Sub(cells, hn::Set(du, kDense ? cell[0] : first_cell)));
  }
  HWY_INLINE V left(const float* values) const { return look_up(values + base); }
  HWY_INLINE V right(const float* values) const { return look_up(values + base + 1); }

 private:
  HWY_INLINE V look_up(const float* values) const {
    const D d;
    if constexpr (kDense) {
      return hn::TableLookupLanes(hn::LoadU(d, values), hn::IndicesFromVec(d, index));
    } else {
      return hn::GatherIndex(d, values, index);
    }
  }
  std::uint32_t base;
  hn::Vec<DI> index;
};

template <bool kDense>
void advance_line_as(const LineJob& job) {
  const D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const V one = hn::Set(d, 1.0f);
  const LinePoints& points = *job.points;
  LayerArrays& layer = *job.layer;
  for (int i = 0; i < job.count; i += lanes) {
    const Corners<kDense> corners(job.cell + i, job.cell[0]);
    const V fraction = hn::LoadU(d, job.fraction + i);
    const V weight = hn::LoadU(d, job.weight + i);
    const V left = hn::Add(corners.left(points.height), hn::Mul(corners.left(points.slope_x), fraction));
    const V right = hn::Add(corners.right(points.height), hn::Mul(corners.right(points.slope_x), hn::Sub(fraction, one)));
    const V left_g = corners.left(points.slope_y);
    const V right_g = corners.right(points.slope_y);
    const V t = hn::Add(left, hn::Mul(weight, hn::Sub(right, left)));
    const V g = hn::Add(left_g, hn::Mul(weight, hn::Sub(right_g, left_g)));
    const V old_t = hn::LoadU(d, layer.line_t + i);
    const V old_g = hn::LoadU(d, layer.line_g + i);
    hn::StoreU(old_t, d, layer.k0 + i);
    hn::StoreU(old_g, d, layer.k1 + i);
    hn::StoreU(hn::Sub(hn::Sub(t, old_t), g), d, layer.k2 + i);
    hn::StoreU(hn::Sub(g, old_g), d, layer.k3 + i);
    hn::StoreU(t, d, layer.line_t + i);
    hn::StoreU(g, d, layer.line_g + i);
  }
}

void advance_line(const LineJob& job) { job.dense ? advance_line_as<true>(job) : advance_line_as<false>(job); }

// u K1 + v K2 + uv K3
HWY_INLINE V bilinear(const RowTerms& terms, V k1, V k2, V k3) {
  const D d;
  return hn::Add(hn::Add(hn::Mul(hn::Set(d, terms.u), k1), hn::Mul(hn::Set(d, terms.v), k2)), hn::Mul(hn::Set(d, terms.uv), k3));
}

// kRows rows of one vector of samples from `i`; several rows share the loads of the coefficients.
template <int kRows>
HWY_INLINE void sum_vector(const SumJob& job, int i, float* out, std::ptrdiff_t stride) {
  const D d;
  const V base = hn::LoadU(d, job.base + i);
  V sum0 = base, sum1 = base, sum2 = base, sum3 = base;
  for (int o = 0; o < job.octaves; ++o) {
    const LayerArrays& layer = job.layers[o];
    const RowTerms* terms = job.terms + o;
    const V k1 = hn::LoadU(d, layer.k1 + i);
    const V k2 = hn::LoadU(d, layer.k2 + i);
    const V k3 = hn::LoadU(d, layer.k3 + i);
    sum0 = hn::Add(sum0, bilinear(terms[0], k1, k2, k3));
    if constexpr (kRows > 1) sum1 = hn::Add(sum1, bilinear(terms[job.octaves], k1, k2, k3));
    if constexpr (kRows > 2) {
      sum2 = hn::Add(sum2, bilinear(terms[2 * job.octaves], k1, k2, k3));
      sum3 = hn::Add(sum3, bilinear(terms[3 * job.octaves], k1, k2, k3));
    }
  }
  hn::StoreU(sum0, d, out);
  if constexpr (kRows > 1) hn::StoreU(sum1, d, out + stride);
  if constexpr (kRows > 2) {
    hn::StoreU(sum2, d, out + 2 * stride);
    hn::StoreU(sum3, d, out + 3 * stride);
  }
}

template <int kRows>
void sum_rows_as(const SumJob& job) {
  const int lanes = static_cast<int>(hn::Lanes(D()));
  int i = 0;
  for (; i + lanes <= job.count; i += lanes) sum_vector<kRows>(job, i, job.out + i, job.stride);
  if (i < job.count) {
    HWY_ALIGN float rest[kRows * kMaxLanes];
    sum_vector<kRows>(job, i, rest, kMaxLanes);
    for (int r = 0; r < kRows; ++r) {
      std::copy_n(rest + r * kMaxLanes, job.count - i, job.out + r * job.stride + i);
    }
  }
}

void sum_rows(const SumJob& job) {
  if (job.rows == 4) return sum_rows_as<4>(job);
  if (job.rows == 2) return sum_rows_as<2>(job);
  return sum_rows_as<1>(job);
}

HWY_INLINE V layer_value(const LayerArrays& layer, const RowTerms& terms, int i) {
  const D d;
  return hn::Add(hn::LoadU(d, layer.k0 + i),
                 bilinear(terms, hn::LoadU(d, layer.k1 + i), hn::LoadU(d, layer.k2 + i), hn::LoadU(d, layer.k3 + i)));
}

HWY_INLINE V billow_vector(const FoldJob& job, int i) {
  const D d;
  V sum = hn::Zero(d);
  for (int o = 0; o < job.octaves; ++o) {
    const V n = hn::Abs(layer_value(job.layers[o], job.terms[o], i));
    const V folded = hn::Sub(hn::Add(n, n), hn::Set(d, 1.0f));
    sum = hn::Add(sum, hn::Mul(folded, hn::Set(d, job.amplitudes[o])));
  }
  return sum;
}

HWY_INLINE V ridged_vector(const FoldJob& job, int i) {
  const D d;
  const V one = hn::Set(d, 1.0f);
  const V zero = hn::Zero(d);
  V sum = zero;
  V weight = one;
  for (int o = 0; o < job.octaves; ++o) {
    const V n = hn::Abs(layer_value(job.layers[o], job.terms[o], i));
    const V ridge = hn::Sub(hn::Set(d, job.ridge_offset), n);
    const V signal = hn::Mul(hn::Mul(ridge, ridge), weight);
    sum = hn::Add(sum, hn::Mul(signal, hn::Set(d, job.amplitudes[o])));
    weight = hn::Min(hn::Max(hn::Mul(signal, hn::Set(d, job.gain)), zero), one);
  }
  return sum;
}

template <V (*vector_at)(const FoldJob&, int)>
HWY_INLINE void fold_row(const FoldJob& job) {
  const D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  int i = 0;
  for (; i + lanes <= job.count; i += lanes) hn::StoreU(vector_at(job, i), d, job.out + i);
  if (i < job.count) {
    HWY_ALIGN float rest[kMaxLanes];
    hn::StoreU(vector_at(job, i), d, rest);
    std::copy_n(rest, job.count - i, job.out + i);
  }
}

void billow_row(const FoldJob& job) { fold_row<billow_vector>(job); }
void ridged_row(const FoldJob& job) { fold_row<ridged_vector>(job); }

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "noise/simd.h"

namespace weald::noise {

namespace detail {

HWY_EXPORT(advance_line);
HWY_EXPORT(sum_rows);
HWY_EXPORT(billow_row);
HWY_EXPORT(ridged_row);

void advance_line(const LineJob& job) { HWY_DYNAMIC_DISPATCH(advance_line)(job); }
void sum_rows(const SumJob& job) { HWY_DYNAMIC_DISPATCH(sum_rows)(job); }
void billow_row(const FoldJob& job) { HWY_DYNAMIC_DISPATCH(billow_row)(job); }
void ridged_row(const FoldJob& job) { HWY_DYNAMIC_DISPATCH(ridged_row)(job); }

}  // namespace detail

namespace {

// The target without vector instructions is called SCALAR or EMU128, depending on the compiler.
std::string target_name(std::int64_t target) {
  if (target == HWY_SCALAR || target == HWY_EMU128) return "scalar";
  std::string name = hwy::TargetName(target);
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return name;
}

// Listed once, before any limit: Highway's own list leaves out what was disabled.
const std::vector<std::int64_t>& all_targets() {
  static const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  return targets;
}

}  // namespace

std::vector<std::string> simd_targets() {
  std::vector<std::string> names;
  for (const std::int64_t target : all_targets()) names.push_back(target_name(target));
  return names;
}

bool limit_simd_targets(std::string_view best) {
  for (const std::int64_t target : all_targets()) {
    if (target_name(target) != best) continue;
    hwy::DisableTargets(target - 1);  // better targets are the lower bits
    return true;
  }
  return false;
}

}  // namespace weald::noise
#endif
