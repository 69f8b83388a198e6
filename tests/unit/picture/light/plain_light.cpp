#include "unit/picture/light/plain_light.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace weald::test {

using namespace render;

namespace {

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

void light_plainly(const Sun& lit_by, LightBatch& batch, std::size_t i) {
  const SunView sun = lit_by.view();
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
  for (const DiskPoint& tap : sun_taps().search) {
    const float column = std::floor((x + tap.x + 0.5f) * (1.0f / kCoarse));
    const float row = std::floor((y + tap.y + 0.5f) * (1.0f / kCoarse));
    if (!(column >= 0.0f && row >= 0.0f && column < static_cast<float>(sun.coarse_width) &&
          row < static_cast<float>(sun.coarse_height)))
      continue;
    const float highest =
        sun.coarse[static_cast<std::ptrdiff_t>(row) * sun.coarse_width + static_cast<std::ptrdiff_t>(column)];
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
  batch.sun[i] = radius > kWideTaps ? share(sun_taps().wide) : share(sun_taps().narrow);
}

void light_plainly(const Sky& sky, LightBatch& batch, std::size_t i) {
  const Point point = point_of(batch, i);
  for (const SkyPatch& patch : sky.patches()) {
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

}  // namespace weald::test
