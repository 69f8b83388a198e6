// Compiled once per SIMD target by foreach_target.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/shading/detail/sample_groups_kernels.cpp"
#include <bit>

#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "picture/shading/detail/sample_groups.h"

HWY_BEFORE_NAMESPACE();
namespace weald::render {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The samples of a pixel that see a triangle; those of the padding are arbitrary.
template <class D>
HWY_INLINE std::uint32_t samples_of(const VisibleSample* samples, int room, std::uint32_t triangle) {
  const D d;
  const auto wanted = hn::Set(d, triangle);
  std::uint32_t set = 0;
  for (int i = 0; i < room; i += static_cast<int>(hn::Lanes(d))) {
    hn::Vec<D> depths, triangles;
    hn::LoadInterleaved2(d, reinterpret_cast<const std::uint32_t*>(samples + i), depths, triangles);
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::Eq(triangles, wanted), bits);
    set |= static_cast<std::uint32_t>(bits[0]) << i;
  }
  return set;
}

template <class D>
HWY_INLINE void group_all(const VisibleSample* samples, int count, int room, int pixels, SampleGroups* groups) {
  for (int pixel = 0; pixel < pixels; ++pixel, samples += room) {
    SampleGroups& found = groups[pixel];
    found.count = 0;
    for (std::uint32_t left = (1u << count) - 1; left != 0;) {
      const std::uint32_t same = samples_of<D>(samples, room, samples[std::countr_zero(left)].triangle) & left;
      found.sets[static_cast<std::size_t>(found.count++)] = static_cast<std::uint16_t>(same);
      left &= ~same;
    }
  }
}

// Vectors must not reach into the next pixel.
void group_samples(const VisibleSample* first, int samples, int pixels, SampleGroups* groups) {
  const int room = sample_room(samples);
  if (room % 8 == 0) return group_all<hn::CappedTag<std::uint32_t, 8>>(first, samples, room, pixels, groups);
  if (room % 4 == 0) return group_all<hn::CappedTag<std::uint32_t, 4>>(first, samples, room, pixels, groups);
  group_all<hn::CappedTag<std::uint32_t, 1>>(first, samples, room, pixels, groups);
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::render
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::render {

HWY_EXPORT(group_samples);

void group_samples(const VisibleSample* first, int samples, int pixels, SampleGroups* groups) {
  HWY_DYNAMIC_DISPATCH(group_samples)(first, samples, pixels, groups);
}

}  // namespace weald::render
#endif
