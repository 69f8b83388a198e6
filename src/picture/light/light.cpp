#include "picture/light/light.h"

#include <array>
#include <cmath>

#include "base/math/math.h"
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

// Points spread evenly over a disk (Vogel's spiral).
template <std::size_t N>
std::array<DiskPoint, N> disk_points() {
  std::array<DiskPoint, N> points{};
  for (std::size_t i = 0; i < N; ++i) {
    const double radius = std::sqrt((static_cast<double>(i) + 0.5) / static_cast<double>(N));
    const double angle = math::kGoldenAngle * static_cast<double>(i);
    points[i] = {static_cast<float>(math::cos_deg(angle) * radius), static_cast<float>(math::sin_deg(angle) * radius),
                 static_cast<float>(radius)};
  }
  return points;
}

std::array<DiskPoint, 20> search_points() {
  constexpr float kReach = kWidest * 0.7f;
  std::array<DiskPoint, 20> points = disk_points<20>();
  for (DiskPoint& point : points) {
    point = {point.x * kReach, point.y * kReach, std::max(0.0f, point.distance * kReach - static_cast<float>(kCoarse))};
  }
  return points;
}

}  // namespace

const SunTaps& sun_taps() {
  static const SunTaps taps{search_points(), disk_points<24>(), disk_points<64>()};
  return taps;
}

void LightBatch::add(const Vec3f& position, const Vec3f& normal, const Vec3f& flat, bool both_sides) {
  if (count == x.size()) {
    const std::size_t size = std::max<std::size_t>(64, 2 * count);
    for (auto* array : {&x,      &y,       &z,       &normal_x,      &normal_y,     &normal_z,     &flat_x,
                        &flat_y, &flat_z,  &both,    &front_horizon, &front_zenith, &back_horizon, &back_zenith,
                        &all,    &place_x, &place_y, &place_h,       &slope_x,      &slope_y,      &radius,
                        &sun})
      array->resize(size);
  }
  x[count] = position.x, y[count] = position.y, z[count] = position.z;
  normal_x[count] = normal.x, normal_y[count] = normal.y, normal_z[count] = normal.z;
  flat_x[count] = flat.x, flat_y[count] = flat.y, flat_z[count] = flat.z;
  both[count] = both_sides ? 1.0f : 0.0f;
  ++count;
}

void LightBatch::prepare() {
  const std::size_t padded = (count + kLanes - 1) / kLanes * kLanes;
  for (auto* array : {&front_horizon, &front_zenith, &back_horizon, &back_zenith, &all, &sun})
    std::fill_n(array->begin(), padded, 0.0f);
  for (auto* array : {&x, &y, &z, &normal_x, &normal_y, &normal_z, &flat_x, &flat_y, &flat_z, &both})
    std::fill(array->begin() + static_cast<std::ptrdiff_t>(count), array->begin() + static_cast<std::ptrdiff_t>(padded),
              0.0f);
}

Sun::Sun(DepthMap map) : map_(std::move(map)), coarse_(map_.coarse(kCoarse)), direction_(Vec3f{map_.axes().back}) {}

// The receiver is offset from its own surface by about a texel, and by more at grazing incidence.
SunView Sun::view() const {
  SunView view{
      map_.view(),     direction_,       Vec3f{map_.axes().right}, Vec3f{map_.axes().up},     coarse_.values().data(),
      coarse_.width(), coarse_.height(), map_.texel() * 1.2f,      map_.texel() / map_.step()};
  view.map.h0 += 0.8f * view.texel_steps;
  return view;
}

void Sun::light(LightBatch& batch) const {
  const SunView sun = view();
  sun_penumbras(sun, sun_taps().search, batch);
  std::vector<std::int32_t> narrow, wide;
  for (std::size_t i = 0; i < batch.count; ++i) {
    const float radius = batch.radius[i];
    if (radius > 0.0f) (radius > kWideTaps ? wide : narrow).push_back(static_cast<std::int32_t>(i));
    batch.sun[i] = radius < 0.0f ? 0.0f : 1.0f;
  }
  const auto shares = [&](std::vector<std::int32_t>& list, std::span<const DiskPoint> taps) {
    const std::size_t count = list.size();
    if (count == 0) return;
    list.resize((count + LightBatch::kLanes - 1) / LightBatch::kLanes * LightBatch::kLanes, list[0]);
    sun_shares(sun, taps, list, count, batch);
  };
  shares(narrow, sun_taps().narrow);
  shares(wide, sun_taps().wide);
}

std::vector<ViewAxes> sky_directions(int count) {
  constexpr double kLowest = 0.06;  // sine of the lowest elevation
  std::vector<ViewAxes> directions;
  for (int i = 0; i < count; ++i) {
    const double y = kLowest + (1.0 - kLowest) * (i + 0.5) / count;
    directions.push_back(axes_of(math::kGoldenAngle * i, math::degrees(math::asin(y))));
  }
  return directions;
}

Sky::Sky(std::vector<DepthMap> maps, const LightColours& colours) : maps_(std::move(maps)), colours_(colours) {
  float flat = 0.0f;
  for (const DepthMap& map : maps_) flat += static_cast<float>(map.axes().back.y);
  for (const DepthMap& map : maps_) {
    const Vec3f direction{map.axes().back};
    const float high = smooth_step(0.0f, 0.9f, direction.y);
    // Normalised so that an unoccluded horizontal surface gets exactly the mean colour for any number of directions.
    const float weight = 1.0f / flat;
    SkyPatch patch{map.view(), direction, weight * (1.0f - high), weight * high, weight, map.texel() * 0.9f};
    patch.map.h0 += map.texel() / map.step();
    patches_.push_back(patch);
  }
}

SkyIrradiance Sky::at(const LightBatch& batch, std::size_t i) const {
  SkyIrradiance result;
  result.front = colours_.horizon * batch.front_horizon[i] + colours_.zenith * batch.front_zenith[i];
  const float all = batch.all[i];
  result.open = all > 0.0f ? std::min(1.0f, open_above(batch, i) / all) : 1.0f;
  const float down = 0.5f - 0.5f * batch.normal_y[i];
  result.front += colours_.bounce * (down * mix(0.3f, 1.0f, result.open));
  if (batch.both[i] > 0.0f) {
    result.back = colours_.horizon * batch.back_horizon[i] + colours_.zenith * batch.back_zenith[i] +
                  colours_.bounce * ((1.0f - down) * 0.3f);
  }
  return result;
}

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
