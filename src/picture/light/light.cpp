#include "picture/light/light.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math/math.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr float kWideTaps = 7.0f;  // texels: larger penumbras take the wide set of taps

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

// Sample points of the blocker search, in texels. `distance` is the penumbra radius that a blocker needs to reach the
// receiver; it allows for a blocker anywhere in its grid cell.
std::array<DiskPoint, 20> search_points() {
  constexpr float kReach = kWidest * 0.7f;
  std::array<DiskPoint, 20> points = disk_points<20>();
  for (DiskPoint& point : points) {
    point = {point.x * kReach, point.y * kReach, std::max(0.0f, point.distance * kReach - static_cast<float>(kCoarse))};
  }
  return points;
}

struct Disk {
  std::array<DiskPoint, 20> search = search_points();
  std::array<DiskPoint, 24> narrow = disk_points<24>();
  std::array<DiskPoint, 64> wide = disk_points<64>();
};

const Disk& disk() {
  static const Disk points;
  return points;
}

// Scalar versions of the functions in light_kernels.cpp: the same operations in the same order.

float dot(const Vec3f& a, const Vec3f& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

float slant_of(float facing) {
  const float sine = std::sqrt(std::max(0.0f, 1.0f - facing * facing));
  return facing < 0.0f ? -sine : sine;
}

float light_at(const DepthMapView& map, float x, float y, float height, float slope_x, float slope_y) {
  const bool inside =
      x >= 0.0f && y >= 0.0f && x < static_cast<float>(map.width - 1) && y < static_cast<float>(map.height - 1);
  if (!inside) return 1.0f;
  const int column = static_cast<int>(x), row = static_cast<int>(y);
  const float fx = x - static_cast<float>(column), fy = y - static_cast<float>(row);
  const std::uint32_t* upper = map.pairs + static_cast<std::ptrdiff_t>(row) * map.width + column;
  const std::uint32_t top = upper[0], bottom = upper[map.width];
  const float h = height - slope_x * fx - slope_y * fy, hx = h + slope_x, hy = h + slope_y, hxy = hx + slope_y;
  const auto lit = [](std::uint32_t texel, float limit) {
    return static_cast<float>(texel) <= std::max(limit, 0.0f) ? 1.0f : 0.0f;
  };  // a texel of 0 is empty
  const float l00 = lit(top & 0xFFFFu, h), l10 = lit(top >> 16, hx);
  const float l01 = lit(bottom & 0xFFFFu, hy), l11 = lit(bottom >> 16, hxy);
  const float upper_light = l00 + (l10 - l00) * fx, lower_light = l01 + (l11 - l01) * fx;
  return upper_light + (lower_light - upper_light) * fy;
}

struct Point {
  Vec3f position{0}, normal{0}, flat{0};
  bool both;
};

Point point_of(const LightBatch& batch, std::size_t i) {
  return {{batch.x[i], batch.y[i], batch.z[i]},
          {batch.normal_x[i], batch.normal_y[i], batch.normal_z[i]},
          {batch.flat_x[i], batch.flat_y[i], batch.flat_z[i]},
          batch.both[i] > 0.0f};
}

}  // namespace

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
  sun_penumbras(sun, disk().search, batch);
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
  shares(narrow, disk().narrow);
  shares(wide, disk().wide);
}

void Sun::light_one(LightBatch& batch, std::size_t i) const {
  const SunView sun = view();
  const Point point = point_of(batch, i);
  batch.sun[i] = 0.0f;
  if (!(dot(point.normal, sun.direction) > 0.0f) && !point.both) return;
  const float flat = dot(point.flat, sun.direction);
  const Vec3f p = point.position + point.flat * (slant_of(flat) * sun.lift);
  const float x = dot(p, sun.map.right) + sun.map.x0, y = dot(p, sun.map.down) + sun.map.y0;
  const float h = dot(p, sun.map.back) + sun.map.h0;
  const float across = std::max(std::abs(flat), 1e-3f) * (flat < 0.0f ? -1.0f : 1.0f);
  const float slope_x = std::clamp(-dot(point.flat, sun.right) / across, -kSteepest, kSteepest) * sun.texel_steps;
  const float slope_y = -(std::clamp(-dot(point.flat, sun.up) / across, -kSteepest, kSteepest) * sun.texel_steps);
  float blockers = 0.0f, sum = 0.0f;
  for (const DiskPoint& tap : disk().search) {
    const float column = std::floor((x + tap.x + 0.5f) * (1.0f / kCoarse));
    const float row = std::floor((y + tap.y + 0.5f) * (1.0f / kCoarse));
    if (!(column >= 0.0f && row >= 0.0f && column < static_cast<float>(sun.coarse_width) &&
          row < static_cast<float>(sun.coarse_height)))
      continue;
    const float highest = coarse_.at(static_cast<int>(column), static_cast<int>(row));
    const float over = highest - (h + slope_x * tap.x + slope_y * tap.y);
    if (highest > 0.0f && over > 0.0f && over * kSunSpread > tap.distance * sun.texel_steps) {
      blockers += 1.0f;
      sum += over;
    }
  }
  batch.sun[i] = 1.0f;
  if (blockers == 0.0f) return;
  const float radius = std::clamp(sum / blockers * kSunSpread / sun.texel_steps, kNarrowest, kWidest);
  const auto share = [&](std::span<const DiskPoint> taps) {
    float light = 0.0f;
    for (const DiskPoint& tap : taps) {
      const float dx = tap.x * radius, dy = tap.y * radius;
      light += light_at(sun.map, x + dx, y + dy, h + slope_x * dx + slope_y * dy, slope_x, slope_y);
    }
    return light / static_cast<float>(taps.size());
  };
  batch.sun[i] = radius > kWideTaps ? share(disk().wide) : share(disk().narrow);
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

void Sky::light_one(LightBatch& batch, std::size_t i) const {
  const Point point = point_of(batch, i);
  for (const SkyPatch& patch : patches_) {
    const float facing = dot(point.normal, patch.direction);
    if (facing > 0.0f) batch.all[i] += facing * patch.weight;
    const float flat = dot(point.flat, patch.direction);
    if (!point.both && !(facing > 0.0f && flat > 0.0f)) continue;
    const Vec3f p = point.position + point.flat * (slant_of(flat) * patch.lift);
    const DepthMapView& map = patch.map;
    const float light =
        light_at(map, dot(p, map.right) + map.x0, dot(p, map.down) + map.y0, dot(p, map.back) + map.h0, 0.0f, 0.0f);
    const float arrives = light * std::abs(facing);
    (facing > 0.0f ? batch.front_horizon : batch.back_horizon)[i] += arrives * patch.horizon;
    (facing > 0.0f ? batch.front_zenith : batch.back_zenith)[i] += arrives * patch.zenith;
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

}  // namespace weald::render
