#include "picture/light/metal.h"

#include <algorithm>
#include <cmath>

#include "picture/surface/colour.h"

namespace weald::render {

namespace {

// With less roughness, the highlight would be smaller than the sun.
constexpr float kMinLobe = 0.02f;

Vec3f surroundings(const Vec3f& direction, float roughness, const LightColours& colours) {
  const float blur = 0.05f + roughness;
  const Vec3f sky = mix(colours.horizon, colours.zenith, smooth_step(0.0f, 0.9f, direction.y));
  const Vec3f ground = mix(colours.horizon * 0.6f, colours.bounce, smooth_step(0.0f, 0.5f, -direction.y));
  return mix(ground, sky, smooth_step(-blur, blur, direction.y));
}

// GGX microfacet density between view and sun, times the Smith visibility term, over 4 n.v.
float sun_lobe(const MetalView& view, float facing) {
  const float alpha = std::max(view.roughness * view.roughness, kMinLobe), a2 = alpha * alpha;
  const Vec3f middle{normalized_or(Vec3{view.sun_direction - view.direction}, {0, 1, 0})};
  const float half = clamp01(glm::dot(view.normal, middle));
  const float seen = std::max(-glm::dot(view.normal, view.direction), 1e-3f);
  const float spread = half * half * (a2 - 1.0f) + 1.0f;
  const float density = a2 / (spread * spread);
  const float shadowed =
      facing * std::sqrt(seen * seen * (1.0f - a2) + a2) + seen * std::sqrt(facing * facing * (1.0f - a2) + a2);
  return 0.5f * density / std::max(shadowed, 1e-4f);
}

// Share of uniform incoming light that a rough mirror reflects. Both terms of the split sum take the metal's colour, so
// the angular dependence cancels out. Source: [karis2013].
float returned(float roughness) { return 1.0f - 0.55f * roughness; }

}  // namespace

Vec3f metal_light(const MetalView& view, const LightColours& colours) {
  const Vec3f mirrored = surroundings(glm::reflect(view.direction, view.normal), view.roughness, colours);
  const float matt = view.roughness * view.roughness * (3.0f - 2.0f * view.roughness);
  Vec3f light = mix(mirrored * view.open, view.diffuse, matt) * returned(view.roughness);
  const float facing = clamp01(glm::dot(view.normal, view.sun_direction));
  if (facing > 0.0f && view.sun_share > 0.0f)
    light += colours.sun * (view.sun_share * facing * std::min(sun_lobe(view, facing), 200.0f));
  return light;
}

}  // namespace weald::render
