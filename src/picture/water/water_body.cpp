#include "picture/water/water_body.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "base/math/smoothstep.h"
#include "base/rng.h"
#include "picture/surface/colour.h"
#include "picture/water/water.h"

namespace weald::render {

namespace {

constexpr double kFarMirrored = 0.25;  // assumed distance of mirrored sky, as a share of the water's longer side
// Pixels. Their sum is less than the margin of the bands, so that pictures do not depend on the height of the bands.
constexpr double kMaxShift = 34, kMaxSmear = 12;
static_assert(kMaxShift + kMaxSmear + 1 < WaterView::kMargin);

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

WaterView::WaterView(const WaterBody& body, const Camera& camera)
    : body_(body), camera_(camera), mirrored_(camera.mirrored(body.high.y)), faces_(water_faces(body, camera)) {}

WaterView::Bands WaterView::draw(const TriangleNumbers& numbers, const SamplePattern& pattern, RowRange rows,
                                 const RunContext& context) const {
  const RowRange wide{std::max(0, rows.begin - kMargin), std::min(camera_.size().height, rows.end + kMargin)};
  const std::array water{SurfaceItem{&faces_.surface}};
  Bands bands;
  bands.surface = draw_band(TriangleNumbers(water), projection_of(camera_), pattern, wide, context);
  if (!faces_.faces.front().top) return bands;
  bands.mirrored = draw_band(numbers, projection_of(mirrored_), pattern, wide, context, &bands.surface);
  return bands;
}

RippleSlope WaterView::ripple(const WaterPoint& point, double x, double y) const {
  const auto on_level = [&](const Ray& ray) {
    const double t = (body_.high.y - ray.origin.y) / std::min(ray.direction.y, -1e-9);
    const Vec3 p = ray.origin + ray.direction * t - point.position;
    return Vec2{p.x, p.z};
  };
  return body_.ripples.at({point.position.x, point.position.z}, on_level(camera_.ray(x + 1.0, y)),
                          on_level(camera_.ray(x, y + 1.0)));
}

WaterPoint WaterView::enter(std::size_t face, double x, double y) const {
  const WaterFace& side = faces_.faces[face];
  const Ray ray = camera_.ray(x, y);
  WaterPoint point;
  const double facing = glm::dot(ray.direction, side.normal);
  point.depth =
      std::abs(facing) > 1e-300 ? std::max(0.0, glm::dot(side.point - ray.origin, side.normal) / facing) : 0.0;
  point.position = ray.origin + ray.direction * point.depth;
  point.direction = Vec3f{glm::normalize(ray.direction)};
  point.flat = point.normal = Vec3f{side.normal};
  if (side.top && body_.ripples.any()) {
    const RippleSlope slope = ripple(point, x, y);
    point.normal = Vec3f{glm::normalize(Vec3{-slope.slope.x, 1.0, -slope.slope.y})};
    point.lost = slope.lost;
  }
  point.mirrors = water_fresnel(-glm::dot(point.direction, point.normal));
  return point;
}

WaterView::Shift WaterView::shift(const WaterPoint& point, const Bands& bands, int x, int y, int sample) const {
  Shift result;
  if (!body_.ripples.any()) return result;
  const double farthest = kFarMirrored * std::max(body_.high.x - body_.low.x, body_.high.z - body_.low.z);
  const Vec3 flat = Vec3{glm::reflect(point.direction, point.flat)},
             tilted = Vec3{glm::reflect(point.direction, point.normal)};
  double way = farthest;
  const float seen = bands.mirrored.at(x, y, sample).depth;
  if (seen > 0.0f) {
    const double depth =
        camera_.is_orthographic() ? camera_.reach() - static_cast<double>(seen) : 1.0 / static_cast<double>(seen);
    const double per_depth = std::max(1e-6, -glm::dot(flat, mirrored_.axes().back));
    way = std::clamp((depth - point.depth) / per_depth, 0.0, farthest);
  }
  const Vec2 moved = mirrored_.project(point.position + tilted * way) - mirrored_.project(point.position + flat * way);
  result.x = std::clamp(moved.x, -kMaxShift, kMaxShift);
  result.y = std::clamp(moved.y, -kMaxShift, kMaxShift);
  result.smear = std::min(2.0 * point.lost * way * camera_.scale_at(point.depth + way), kMaxSmear);
  return result;
}

}  // namespace weald::render
