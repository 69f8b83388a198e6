// Compiled once per SIMD target by foreach_target. The operations are in the order of step_sample, without fused
// multiply-add, so that every target gives the same bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/erosion/detail/thermal_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <algorithm>

#include "stages/land/erosion/detail/thermal_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::terrain::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

struct Limits {
  V upper;
  V lower;
};

HWY_INLINE V beyond_vector(V difference, const Limits& talus) {
  return hn::Sub(difference, hn::Min(hn::Max(difference, talus.lower), talus.upper));
}

void step_inner_samples(const RowStep& step, int begin, int end) {
  const D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const auto both_signs = [&](float talus) HWY_ATTR { return Limits{hn::Set(d, talus), hn::Set(d, -talus)}; };
  const Limits axis_north = both_signs(step.to_north.axis);
  const Limits axis_south = both_signs(step.to_south.axis);
  const Limits axis_row = both_signs(step.in_row.axis);
  const Limits diagonal_north = both_signs(step.to_north.diagonal);
  const Limits diagonal_south = both_signs(step.to_south.diagonal);
  const V axis_rate = hn::Set(d, step.axis_rate);
  const V diagonal_rate = hn::Set(d, step.diagonal_rate);
  const auto step_vector = [&](int x) HWY_ATTR {
    const V h = hn::LoadU(d, step.middle + x);
    const auto from = [&](const float* row, int column, const Limits& talus)
                          HWY_ATTR { return beyond_vector(hn::Sub(hn::LoadU(d, row + column), h), talus); };
    const V axis = hn::Add(hn::Add(from(step.north, x, axis_north), from(step.south, x, axis_south)),
                           hn::Add(from(step.middle, x - 1, axis_row), from(step.middle, x + 1, axis_row)));
    const V diagonal =
        hn::Add(hn::Add(from(step.north, x - 1, diagonal_north), from(step.north, x + 1, diagonal_north)),
                hn::Add(from(step.south, x - 1, diagonal_south), from(step.south, x + 1, diagonal_south)));
    hn::StoreU(hn::Add(h, hn::Add(hn::Mul(axis, axis_rate), hn::Mul(diagonal, diagonal_rate))), d, step.out + x);
  };
  if (end - begin < lanes) {
    for (int x = begin; x < end; ++x) detail::step_sample(step, x - 1, x, x + 1, 0, 0);
    return;
  }
  int x = begin;
  for (; x + lanes <= end; x += lanes) step_vector(x);
  // The last vector overlaps the previous one: heights are not read from where they are written.
  if (x < end) step_vector(end - lanes);
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::terrain::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::terrain::detail {

HWY_EXPORT(step_inner_samples);

void step_inner_samples(const RowStep& step, int begin, int end) {
  HWY_DYNAMIC_DISPATCH(step_inner_samples)(step, begin, end);
}

namespace {

// The excess of the difference to a neighbour beyond the talus: positive where material arrives, zero within. The
// neighbour gets exactly the negative, so that nothing is gained or lost.
float beyond(float difference, float talus) { return difference - std::min(std::max(difference, -talus), talus); }

}  // namespace

void step_sample(const RowStep& step, int west, int x, int east, float to_west, float to_east) {
  const float h = step.middle[x];
  const auto from = [h](const float* row, int column, float talus, float side) {
    return beyond(row[column] - h, std::max(talus, side));
  };
  const float axis =
      (from(step.north, x, step.to_north.axis, 0) + from(step.south, x, step.to_south.axis, 0)) +
      (from(step.middle, west, step.in_row.axis, to_west) + from(step.middle, east, step.in_row.axis, to_east));
  const float diagonal = (from(step.north, west, step.to_north.diagonal, to_west) +
                          from(step.north, east, step.to_north.diagonal, to_east)) +
                         (from(step.south, west, step.to_south.diagonal, to_west) +
                          from(step.south, east, step.to_south.diagonal, to_east));
  step.out[x] = h + (axis * step.axis_rate + diagonal * step.diagonal_rate);
}

}  // namespace weald::terrain::detail
#endif
