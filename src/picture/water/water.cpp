#include "picture/water/water.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr double kRefraction = 1.33;

// Direction in the water of a ray that is refracted by a surface with this normal. Both have unit length.
Vec3 refracted(const Vec3& direction, const Vec3& normal) {
  const double cosine = -glm::dot(direction, normal);
  const double k = 1.0 - (1.0 - cosine * cosine) / (kRefraction * kRefraction);
  return direction / kRefraction + normal * (cosine / kRefraction - std::sqrt(std::max(0.0, k)));
}

// Distance in metres along the ray to the bed, by ray marching in steps of half a cell with linear interpolation in the
// last step; `longest` if the ray leaves the map.
double length_to_bed(const Water& water, const Vec3& start, const Vec3& direction, double longest) {
  const Heightmap& bed = *water.bed;
  const double step = std::max(bed.cell_size * 0.5, longest / 256.0);
  double before = start.y - height_at(bed, {start.x, start.z});
  if (before <= 0.0) return 0.0;
  for (double t = step; t < longest; t += step) {
    const Vec3 p = start + direction * t;
    const double above = p.y - height_at(bed, {p.x, p.z});
    if (above <= 0.0) return t - step + step * before / (before - above);
    before = above;
  }
  return longest;
}

}  // namespace

float water_fresnel(float cosine) {
  const float f = 1.0f - clamp01(cosine);
  return 0.02f + 0.98f * (f * f) * (f * f) * f;
}

Vec3f shade_water(const Water& water, const Receiver& receiver, const Vec3& direction, const WaterLight& light) {
  const Vec3 view = normalized_or(direction, {0, -1, 0});
  const Vec3 normal{receiver.normal};
  const double length = length_to_bed(water, receiver.position, refracted(view, normal), water.clarity * 6.0);
  // Beer-Lambert transmittance of the light from the bed: highest for blue, lowest for red.
  const double relative = length / water.clarity;
  const Vec3f through{static_cast<float>(math::exp(-2.3 * relative)), static_cast<float>(math::exp(-1.15 * relative)),
                      static_cast<float>(math::exp(-0.85 * relative))};
  const float cosine = std::max(0.0f, glm::dot(receiver.normal, light.sun_direction));
  const Vec3f incoming = light.sun * cosine + light.sky;
  const Vec3f sand{0.50f, 0.47f, 0.36f};
  const Vec3f deep{0.012f, 0.070f, 0.130f};
  const Vec3f shallow{0.050f, 0.230f, 0.250f};
  const Vec3f own = mix(shallow, deep, clamp01(static_cast<float>(relative) * 0.45f));
  const Vec3f body = (sand * through + own * (Vec3f{1.0f} - through)) * incoming;
  const float mirrored = water_fresnel(static_cast<float>(-glm::dot(view, normal)));
  return mix(body, light.reflected, mirrored);
}

}  // namespace weald::render
