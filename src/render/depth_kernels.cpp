// Compiled once per SIMD target by foreach_target; no fused multiply-add, so that every target gives the same bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/depth_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "render/depth_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::render {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void place_points(const PointArrays& points, const Placing& placing, PlacedPoints& placed) {
  const hn::CappedTag<float, PointArrays::kLanes> d;
  const hn::RebindToSigned<decltype(d)> di;
  using V = hn::Vec<decltype(d)>;
  const V limit = hn::Set(d, 2.56e8f), half = hn::Set(d, 0.5f);
  for (std::size_t i = 0; i < points.count; i += hn::Lanes(d)) {
    const V x = hn::LoadU(d, points.x.data() + i), y = hn::LoadU(d, points.y.data() + i),
            z = hn::LoadU(d, points.z.data() + i);
    const auto row = [&](const float* r) {
      return hn::Add(
          hn::Add(hn::Add(hn::Mul(x, hn::Set(d, r[0])), hn::Mul(y, hn::Set(d, r[1]))), hn::Mul(z, hn::Set(d, r[2]))),
          hn::Set(d, r[3]));
    };
    const V px = row(placing.x), py = row(placing.y), height = row(placing.height);
    const auto usable = hn::And(hn::Lt(hn::Abs(px), limit), hn::Lt(hn::Abs(py), limit));
    const auto fixed = [&](V v) { return hn::ConvertTo(di, hn::Floor(hn::IfThenElseZero(usable, hn::Add(v, half)))); };
    hn::StoreU(fixed(px), di, placed.x.data() + i);
    hn::StoreU(fixed(py), di, placed.y.data() + i);
    hn::StoreU(hn::IfThenElseZero(usable, height), d, placed.height.data() + i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::render
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::render {

HWY_EXPORT(place_points);

void place_points(const PointArrays& points, const Placing& placing, PlacedPoints& placed) {
  const std::size_t size = (points.count + PointArrays::kLanes - 1) / PointArrays::kLanes * PointArrays::kLanes;
  if (placed.x.size() < size) {
    placed.x.resize(size);
    placed.y.resize(size);
    placed.height.resize(size);
  }
  HWY_DYNAMIC_DISPATCH(place_points)(points, placing, placed);
}

}  // namespace weald::render
#endif
