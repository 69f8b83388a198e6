#include "render/hypsometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "render/colour.h"

namespace weald::render {

namespace {

struct Stop {
  float at = 0;
  Vec3f srgb{0};
};

constexpr std::array kLand{Stop{0.00f, {0.290f, 0.392f, 0.235f}}, Stop{0.14f, {0.392f, 0.478f, 0.278f}},
                           Stop{0.32f, {0.553f, 0.588f, 0.349f}}, Stop{0.50f, {0.698f, 0.651f, 0.447f}},
                           Stop{0.68f, {0.690f, 0.580f, 0.439f}}, Stop{0.82f, {0.694f, 0.627f, 0.553f}},
                           Stop{0.93f, {0.839f, 0.827f, 0.812f}}, Stop{1.00f, {0.949f, 0.949f, 0.953f}}};
constexpr std::array kWater{Stop{0.00f, {0.690f, 0.831f, 0.816f}}, Stop{0.12f, {0.545f, 0.745f, 0.765f}},
                            Stop{0.40f, {0.373f, 0.596f, 0.682f}}, Stop{1.00f, {0.220f, 0.404f, 0.533f}}};
constexpr Vec3f kCliff{0.482f, 0.416f, 0.349f};

// The ramps as linear colours.
class Ramps {
 public:
  Ramps() {
    for (const Stop& stop : kLand) land_.push_back({stop.at, srgb_.linear(stop.srgb)});
    for (const Stop& stop : kWater) water_.push_back({stop.at, srgb_.linear(stop.srgb)});
    cliff_ = srgb_.linear(kCliff);
    for (const Vec3f& c : {Vec3f{0.408f, 0.333f, 0.259f}, Vec3f{0.604f, 0.545f, 0.486f}, Vec3f{0.557f, 0.498f, 0.443f}}) {
      rock_.push_back(srgb_.linear(c));
    }
  }
  Vec3f land(float t) const { return at(land_, t); }
  Vec3f water(float t) const { return at(water_, t); }
  const Vec3f& cliff() const { return cliff_; }
  const Vec3f& rock(std::size_t i) const { return rock_[i]; }

 private:
  static Vec3f at(std::span<const Stop> ramp, float t) {
    std::size_t i = 1;
    while (i + 1 < ramp.size() && ramp[i].at < t) ++i;
    return mix(ramp[i - 1].srgb, ramp[i].srgb, clamp01((t - ramp[i - 1].at) / (ramp[i].at - ramp[i - 1].at)));
  }
  SrgbTable srgb_;
  std::vector<Stop> land_, water_;  // colours linear here
  Vec3f cliff_{0};
  std::vector<Vec3f> rock_;
};

const Ramps& ramps() {
  static const Ramps instance;
  return instance;
}

}  // namespace

TintRange tint_range(const Heightmap& map, std::optional<double> sea_level) {
  std::vector<float> land;
  for (const float h : map.heights.values()) {
    if (!sea_level || static_cast<double>(h) >= *sea_level) land.push_back(h);
  }
  if (land.empty()) return {};
  const auto rank = [&](double share) {
    const auto place = land.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(land.size() - 1));
    std::nth_element(land.begin(), place, land.end());
    return static_cast<double>(*place);
  };
  const double low = rank(0.002), high = rank(0.998);
  return {low, high > low ? high : low + 1.0};
}

Vec3f land_colour(const TintRange& range, double height, float slope) {
  const float t = static_cast<float>((height - range.low) / (range.high - range.low));
  // Steep land carries less growth and no snow: it looks drier than its height says.
  const float steep = smooth_step(0.35f, 1.25f, slope);
  const float dry = t + 0.10f * smooth_step(0.15f, 0.7f, slope) * (1.0f - clamp01(t));
  const Vec3f flat = ramps().land(clamp01(dry));
  return mix(flat, ramps().cliff() * (0.75f + 0.35f * clamp01(t)), steep * 0.72f);
}

Vec3f water_colour(float depth) { return ramps().water(clamp01(depth)); }

Vec3f rock_colour(float below, float height) {
  const float soil = smooth_step(0.02f, 0.07f, below);
  const float band = height * 9.0f - std::floor(height * 9.0f);
  const float stratum = smooth_step(0.35f, 0.5f, band) - smooth_step(0.8f, 0.95f, band);
  return mix(ramps().rock(0), mix(ramps().rock(1), ramps().rock(2), stratum), soil);
}

}  // namespace weald::render
