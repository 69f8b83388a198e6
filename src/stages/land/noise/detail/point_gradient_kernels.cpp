// Blocks of gradient, value and simplex noise. Compiled once per SIMD target by foreach_target.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/noise/detail/point_gradient_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "stages/land/noise/detail/point_kernels.h"
#include "stages/land/noise/detail/point_radial-inl.h"
#include "stages/land/noise/detail/point_row_blocks-inl.h"
#include "stages/land/noise/detail/point_tile_blocks-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

void fill_blend(const BlockJob& job) {
  if (!job.heights) {
    return job.rule.fade == Fade::quintic ? fill_squares<Blend<false, true, true>>(job)
                                          : fill_squares<Blend<false, true>>(job);
  }
  job.slopes ? fill_squares<Blend<true, true>>(job) : fill_squares<Blend<true, false>>(job);
}

template <bool kTriangles>
void fill_radial_as(const BlockJob& job) {
  job.squares ? fill_squares<Radial<kTriangles>>(job) : RadialLines<kTriangles>(job).fill();
}

void fill_radial(const BlockJob& job) {
  job.rule.odd_shift > 0 ? fill_radial_as<true>(job) : fill_radial_as<false>(job);
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
