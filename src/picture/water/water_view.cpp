#include "picture/water/water_view.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "picture/water/water.h"

namespace weald::render {

namespace {

constexpr double kFarMirrored = 0.25;  // assumed distance of mirrored sky, as a share of the water's longer side
// Pixels. Their sum is less than the margin of the bands, so that pictures do not depend on the height of the bands.
constexpr double kMaxShift = 34, kMaxSmear = 12;
static_assert(kMaxShift + kMaxSmear + 1 < WaterView::kMargin);

}  // namespace

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
