// Blocks of gradient, value and simplex noise. Compiled once per SIMD target by foreach_target.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/noise/detail/point_gradient_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "stages/land/noise/detail/point_blocks-inl.h"
#include "stages/land/noise/detail/point_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

void fill_blend(const BlockJob& job) {
  if (job.heights && job.slopes) return fill_block_as<Blend<true, true>>(job);
  if (job.heights) return fill_block_as<Blend<true, false>>(job);
  return job.rule.fade == Fade::quintic ? fill_block_as<Blend<false, true, true>>(job)
                                        : fill_block_as<Blend<false, true>>(job);
}

void fill_radial(const BlockJob& job) {
  job.rule.odd_shift > 0 ? fill_block_as<Radial<true>, RadialLines<true>>(job)
                         : fill_block_as<Radial<false>, RadialLines<false>>(job);
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::noise::detail {

HWY_EXPORT(fill_blend);
HWY_EXPORT(fill_radial);

void fill_blend(const BlockJob& job) { HWY_DYNAMIC_DISPATCH(fill_blend)(job); }
void fill_radial(const BlockJob& job) { HWY_DYNAMIC_DISPATCH(fill_radial)(job); }

}  // namespace weald::noise::detail
#endif
