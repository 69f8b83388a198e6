// Compiled once per SIMD target by foreach_target. Multiplications and additions are kept separate (no fused
// multiply-add) and in the order that the tests define in scalar code, so that every target gives the same bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/light/detail/light_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "picture/light/detail/light_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::render {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<float, LightBatch::kLanes>;
using V = hn::Vec<D>;
using DI = hn::RebindToSigned<D>;
using VI = hn::Vec<DI>;
using M = hn::Mask<D>;

struct V3 {
  V x, y, z;
};

HWY_INLINE V set(float v) { return hn::Set(D(), v); }
HWY_INLINE V dot(const V3& a, const Vec3f& b) {
  return hn::Add(hn::Add(hn::Mul(a.x, set(b.x)), hn::Mul(a.y, set(b.y))), hn::Mul(a.z, set(b.z)));
}
HWY_INLINE V3 load(const std::vector<float>& x, const std::vector<float>& y, const std::vector<float>& z,
                   std::size_t i) {
  const D d;
  return {hn::LoadU(d, x.data() + i), hn::LoadU(d, y.data() + i), hn::LoadU(d, z.data() + i)};
}

// Sine of the angle between the flat normal and the light.
HWY_INLINE V sine_of(V facing) { return hn::Sqrt(hn::Max(hn::Zero(D()), hn::Sub(set(1.0f), hn::Mul(facing, facing)))); }
// The sine with the sign of the cosine.
HWY_INLINE V slant_of(V facing) {
  const V zero = hn::Zero(D()), sine = sine_of(facing);
  return hn::IfThenElse(hn::Lt(facing, zero), hn::Sub(zero, sine), sine);
}
HWY_INLINE V3 lifted(const V3& p, const V3& normal, V by) {
  return {hn::Add(p.x, hn::Mul(normal.x, by)), hn::Add(p.y, hn::Mul(normal.y, by)),
          hn::Add(p.z, hn::Mul(normal.z, by))};
}

// The four texels around a point, and its place among them.
struct Texels {
  VI top, bottom;  // pairs of neighbours
  V fx, fy;
  M inside;  // whether the point lies on the map

  HWY_INLINE Texels(const DepthMapView& map, V x, V y) {
    const D d;
    const DI di;
    const V zero = hn::Zero(d);
    inside = hn::And(
        hn::And(hn::Ge(x, zero), hn::Ge(y, zero)),
        hn::And(hn::Lt(x, set(static_cast<float>(map.width - 1))), hn::Lt(y, set(static_cast<float>(map.height - 1)))));
    const V sx = hn::IfThenElseZero(inside, x), sy = hn::IfThenElseZero(inside, y);
    const VI column = hn::ConvertTo(di, sx), row = hn::ConvertTo(di, sy);
    fx = hn::Sub(sx, hn::ConvertTo(d, column));
    fy = hn::Sub(sy, hn::ConvertTo(d, row));
    const VI upper = hn::Add(hn::Mul(row, hn::Set(di, map.width)), column);
    const auto* pairs = reinterpret_cast<const std::int32_t*>(map.pairs);
    top = hn::GatherIndex(di, pairs, upper);
    bottom = hn::GatherIndex(di, pairs, hn::Add(upper, hn::Set(di, map.height > 1 ? map.width : 0)));
  }

  // Whether no texel is higher than `height`, for any of the points that count.
  HWY_INLINE bool are_lit(V height, M counts) const {
    const DI di;
    const hn::RebindToUnsigned<DI> du;
    const VI low = hn::Set(di, 0xFFFF);
    const VI left = hn::Max(hn::And(top, low), hn::And(bottom, low));
    const auto largest = hn::Max(hn::BitCast(du, top), hn::BitCast(du, bottom));  // decided by the high halves
    const VI right = hn::BitCast(di, hn::ShiftRight<16>(largest));
    const VI limit = hn::ConvertTo(di, hn::Min(hn::Max(height, hn::Zero(D())), set(65535.0f)));
    const auto is_lower = hn::RebindMask(D(), hn::Not(hn::Gt(hn::Max(left, right), limit)));
    return hn::AllTrue(D(), hn::Or(is_lower, hn::Not(hn::And(counts, inside))));
  }

