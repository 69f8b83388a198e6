// Compiled once per SIMD target by foreach_target. Every sample goes through the same operations in the same order,
// without fused multiply-add. Minimum and maximum do not depend on the order of evaluation.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/meshing/detail/adaptive_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "stages/land/meshing/detail/adaptive_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::terrain::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<float, 8>;
using V = hn::Vec<D>;

bool facet_fits(const Facet& f, const Plate<const float>& samples, const Tolerance& tolerance, Residual& residual) {
  const D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const V iota = hn::Iota(d, 0);
  const V slope = hn::Set(d, f.slope_x);
  const V upper = hn::Set(d, tolerance.limit);
  const V lower = hn::Set(d, -tolerance.limit);
  V high = hn::Set(d, residual.high);
  V low = hn::Set(d, residual.low);
  float short_high = residual.high;
  float short_low = residual.low;
  const int last = last_row(f, samples);
  for (int t = f.t_begin; t <= last; ++t) {
    const int reach = t < 0 ? -t : t;
    const int begin = f.left + f.left_step * reach;
    const int past = std::min(f.right + f.right_step * reach, samples.width - 1) + 1;
    const float* row = samples.row(f.y_ref + t);
    const float start = f.base + static_cast<float>(t) * f.slope_y;
    if (past - begin < lanes) {
      for (int x = begin; x < past; ++x) {
        const float above = row[x] - (start + static_cast<float>(x - f.x_ref) * f.slope_x);
        short_low = std::min(short_low, above);
        short_high = std::max(short_high, above);
      }
      if (short_high > tolerance.limit || short_low < -tolerance.limit) return false;
      continue;
    }
    const V start_vector = hn::Set(d, start);
    const auto widen = [&](int x) HWY_ATTR {
      const V column = hn::Add(iota, hn::Set(d, static_cast<float>(x - f.x_ref)));
      const V above = hn::Sub(hn::LoadU(d, row + x), hn::Add(start_vector, hn::Mul(column, slope)));
      low = hn::Min(low, above);
      high = hn::Max(high, above);
    };
    int x = begin;
    for (; x + lanes <= past; x += lanes) widen(x);
    if (x < past) widen(past - lanes);  // overlaps the previous vector
    if (!hn::AllFalse(d, hn::Or(hn::Gt(high, upper), hn::Lt(low, lower)))) return false;
  }
  residual.high = std::max(short_high, hn::GetLane(hn::MaxOfLanes(d, high)));
  residual.low = std::min(short_low, hn::GetLane(hn::MinOfLanes(d, low)));
  return tolerance.holds(residual);
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::terrain::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::terrain::detail {

HWY_EXPORT(facet_fits);

bool facet_fits(const Facet& facet, const Plate<const float>& samples, const Tolerance& tolerance, Residual& residual) {
  return HWY_DYNAMIC_DISPATCH(facet_fits)(facet, samples, tolerance, residual);
}

}  // namespace weald::terrain::detail
#endif
