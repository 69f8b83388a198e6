// Compiled once per SIMD target by foreach_target. Every sample is summed in the order of the weights, by the same
// operations in vectors and in the remainder of a row, so the target does not change a bit.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/filters/detail/filter_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "stages/land/filters/detail/filter_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::filters::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Reals = hn::ScalableTag<double>;
using Halves = hn::Rebind<float, Reals>;

// Reads vectors of samples as doubles, or single ones.
HWY_INLINE hn::Vec<Reals> load(const float* from) { return hn::PromoteTo(Reals(), hn::LoadU(Halves(), from)); }
HWY_INLINE hn::Vec<Reals> load(const double* from) { return hn::LoadU(Reals(), from); }

// Sums `count` samples; before(k) and after(k) are where the samples at distance k start. Four vectors at a time hide
// the latency of the additions.
template <class Before, class After>
HWY_INLINE void weigh(std::span<const double> w, const Before& before, const After& after, std::size_t count,
                      double* out) {
  const Reals d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    const auto* centre = before(0) + i;
    const auto first = hn::Set(d, w[0]);
    auto sum0 = hn::Mul(first, load(centre)), sum1 = hn::Mul(first, load(centre + lanes));
    auto sum2 = hn::Mul(first, load(centre + 2 * lanes)), sum3 = hn::Mul(first, load(centre + 3 * lanes));
    for (std::size_t k = 1; k < w.size(); ++k) {
      const auto* a = before(k) + i;
      const auto* b = after(k) + i;
      const auto weight = hn::Set(d, w[k]);
      sum0 = hn::Add(sum0, hn::Mul(weight, hn::Add(load(a), load(b))));
      sum1 = hn::Add(sum1, hn::Mul(weight, hn::Add(load(a + lanes), load(b + lanes))));
      sum2 = hn::Add(sum2, hn::Mul(weight, hn::Add(load(a + 2 * lanes), load(b + 2 * lanes))));
      sum3 = hn::Add(sum3, hn::Mul(weight, hn::Add(load(a + 3 * lanes), load(b + 3 * lanes))));
    }
    hn::StoreU(sum0, d, out + i);
    hn::StoreU(sum1, d, out + i + lanes);
    hn::StoreU(sum2, d, out + i + 2 * lanes);
    hn::StoreU(sum3, d, out + i + 3 * lanes);
  }
  for (; i < count; ++i) {
    double sum = w[0] * static_cast<double>(before(0)[i]);
    for (std::size_t k = 1; k < w.size(); ++k)
      sum += w[k] * (static_cast<double>(before(k)[i]) + static_cast<double>(after(k)[i]));
    out[i] = sum;
  }
}

void weigh_rows(std::span<const double> w, std::span<const float* const> rows, std::size_t count, double* out) {
  const float* const* middle = rows.data() + (w.size() - 1);
  weigh(
      w, [=](std::size_t k) { return *(middle - k); }, [=](std::size_t k) { return *(middle + k); }, count, out);
}

void weigh_line(std::span<const double> w, const double* line, std::size_t count, double* out) {
  weigh(
      w, [=](std::size_t k) { return line - k; }, [=](std::size_t k) { return line + k; }, count, out);
}

void bilateral_row(std::span<const Tap> taps, double inverse, const float* centre, std::size_t count, double* out) {
  const Reals d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  const auto zero = hn::Zero(d), one = hn::Set(d, 1.0), scale = hn::Set(d, inverse);
  for (; i + lanes <= count; i += lanes) {
    const float* here = centre + i;
    const auto height = load(here);
    auto sum = zero, total = one;
    for (const Tap& tap : taps) {
      const auto difference = hn::Sub(load(here + tap.offset), height);
      const auto share = hn::Mul(difference, scale);
      const auto inside = hn::Max(hn::Sub(one, hn::Mul(share, share)), zero);
      const auto weight = hn::Mul(hn::Set(d, tap.weight), hn::Mul(inside, inside));
      sum = hn::Add(sum, hn::Mul(weight, difference));
      total = hn::Add(total, weight);
    }
    hn::StoreU(hn::Add(height, hn::Div(sum, total)), d, out + i);
  }
  for (; i < count; ++i) {
    const double height = static_cast<double>(centre[i]);
    double sum = 0, total = 1;
    for (const Tap& tap : taps) {
      const double difference = static_cast<double>(centre[static_cast<std::ptrdiff_t>(i) + tap.offset]) - height;
      const double share = difference * inverse;
      const double rest = 1 - share * share;
      const double inside = rest > 0 ? rest : 0.0;
      const double weight = tap.weight * (inside * inside);
      sum += weight * difference;
      total += weight;
    }
    out[i] = height + sum / total;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::filters::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::filters::detail {

HWY_EXPORT(weigh_rows);
HWY_EXPORT(weigh_line);
HWY_EXPORT(bilateral_row);

void weigh_rows(std::span<const double> w, std::span<const float* const> rows, std::size_t count, double* out) {
  HWY_DYNAMIC_DISPATCH(weigh_rows)(w, rows, count, out);
}
void weigh_line(std::span<const double> w, const double* line, std::size_t count, double* out) {
  HWY_DYNAMIC_DISPATCH(weigh_line)(w, line, count, out);
}
void bilateral_row(std::span<const Tap> taps, double inverse, const float* centre, std::size_t count, double* out) {
  HWY_DYNAMIC_DISPATCH(bilateral_row)(taps, inverse, centre, count, out);
}

}  // namespace weald::filters::detail
#endif