  // Unblocked share of the light, interpolated bilinearly from four texel tests. `slope_x`, `slope_y`: height steps per
  // texel.
  HWY_INLINE V light(V height, V slope_x, V slope_y) const {
    const D d;
    const DI di;
    const V zero = hn::Zero(d), one = set(1.0f);
    const VI low = hn::Set(di, 0xFFFF);
    const V h = hn::Sub(hn::Sub(height, hn::Mul(slope_x, fx)), hn::Mul(slope_y, fy));
    const V hx = hn::Add(h, slope_x), hy = hn::Add(h, slope_y), hxy = hn::Add(hx, slope_y);
    const auto lit = [&](VI texel, V limit) HWY_ATTR {
      return hn::IfThenElseZero(hn::Le(hn::ConvertTo(d, texel), hn::Max(limit, zero)), one);  // a texel of 0 is empty
    };
    const V l00 = lit(hn::And(top, low), h), l10 = lit(hn::And(hn::ShiftRight<16>(top), low), hx);
    const V l01 = lit(hn::And(bottom, low), hy), l11 = lit(hn::And(hn::ShiftRight<16>(bottom), low), hxy);
    const V upper_light = hn::Add(l00, hn::Mul(hn::Sub(l10, l00), fx));
    const V lower_light = hn::Add(l01, hn::Mul(hn::Sub(l11, l01), fx));
    const V light = hn::Add(upper_light, hn::Mul(hn::Sub(lower_light, upper_light), fy));
    return hn::IfThenElse(inside, light, one);
  }
};

// Accumulates all patches for one vector of points, so that the sums stay in registers.
HWY_INLINE void add_patches(const SkyPatch* patches, std::size_t count, LightBatch& batch, std::size_t i) {
  const D d;
  const V zero = hn::Zero(d);
  const V3 normal = load(batch.normal_x, batch.normal_y, batch.normal_z, i);
  const V3 flat_normal = load(batch.flat_x, batch.flat_y, batch.flat_z, i);
  const V3 point = load(batch.x, batch.y, batch.z, i);
  const M both = hn::Gt(hn::LoadU(d, batch.both.data() + i), zero);
  const bool any_both = !hn::AllFalse(d, both);
  V all = zero, front_horizon = zero, front_zenith = zero, back_horizon = zero, back_zenith = zero;
  for (std::size_t k = 0; k < count; ++k) {
    const SkyPatch& patch = patches[k];
    const V facing = dot(normal, patch.direction);
    const M in_front = hn::Gt(facing, zero);
    all = hn::Add(all, hn::IfThenElseZero(in_front, hn::Mul(facing, set(patch.weight))));
    const V flat = dot(flat_normal, patch.direction);
    const M counts = hn::Or(both, hn::And(in_front, hn::Gt(flat, zero)));
    if (hn::AllFalse(d, counts)) continue;
    // Points that face away only count if they are lit on both sides.
    const V slant = any_both ? slant_of(flat) : sine_of(flat);
    const V3 p = lifted(point, flat_normal, hn::Mul(slant, set(patch.lift)));
    const DepthMapView& map = patch.map;
    const Texels texels(map, hn::Add(dot(p, map.right), set(map.x0)), hn::Add(dot(p, map.down), set(map.y0)));
    const V height = hn::Add(dot(p, map.back), set(map.h0));
    // Most points are open to most of the sky.
    const V open = hn::Abs(facing);
    const V received = texels.are_lit(height, counts) ? open : hn::Mul(texels.light(height, zero, zero), open);
    const V arrives = hn::IfThenElseZero(counts, received);
    const V front = hn::IfThenElseZero(in_front, arrives);
    front_horizon = hn::Add(front_horizon, hn::Mul(front, set(patch.horizon)));
    front_zenith = hn::Add(front_zenith, hn::Mul(front, set(patch.zenith)));
    if (!any_both) continue;
    const V back = hn::IfThenZeroElse(in_front, arrives);
    back_horizon = hn::Add(back_horizon, hn::Mul(back, set(patch.horizon)));
    back_zenith = hn::Add(back_zenith, hn::Mul(back, set(patch.zenith)));
  }
  hn::StoreU(all, d, batch.all.data() + i);
  hn::StoreU(front_horizon, d, batch.front_horizon.data() + i);
  hn::StoreU(front_zenith, d, batch.front_zenith.data() + i);
  hn::StoreU(back_horizon, d, batch.back_horizon.data() + i);
  hn::StoreU(back_zenith, d, batch.back_zenith.data() + i);
}

