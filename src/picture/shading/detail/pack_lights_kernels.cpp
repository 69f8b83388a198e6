// Compiled once per SIMD target by foreach_target; no fused multiply-add, so that every target gives the same bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/shading/detail/pack_lights_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "picture/shading/detail/lit_picture.h"
#include "picture/shading/detail/pack_lights.h"

HWY_BEFORE_NAMESPACE();
namespace weald::render {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Packs whole vectors of lights, with the operations of pack_light(), and returns their number.
std::size_t pack_lights(const float* red, const float* green, const float* blue, std::size_t count,
                        std::uint32_t* packed) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::RebindToUnsigned<decltype(d)> du;
  using V = hn::Vec<decltype(d)>;
  const V zero = hn::Zero(d), most = hn::Set(d, kMostLight);
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto usable = [&](const float* channel) HWY_ATTR {
      const V v = hn::LoadU(d, channel + i);
      return hn::IfThenElseZero(hn::Gt(v, zero), hn::Min(v, most));
    };
    const V r = usable(red), g = usable(green), b = usable(blue), largest = hn::Max(r, hn::Max(g, b));
    const auto binary = hn::Sub(hn::ShiftRight<23>(hn::BitCast(di, largest)), hn::Set(di, 127));
    auto exponent = hn::Max(hn::Set(di, -kLightBias), hn::Add(binary, hn::Set(di, 1)));
    const auto mantissa = [&](V v) HWY_ATTR {
      const auto scale = hn::ShiftLeft<23>(hn::Sub(hn::Set(di, kLightBits + 127), exponent));
      return hn::ConvertTo(di, hn::Add(hn::Mul(v, hn::BitCast(d, scale)), hn::Set(d, 0.5f)));
    };
    const auto is_full = hn::Eq(mantissa(largest), hn::Set(di, 1 << kLightBits));
    exponent = hn::IfThenElse(is_full, hn::Add(exponent, hn::Set(di, 1)), exponent);
    const auto colour =
        hn::Or(mantissa(r), hn::Or(hn::ShiftLeft<kLightBits>(mantissa(g)), hn::ShiftLeft<2 * kLightBits>(mantissa(b))));
    const auto power = hn::ShiftLeft<3 * kLightBits>(hn::Add(exponent, hn::Set(di, kLightBias)));
    hn::StoreU(hn::BitCast(du, hn::Or(colour, power)), du, packed + i);
  }
  return i;
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::render
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::render {

HWY_EXPORT(pack_lights);

void pack_lights(const LightArrays& lights, std::vector<std::uint32_t>& packed) {
  const auto& [red, green, blue] = lights.channels;
  const std::size_t before = packed.size();
  packed.resize(before + lights.count);
  std::size_t i =
      HWY_DYNAMIC_DISPATCH(pack_lights)(red.data(), green.data(), blue.data(), lights.count, packed.data() + before);
  for (; i < lights.count; ++i) packed[before + i] = pack_light({red[i], green[i], blue[i]});
}

}  // namespace weald::render
#endif
