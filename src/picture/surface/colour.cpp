#include "picture/surface/colour.h"

#include <algorithm>

#include "base/math/srgb.h"

namespace weald::render {

namespace {

double decode(double code) { return linear_of_srgb(code / 255.0); }

// Rational curve with slope 1 at the origin. It reaches white (1) at kWhite; highlights roll off before that.
constexpr float kShoulder = 0.62f;
constexpr float kWhite = 3.2f;

float tone(float x) {
  if (x <= 0.0f) return 0.0f;
  const float rolled =
      x <= kShoulder ? x
                     : kShoulder + (1.0f - kShoulder) * (1.0f - 1.0f / (1.0f + (x - kShoulder) / (1.0f - kShoulder)));
  const float limit =
      kShoulder + (1.0f - kShoulder) * (1.0f - 1.0f / (1.0f + (kWhite - kShoulder) / (1.0f - kShoulder)));
  return x <= kShoulder ? x
                        : std::min(1.0f, kShoulder + (rolled - kShoulder) * ((1.0f - kShoulder) / (limit - kShoulder)));
}

}  // namespace

SrgbTable::SrgbTable() {
  for (std::size_t code = 0; code < 256; ++code) linear_[code] = static_cast<float>(decode(static_cast<double>(code)));
  linear_[256] = static_cast<float>(decode(256.0));
  std::size_t code = 0;
  for (std::size_t i = 0; i < start_.size(); ++i) {
    const float low = static_cast<float>(i) / static_cast<float>(start_.size());
    while (code < 255 && linear_[code + 1] <= low) ++code;
    start_[i] = static_cast<std::uint8_t>(code);
  }
}

Vec3f SrgbTable::linear(const Vec3f& srgb) const {
  Vec3f out{};
  for (int i = 0; i < 3; ++i) {
    const float code = clamp01(srgb[i]) * 255.0f;
    const auto whole = static_cast<std::size_t>(code);
    out[i] = mix(linear_[whole], linear_[whole + 1], code - static_cast<float>(whole));
  }
  return out;
}

Rgba8 SrgbTable::encode(const Vec3f& linear, int x, int y) const {
  const float threshold = dither_threshold(x, y);
  return {encode(linear.x, threshold), encode(linear.y, threshold), encode(linear.z, threshold), 255};
}

float dither_threshold(int x, int y) {
  // Bit-interleaving form of the Bayer matrix: the bits of x ^ y and of y alternate, low bits with the highest weight.
  const auto ux = static_cast<unsigned>(x), uy = static_cast<unsigned>(y);
  const unsigned mixed = ux ^ uy;
  unsigned value = 0;
  for (unsigned bit = 0; bit < 3; ++bit) {
    value |= ((mixed >> bit) & 1u) << (5 - 2 * bit);
    value |= ((uy >> bit) & 1u) << (4 - 2 * bit);
  }
  return (static_cast<float>(value) + 0.5f) / 64.0f;
}

Vec3f tone_map(const Vec3f& light) { return {tone(light.x), tone(light.y), tone(light.z)}; }

}  // namespace weald::render
