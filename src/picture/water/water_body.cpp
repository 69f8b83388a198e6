#include "picture/water/water_body.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math/math.h"
#include "picture/surface/colour.h"
#include "picture/water/water.h"

namespace weald::render {

namespace {

constexpr double kRefractiveIndex = 1.33;
constexpr double kInset = 1e-4;      // inset of the sides, as a share of the box's longer side
constexpr float kLightToBed = 0.5f;  // share of the absorption on the way down that applies to the bed's light
constexpr float kGlint = 1.6f;

struct BoxSide {
  int axis;
  bool upper;
};
constexpr std::array kBoxSides{BoxSide{1, true}, BoxSide{1, false}, BoxSide{0, false},
                               BoxSide{0, true}, BoxSide{2, false}, BoxSide{2, true}};

// Transmittance per channel over `length` metres.
Vec3f transmitted(const WaterBody& body, double length) {
  const double relative = length / body.clarity;
  const auto share = [&](float k) { return static_cast<float>(math::exp(-static_cast<double>(k) * relative)); };
  return {share(body.absorption.x), share(body.absorption.y), share(body.absorption.z)};
}

// The point where the ray from `start` leaves the box.
Vec3 way_out(const WaterBody& body, const Vec3& start, const Vec3& direction) {
  double length = 1e12;
  for (int axis = 0; axis < 3; ++axis) {
    if (std::abs(direction[axis]) < 1e-12) continue;
    const double end = direction[axis] > 0.0 ? body.high[axis] : body.low[axis];
    length = std::min(length, std::max(0.0, (end - start[axis]) / direction[axis]));
  }
  return start + direction * length;
}

Vec3f sky_colour(const WaterBodyLight& light, float height) {
  return mix(light.horizon, light.zenith, smooth_step(0.0f, 0.9f, height));
}

float glint(const Vec3f& direction, const Vec3f& normal, const Vec3f& sun) {
  const Vec3f middle{normalized_or(Vec3{sun - direction}, {0, 1, 0})};
  float result = std::max(0.0f, glm::dot(normal, middle));
  for (int i = 0; i < 9; ++i) result *= result;
  return result * kGlint;
}

}  // namespace

void set_colour(WaterBody& body, const Vec3f& shallow) {
  constexpr float kMin = 0.85f, kMax = 2.6f, kDeep = 0.4f;
  const float strongest = std::max({shallow.x, shallow.y, shallow.z, 1e-3f});
  body.shallow = shallow;
  body.deep = shallow * kDeep;
  for (int i = 0; i < 3; ++i) body.absorption[i] = mix(kMax, kMin, shallow[i] / strongest);
}

WaterFaces water_faces(const WaterBody& body, const Camera& camera) {
  const Vec3 size = body.high - body.low;
  const double inset = kInset * std::max(size.x, size.z);
  const Vec3 low = body.low + Vec3{inset, std::min(inset, 0.5 * size.y), inset};
  const Vec3 high = body.high - Vec3{inset, 0, inset};
  WaterFaces result;
  result.surface.materials = {{Vec3f{0.02f, 0.1f, 0.15f}, 0.1f, Finish::water, nullptr}};
  for (const BoxSide& side : kBoxSides) {
    const int axis = side.axis;
    Vec3 normal{0}, corner = low;
    normal[axis] = side.upper ? 1.0 : -1.0;
    if (side.upper) corner[axis] = high[axis];
    const Vec3 to_camera = camera.is_orthographic() ? camera.axes().back : camera.position() - corner;
    if (!(glm::dot(to_camera, normal) > 0.0)) continue;
    result.faces.push_back({normal, corner, normal.y > 0.0});
    const auto first = static_cast<std::uint32_t>(result.surface.positions.size());
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int i = 0; i < 4; ++i) {
      Vec3 p = corner;
      if (i == 1 || i == 2) p[u] = high[u];
      if (i >= 2) p[v] = high[v];
      result.surface.positions.push_back(Vec3f{p});
    }
    result.surface.triangles.push_back({first, first + 1, first + 2});
    result.surface.triangles.push_back({first, first + 2, first + 3});
  }
  return result;
}

Vec3f pool_mirror(const Vec3f& direction, const Vec3f& normal, float sky_share, const WaterBodyLight& light) {
  const float mirrors = water_fresnel(-glm::dot(direction, normal)) * sky_share;
  return sky_colour(light, std::abs(glm::reflect(direction, normal).y)) * mirrors +
         light.sun * glint(direction, normal, light.sun_direction);
}

WaterVeil water_veil(const WaterBody& body, const WaterPoint& point, const std::optional<Vec3>& bed, float sky_share,
                     const WaterBodyLight& light) {
  const Vec3 direction{point.direction};
  Vec3 end = way_out(body, point.position, direction);
  const auto along = [&](const Vec3& p) { return glm::dot(p - point.position, direction); };
  if (bed && along(*bed) < along(end)) end = *bed;
  const double depth = std::max(0.0, body.high.y - end.y);
  double way = std::max(0.0, along(end));
  const bool from_above = point.flat.y > 0.5f;
  if (from_above) {
    // The refracted ray is steeper, so it is shorter down to the same depth.
    const double sine = (1.0 - direction.y * direction.y) / (kRefractiveIndex * kRefractiveIndex);
    way = depth / std::sqrt(1.0 - std::min(sine, 0.999));
  }
  const Vec3f view = transmitted(body, way);
  const float facing = std::max(0.0f, glm::dot(point.flat, light.sun_direction));
  const Vec3f own = mix(body.shallow, body.deep, clamp01(static_cast<float>(way / body.clarity) * 0.45f));
  const float inside = 1.0f - point.mirrors;
  WaterVeil result;
  result.through = view * transmitted(body, depth * static_cast<double>(kLightToBed)) * inside;
  result.veil = own * (Vec3f{1.0f} - view) * (light.sun * facing + light.sky) * inside;
  const Vec3f mirrored = glm::reflect(point.direction, point.normal);
  const Vec3f sky = from_above ? sky_colour(light, mirrored.y) : light.horizon * 0.6f;
  result.veil += sky * (point.mirrors * sky_share);
  if (from_above) result.veil += light.sun * glint(point.direction, point.normal, light.sun_direction);
  return result;
}

}  // namespace weald::render
