// Compiled once per SIMD target by foreach_target.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/raster/detail/height_pairs_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "base/math/clamped.h"
#include "picture/raster/detail/height_pairs.h"

HWY_BEFORE_NAMESPACE();
namespace weald::render {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Pairs whole vectors of heights, and returns their number.
std::size_t pair_heights(const float* heights, std::size_t count, std::uint32_t* pairs) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::RebindToUnsigned<decltype(d)> du;
  const std::size_t lanes = hn::Lanes(d);
  const auto steps = [&](std::size_t i) HWY_ATTR {
    const auto height = hn::LoadU(d, heights + i), most = hn::Set(d, 65535.0f);
    const auto above = hn::IfThenElseZero(hn::Ge(height, hn::Zero(d)), height);  // NaN becomes 0
    return hn::BitCast(du, hn::ConvertTo(di, hn::IfThenElse(hn::Lt(most, above), most, above)));
  };
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(hn::Or(steps(i), hn::ShiftLeft<16>(steps(i + 1))), du, pairs + i);
  return i;
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::render
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::render {

HWY_EXPORT(pair_heights);

void pair_heights(const float* heights, std::vector<std::uint32_t>& pairs) {
  const auto step_of = [](float height) { return static_cast<std::uint32_t>(clamped(height, 0.0f, 65535.0f)); };
  std::size_t i = HWY_DYNAMIC_DISPATCH(pair_heights)(heights, pairs.size(), pairs.data());
  for (; i < pairs.size(); ++i) pairs[i] = step_of(heights[i]) | step_of(heights[i + 1]) << 16;
}

}  // namespace weald::render
#endif