void sky_light(const SkyPatch* patches, std::size_t count, LightBatch& batch) {
  for (std::size_t i = 0; i < batch.count; i += hn::Lanes(D())) add_patches(patches, count, batch, i);
}

// Change of height per texel along a map axis, on the plane through the receiver.
HWY_INLINE V slope_of(V along, V across, float texel_steps) {
  const V slope = hn::Div(hn::Sub(hn::Zero(D()), along), across);
  return hn::Mul(hn::Min(hn::Max(slope, set(-kSteepest)), set(kSteepest)), set(texel_steps));
}

void sun_penumbras(const SunView& sun, const DiskPoint* search, std::size_t points, LightBatch& batch) {
  const D d;
  const DI di;
  const V zero = hn::Zero(d), one = set(1.0f);
  for (std::size_t i = 0; i < batch.count; i += hn::Lanes(d)) {
    const V facing = dot(load(batch.normal_x, batch.normal_y, batch.normal_z, i), sun.direction);
    const M wanted = hn::Or(hn::Gt(facing, zero), hn::Gt(hn::LoadU(d, batch.both.data() + i), zero));
    hn::StoreU(set(-1.0f), d, batch.radius.data() + i);
    if (hn::AllFalse(d, wanted)) continue;
    const V3 flat_normal = load(batch.flat_x, batch.flat_y, batch.flat_z, i);
    const V flat = dot(flat_normal, sun.direction);
    const V3 p = lifted(load(batch.x, batch.y, batch.z, i), flat_normal, hn::Mul(slant_of(flat), set(sun.lift)));
    const V x = hn::Add(dot(p, sun.map.right), set(sun.map.x0)), y = hn::Add(dot(p, sun.map.down), set(sun.map.y0));
    const V h = hn::Add(dot(p, sun.map.back), set(sun.map.h0));
    const V size = hn::Max(hn::Abs(flat), set(1e-3f));
    const V across = hn::IfThenElse(hn::Lt(flat, zero), hn::Sub(zero, size), size);
    const V slope_x = slope_of(dot(flat_normal, sun.right), across, sun.texel_steps);
    const V slope_y = hn::Sub(zero, slope_of(dot(flat_normal, sun.up), across, sun.texel_steps));
    V blockers = zero, sum = zero;
    for (std::size_t k = 0; k < points; ++k) {
      const V dx = set(search[k].x), dy = set(search[k].y);
      const V column = hn::Floor(hn::Mul(hn::Add(hn::Add(x, dx), set(0.5f)), set(1.0f / kCoarse)));
      const V row = hn::Floor(hn::Mul(hn::Add(hn::Add(y, dy), set(0.5f)), set(1.0f / kCoarse)));
      const M inside = hn::And(hn::And(hn::Ge(column, zero), hn::Ge(row, zero)),
                               hn::And(hn::Lt(column, set(static_cast<float>(sun.coarse_width))),
                                       hn::Lt(row, set(static_cast<float>(sun.coarse_height)))));
      const VI index =
          hn::Add(hn::Mul(hn::ConvertTo(di, hn::IfThenElseZero(inside, row)), hn::Set(di, sun.coarse_width)),
                  hn::ConvertTo(di, hn::IfThenElseZero(inside, column)));
      const V plane = hn::Add(hn::Add(h, hn::Mul(slope_x, dx)), hn::Mul(slope_y, dy));
      const V highest = hn::GatherIndex(d, sun.coarse, index);
      const V over = hn::IfThenElseZero(hn::And(inside, hn::Gt(highest, zero)), hn::Sub(highest, plane));
      const M blocks = hn::And(hn::Gt(over, zero),
                               hn::Gt(hn::Mul(over, set(kSunSpread)), set(search[k].distance * sun.texel_steps)));
      blockers = hn::Add(blockers, hn::IfThenElseZero(blocks, one));
      sum = hn::Add(sum, hn::IfThenElseZero(blocks, over));
    }
    const V mean = hn::Div(sum, hn::Max(blockers, one));
    const V wide = hn::Div(hn::Mul(mean, set(kSunSpread)), set(sun.texel_steps));
    const V radius = hn::IfThenElseZero(hn::Gt(blockers, zero), hn::Min(hn::Max(wide, set(kNarrowest)), set(kWidest)));
    hn::StoreU(hn::IfThenElse(wanted, radius, set(-1.0f)), d, batch.radius.data() + i);
    hn::StoreU(x, d, batch.place_x.data() + i);
    hn::StoreU(y, d, batch.place_y.data() + i);
    hn::StoreU(h, d, batch.place_h.data() + i);
    hn::StoreU(slope_x, d, batch.slope_x.data() + i);
    hn::StoreU(slope_y, d, batch.slope_y.data() + i);
  }
}

