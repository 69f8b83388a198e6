// Blocks of cellular noise. Compiled once per SIMD target by foreach_target.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/noise/detail/point_cellular_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "stages/land/noise/detail/point_cellular-inl.h"
#include "stages/land/noise/detail/point_kernels.h"
#include "stages/land/noise/detail/point_tile_blocks-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

template <bool kSecond>
void fill_by_metric(const BlockJob& job) {
  if (job.squares) return fill_squares<Cellular<AnyMetric, kSecond>>(job);
  switch (job.rule.metric) {
    case CellularMetric::euclidean:
    case CellularMetric::squared: return CellularLines<CellularMetric::euclidean, kSecond>(job).fill();
    case CellularMetric::manhattan: return CellularLines<CellularMetric::manhattan, kSecond>(job).fill();
    case CellularMetric::chebyshev: return CellularLines<CellularMetric::chebyshev, kSecond>(job).fill();
  }
}

void fill_cellular(const BlockJob& job) {
  job.rule.feature == CellularFeature::f1 ? fill_by_metric<false>(job) : fill_by_metric<true>(job);
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::noise::detail {

HWY_EXPORT(fill_cellular);

void fill_cellular(const BlockJob& job) { HWY_DYNAMIC_DISPATCH(fill_cellular)(job); }

}  // namespace weald::noise::detail
#endif
