#include "picture/render/detail/hypsometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "methods/raster/ramp.h"
#include "methods/raster/resample.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

using Stop = raster::RampStop<float>;

struct Bed {
  float top = 0;   // share of the block's height
  float dark = 0;  // 0 to 1
};

constexpr std::array kLand{Stop{0.00f, {0.290f, 0.392f, 0.235f}}, Stop{0.14f, {0.392f, 0.478f, 0.278f}},
                           Stop{0.32f, {0.553f, 0.588f, 0.349f}}, Stop{0.50f, {0.698f, 0.651f, 0.447f}},
                           Stop{0.68f, {0.690f, 0.580f, 0.439f}}, Stop{0.80f, {0.698f, 0.627f, 0.549f}},
                           Stop{0.91f, {0.827f, 0.812f, 0.796f}}, Stop{1.00f, {0.949f, 0.949f, 0.953f}}};
constexpr std::array kWater{Stop{0.00f, {0.690f, 0.831f, 0.816f}}, Stop{0.12f, {0.545f, 0.745f, 0.765f}},
                            Stop{0.40f, {0.373f, 0.596f, 0.682f}}, Stop{1.00f, {0.220f, 0.404f, 0.533f}}};
constexpr Vec3f kLowCliff{0.490f, 0.431f, 0.341f}, kHighCliff{0.600f, 0.565f, 0.525f};

// A colour ramp of land, with the colours of low and of high cliffs. Colours are linear.
struct Land {
  std::vector<Stop> ramp;
  Vec3f low_cliff{0}, high_cliff{0};
};

// All ramps in linear colours.
class Ramps {
 public:
  Ramps() {
    for (const Stop& stop : kLand) map_.ramp.push_back({stop.value, srgb_.linear(stop.colour)});
    map_.low_cliff = srgb_.linear(kLowCliff);
    map_.high_cliff = srgb_.linear(kHighCliff);
    for (const Palette palette : kPalettes) {
      Land& land = palettes_[static_cast<std::size_t>(palette)];
      for (const PaletteStop& stop : palette_stops(palette)) {
        land.ramp.push_back({static_cast<float>(stop.share), srgb_.linear(Vec3f(stop.colour))});
      }
      land.low_cliff = land.high_cliff = srgb_.linear(Vec3f(palette_rock(palette)));
    }
    for (const Stop& stop : kWater) water_.push_back({stop.value, srgb_.linear(stop.colour)});
    for (const Vec3f& c :
         {Vec3f{0.408f, 0.333f, 0.259f}, Vec3f{0.604f, 0.545f, 0.486f}, Vec3f{0.557f, 0.498f, 0.443f}}) {
      rock_.push_back(srgb_.linear(c));
    }
  }
  const Land& land(std::optional<Palette> palette) const {
    return palette ? palettes_[static_cast<std::size_t>(*palette)] : map_;
  }
  Vec3f water(float t) const { return raster::ramp_colour<float>(water_, t); }
  const Vec3f& rock(std::size_t i) const { return rock_[i]; }

 private:
  SrgbTable srgb_;
  Land map_;
  std::array<Land, kPalettes.size()> palettes_;
  std::vector<Stop> water_;  // linear colours
  std::vector<Vec3f> rock_;
};

const Ramps& ramps() {
  static const Ramps instance;
  return instance;
}

}  // namespace

LandTint land_tint(const Heightmap& map, std::optional<double> sea_level, double slope_scale) {
  std::vector<float> land;
  for (const float h : map.heights.values()) {
    if (!sea_level || static_cast<double>(h) >= *sea_level) land.push_back(h);
  }
  const float steep = std::clamp(static_cast<float>(1.6 * rms_slope(map) * slope_scale), 0.7f, 2.5f);
  if (land.empty()) return {0.0, 1.0, steep};
  const auto rank = [&](double share) {
    const auto place = land.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(land.size() - 1));
    std::nth_element(land.begin(), place, land.end());
    return static_cast<double>(*place);
  };
  const double low = rank(0.002), high = rank(0.998);
  return {low, high > low ? high : low + 1.0, steep};
}

LandTint chosen_tint(LandTint tint, const PictureParams& params, double scale) {
  tint.palette = params.palette;
  if (params.heights) {
    tint.low = (*params.heights)[0] * scale;
    tint.high = (*params.heights)[1] * scale;
  }
  return tint;
}

Vec3f land_colour(const LandTint& tint, double height, float slope) {
  const float t = clamp01(static_cast<float>((height - tint.low) / (tint.high - tint.low)));
  // Steep land carries less vegetation and snow, so it looks drier and barer than its height suggests.
  const float relative = slope / tint.steep;
  const float dry = clamp01(t + 0.08f * smooth_step(0.15f, 0.7f, relative) * (1.0f - t));
  const Land& land = ramps().land(tint.palette);
  const Vec3f cliff = mix(land.low_cliff, land.high_cliff, smooth_step(0.2f, 0.85f, t));
  return mix(raster::ramp_colour<float>(land.ramp, dry), cliff, 0.68f * smooth_step(0.45f, 1.25f, relative));
}

Vec3f water_colour(float depth) { return ramps().water(clamp01(depth)); }

Vec3f rock_colour(float below, float height) {
  // Strata of different thickness, each with its top height and its darkness.
  constexpr std::array kBeds{Bed{0.06f, 0.2f}, Bed{0.13f, 0.9f}, Bed{0.17f, 0.3f}, Bed{0.29f, 0.6f},
                             Bed{0.34f, 0.1f}, Bed{0.47f, 0.8f}, Bed{0.51f, 0.4f}, Bed{0.66f, 0.0f},
                             Bed{0.70f, 0.7f}, Bed{0.85f, 0.3f}, Bed{1.00f, 0.6f}};
  constexpr float kBlend = 0.02f;  // half-width of the blend between neighbouring strata
  float dark = kBeds[0].dark;
  for (std::size_t i = 0; i + 1 < kBeds.size(); ++i) {
    dark = mix(dark, kBeds[i + 1].dark, smooth_step(kBeds[i].top - kBlend, kBeds[i].top + kBlend, height));
  }
  return mix(ramps().rock(0), mix(ramps().rock(1), ramps().rock(2), dark), smooth_step(0.015f, 0.08f, below));
}

}  // namespace weald::render
