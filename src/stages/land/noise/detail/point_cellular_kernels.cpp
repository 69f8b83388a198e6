// Blocks of cellular noise. Compiled once per SIMD target by foreach_target.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/noise/detail/point_cellular_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "stages/land/noise/detail/point_blocks-inl.h"
#include "stages/land/noise/detail/point_cellular-inl.h"
#include "stages/land/noise/detail/point_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

template <CellularMetric kMetric>
void fill_by_feature(const BlockJob& job) {
  job.rule.feature == CellularFeature::f1 ? fill_block_as<Cellular<kMetric, false>, CellularLines<kMetric, false>>(job)
                                          : fill_block_as<Cellular<kMetric, true>, CellularLines<kMetric, true>>(job);
}

void fill_cellular(const BlockJob& job) {
  switch (job.rule.metric) {
    case CellularMetric::euclidean:
    case CellularMetric::squared: return fill_by_feature<CellularMetric::euclidean>(job);
    case CellularMetric::manhattan: return fill_by_feature<CellularMetric::manhattan>(job);
    case CellularMetric::chebyshev: return fill_by_feature<CellularMetric::chebyshev>(job);
  }
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
