// Compiled once per SIMD target by foreach_target, without fused multiply-add: the operations of first_octant() in
// math_atan.cpp, in the same order, without those on parts that are 0 here.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/math/atan_rows.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "base/math/atan_rows.h"
#include "base/math/detail/arcs.h"

HWY_BEFORE_NAMESPACE();
namespace weald::math {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Angles = hn::ScalableTag<double>;
using A = hn::Vec<Angles>;

HWY_INLINE A of(double value) { return hn::Set(Angles(), value); }

// Half of the bits of a number; the rest is the difference.
HWY_INLINE A upper_half(A value) {
  const A scaled = hn::Mul(of(134217729.0), value);
  return hn::Sub(scaled, hn::Sub(scaled, value));
}

HWY_INLINE A angle(A n, A d) {
  const Angles tag;
  const hn::RebindToSigned<Angles> whole;
  const A ratio = hn::Div(n, d);
  const auto j = hn::ConvertTo(whole, hn::Add(hn::Mul(ratio, of(kArcSteps)), of(0.5)));
  const A c = hn::Mul(hn::ConvertTo(tag, j), of(1.0 / kArcSteps));
  const A d_high = upper_half(d), d_low = hn::Sub(d, d_high);
  // two_sum(n - c * d_high, -(c * d_low))
  const A first = hn::Sub(n, hn::Mul(c, d_high)), second = hn::Neg(hn::Mul(c, d_low));
  const A difference = hn::Add(first, second);
  const A second_part = hn::Sub(difference, first);
  const A first_part = hn::Sub(difference, second_part);
  const A top_low = hn::Add(hn::Sub(first, first_part), hn::Sub(second, second_part));
  // d + c * n
  const A n_high = upper_half(n), n_low = hn::Sub(n, n_high);
  const A by_high = hn::Mul(c, n_high);
  const A sum = hn::Add(d, by_high);
  const A sum_low = hn::Sub(by_high, hn::Sub(sum, d));
  const A more = hn::Add(sum_low, hn::Mul(c, n_low));
  const A bottom = hn::Add(sum, more);
  const A bottom_low = hn::Sub(more, hn::Sub(bottom, sum));

  const A u = hn::Div(difference, bottom);
  // two_product(u, bottom)
  const A back = hn::Mul(u, bottom);
  const A u_high = upper_half(u), u_rest = hn::Sub(u, u_high);
  const A b_high = upper_half(bottom), b_rest = hn::Sub(bottom, b_high);
  const A back_low = hn::Add(
      hn::Add(hn::Add(hn::Sub(hn::Mul(u_high, b_high), back), hn::Mul(u_high, b_rest)), hn::Mul(u_rest, b_high)),
      hn::Mul(u_rest, b_rest));
  const A rest = hn::Add(hn::Sub(hn::Sub(difference, back), back_low), hn::Sub(top_low, hn::Mul(u, bottom_low)));
  const A u_low = hn::Div(rest, bottom);
  const A z = hn::Mul(u, u);
  const A low_terms = hn::Add(of(-1.0 / 3), hn::Mul(z, of(1.0 / 5)));
  const A high_terms = hn::Mul(hn::Mul(z, z), hn::Add(of(-1.0 / 7), hn::Mul(z, of(1.0 / 9))));
  const A series = hn::Mul(hn::Mul(u, z), hn::Add(low_terms, high_terms));
  const auto place = hn::ShiftLeft<1>(j);
  const auto* arcs = reinterpret_cast<const double*>(kArcs.data());
  const A arc = hn::GatherIndex(tag, arcs, place), arc_low = hn::GatherIndex(tag, arcs + 1, place);
  const A high = hn::Add(arc, u);
  const A high_low = hn::Sub(u, hn::Sub(high, arc));
  const A result = hn::Add(high, hn::Add(high_low, hn::Add(arc_low, hn::Add(u_low, series))));
  return hn::IfThenElse(hn::Lt(ratio, of(0x1p-60)), ratio, result);
}

void atan_rows(const double* y, const double* x, std::size_t count, double* angles) {
  const Angles tag;
  const std::size_t lanes = hn::Lanes(tag);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    hn::StoreU(angle(hn::LoadU(tag, y + i), hn::LoadU(tag, x + i)), tag, angles + i);
  if (i == count) return;
  HWY_ALIGN double rest_y[hn::MaxLanes(tag)] = {};
  HWY_ALIGN double rest_x[hn::MaxLanes(tag)];
  hn::Store(of(1.0), tag, rest_x);
  for (std::size_t k = 0; i + k < count; ++k) rest_y[k] = y[i + k], rest_x[k] = x[i + k];
  hn::Store(angle(hn::Load(tag, rest_y), hn::Load(tag, rest_x)), tag, rest_y);
  for (std::size_t k = 0; i + k < count; ++k) angles[i + k] = rest_y[k];
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::math
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::math {

HWY_EXPORT(atan_rows);

void atan_rows(const double* y, const double* x, std::size_t count, double* angles) {
  HWY_DYNAMIC_DISPATCH(atan_rows)(y, x, count, angles);
}

}  // namespace weald::math
#endif