void sun_shares(const SunView& sun, const DiskPoint* taps, std::size_t points, const std::int32_t* list,
                std::size_t count, LightBatch& batch) {
  const D d;
  const DI di;
  alignas(64) float shares[LightBatch::kLanes];
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const VI at = hn::LoadU(di, list + i);
    const V x = hn::GatherIndex(d, batch.place_x.data(), at), y = hn::GatherIndex(d, batch.place_y.data(), at);
    const V h = hn::GatherIndex(d, batch.place_h.data(), at), radius = hn::GatherIndex(d, batch.radius.data(), at);
    const V slope_x = hn::GatherIndex(d, batch.slope_x.data(), at);
    const V slope_y = hn::GatherIndex(d, batch.slope_y.data(), at);
    V light = hn::Zero(d);
    for (std::size_t k = 0; k < points; ++k) {
      const V dx = hn::Mul(set(taps[k].x), radius), dy = hn::Mul(set(taps[k].y), radius);
      const V height = hn::Add(hn::Add(h, hn::Mul(slope_x, dx)), hn::Mul(slope_y, dy));
      light = hn::Add(light, Texels(sun.map, hn::Add(x, dx), hn::Add(y, dy)).light(height, slope_x, slope_y));
    }
    hn::Store(hn::Div(light, set(static_cast<float>(points))), d, shares);
    for (std::size_t lane = 0; lane < hn::Lanes(d) && i + lane < count; ++lane)
      batch.sun[static_cast<std::size_t>(list[i + lane])] = shares[lane];
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::render
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::render {

HWY_EXPORT(sky_light);
HWY_EXPORT(sun_penumbras);
HWY_EXPORT(sun_shares);

void sky_light(std::span<const SkyPatch> patches, LightBatch& batch) {
  HWY_DYNAMIC_DISPATCH(sky_light)(patches.data(), patches.size(), batch);
}
void sun_penumbras(const SunView& sun, std::span<const DiskPoint> search, LightBatch& batch) {
  HWY_DYNAMIC_DISPATCH(sun_penumbras)(sun, search.data(), search.size(), batch);
}
void sun_shares(const SunView& sun, std::span<const DiskPoint> taps, const std::vector<std::int32_t>& list,
                std::size_t count, LightBatch& batch) {
  HWY_DYNAMIC_DISPATCH(sun_shares)(sun, taps.data(), taps.size(), list.data(), count, batch);
}

}  // namespace weald::render
#endif
