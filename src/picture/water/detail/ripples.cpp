#include "picture/water/detail/ripples.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "base/math/smoothstep.h"
#include "base/rng.h"

namespace weald::render {

namespace {

constexpr std::uint64_t kRippleSeed = 0x72697070;  // "ripp"
constexpr double kWind = 62;                       // bearing that the wind blows from, degrees
constexpr double kWindSpread = 70;                 // spread of the waves' bearings to each side, degrees
constexpr double kShorter = 0.80;                  // ratio of each wavelength to the next longer one
constexpr double kPatchLength = 9;  // wavelength of the variation in strength, in lengths of the longest wave
// Phase change per pixel: waves below the first limit are fully shown, those above the second are filtered out.
constexpr double kShown = 0.9, kLost = 2.2;

Vec2 wave_number(double bearing, double length) {
  const double k = 2.0 * math::kPi / length;
  return {math::sin_deg(bearing) * k, -math::cos_deg(bearing) * k};
}

}  // namespace

Ripples::Ripples(double longest, double steepness) : steepness_(steepness) {
  const Rng rng(kRippleSeed);
  double length = longest;
  for (std::size_t i = 0; i < kWaves; ++i, length *= kShorter) {
    const auto random = rng.four_uniforms(i);
    waves_[i] = {wave_number(kWind + (2.0 * random[0] - 1.0) * kWindSpread, length * (0.9 + 0.2 * random[1])),
                 2.0 * math::kPi * random[2]};
  }
  length = longest * kPatchLength;
  for (std::size_t i = 0; i < patches_.size(); ++i, length *= 0.7) {
    const auto random = rng.four_uniforms(i, 1);
    patches_[i] = {wave_number(kWind + 360.0 * random[0], length), 2.0 * math::kPi * random[1]};
  }
}

// Strength of the waves, 0 to 1.
double Ripples::patch(const Vec2& place) const {
  double sum = 0.0, bend = 0.0;
  for (const Wave& wave : patches_) {
    bend = math::sin(glm::dot(wave.number, place) + wave.phase + bend * 1.3);
    sum += bend;
  }
  return math::smoothstep(std::clamp(0.5 + 0.33 * sum, 0.0, 1.0));
}

RippleSlope Ripples::at(const Vec2& place, const Vec2& right, const Vec2& down) const {
  RippleSlope result;
  if (!any()) return result;
  const double strength = steepness_ * (0.15 + 0.85 * patch(place)) * std::sqrt(2.0 / static_cast<double>(kWaves));
  double lost = 0.0;
  for (const Wave& wave : waves_) {
    const double change = std::abs(glm::dot(wave.number, right)) + std::abs(glm::dot(wave.number, down));
    const double t = std::clamp((kLost - change) / (kLost - kShown), 0.0, 1.0);
    lost += 1.0 - t * t;
    if (t <= 0.0) continue;
    const double slope = math::sin(glm::dot(wave.number, place) + wave.phase) * strength * t;
    result.slope += wave.number * (slope / glm::length(wave.number));
  }
  result.lost = strength * std::sqrt(lost * 0.5);
  return result;
}

}  // namespace weald::render
