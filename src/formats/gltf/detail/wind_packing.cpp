#include "formats/gltf/detail/wind_packing.h"

#include "base/check.h"

namespace weald::gltf {

namespace {

float share(std::uint8_t code) { return static_cast<float>(code) / 255.0f; }

std::uint16_t long_code(std::uint8_t code) { return static_cast<std::uint16_t>(code * 257); }

}  // namespace

int uv_sets_of(WindPacking packing) {
  switch (packing) {
    case WindPacking::unity: return 1;
    case WindPacking::unreal: return 2;
    case WindPacking::attribute:
    case WindPacking::none: break;
  }
  return 0;
}

Vec2f packed_uv(WindPacking packing, int set, const Rgba8& wind) {
  WEALD_CHECK(set >= 1 && set <= uv_sets_of(packing));
  if (packing == WindPacking::unity) return {share(wind.r), 1.0f - share(wind.a)};
  return set == 1 ? Vec2f{share(wind.r), share(wind.g)} : Vec2f{share(wind.b), share(wind.a)};
}

std::array<std::uint16_t, 4> unity_colour(const Rgba8& wind, const std::array<std::uint16_t, 4>& own) {
  // Weights of the sRGB primaries in the luminance, in thousandths.
  const std::uint32_t luminance = (213u * own[0] + 715u * own[1] + 72u * own[2] + 500) / 1000;
  return {long_code(wind.g), long_code(wind.b), 0, static_cast<std::uint16_t>(luminance)};
}

}  // namespace weald::gltf
