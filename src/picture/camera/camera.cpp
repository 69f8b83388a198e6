#include "picture/camera/camera.h"

#include <algorithm>
#include <cmath>

#include "base/math/bearing.h"
#include "base/math/math.h"

namespace weald::render {

ViewAxes axes_of(double azimuth, double elevation) {
  ViewAxes axes;
  axes.back = direction_of(azimuth, elevation);
  axes.right = {-math::cos_deg(azimuth), 0.0, -math::sin_deg(azimuth)};
  axes.up = glm::cross(axes.back, axes.right);
  return axes;
}

std::optional<Vec3> target_of(const CameraParams& camera, double vertical_scale) {
  if (!camera.target && !camera.box) return std::nullopt;
  const Vec3 target = camera.target ? *camera.target : camera.box->centre();
  return target * Vec3{1, vertical_scale, 1};
}

namespace {

/// Where a camera with these axes stands; unset if it is to be fitted.
std::optional<Vec3> position_of(const CameraParams& camera, const ViewAxes& axes, double vertical_scale) {
  if (camera.position) return *camera.position * Vec3{1, vertical_scale, 1};
  const std::optional<Vec3> target = target_of(camera, vertical_scale);
  if (!camera.distance || !target) return std::nullopt;
  return *target + axes.back * *camera.distance;
}

}  // namespace

ViewAxes axes_of(const PictureParams& params, double elevation, double vertical_scale) {
  const ViewAxes usual = axes_of(params.azimuth.value_or(kDefaultAzimuth), params.elevation.value_or(elevation));
  if (!params.camera || !params.camera->position) return usual;
  const std::optional<Vec3> target = target_of(*params.camera, vertical_scale);
  if (!target) return usual;
  const Vec3 from = *position_of(*params.camera, usual, vertical_scale) - *target;
  const double length = glm::length(from), level = std::sqrt(from.x * from.x + from.z * from.z);
  if (!(length > 0.0)) return usual;
  constexpr double kSteep = 1e-9;  // straight down or up: north is at the top of the picture
  ViewAxes axes;
  axes.back = from / length;
  axes.right = level > kSteep * length ? Vec3{from.z / level, 0.0, -from.x / level} : Vec3{1, 0, 0};
  axes.up = glm::cross(axes.back, axes.right);
  return axes;
}

double azimuth_of(const ViewAxes& axes) {
  if (axes.back.x == 0.0 && axes.back.z == 0.0) return 0.0;
  return math::degrees(math::atan2(axes.back.x, -axes.back.z));
}

FrameShape subject_shape(const PictureParams& params, PixelSize size) {
  if (params.projection == ProjectionKind::orthographic) return {0.0, 0.0};
  const double longer = std::max(size.width, size.height);
  const double tangent = math::tan_deg(params.field_of_view * 0.5) * (1.0 - 2.0 * params.margin) / longer;
  return {tangent * size.width, tangent * size.height};
}

Camera::Camera(const ViewAxes& axes, const Vec3& position, double focal, PixelSize size)
    : axes_(axes), position_(position), focal_(focal), size_(size) {}

Camera Camera::orthographic(const ViewAxes& axes, const Vec3& position, double scale, double reach, PixelSize size) {
  Camera camera(axes, position, scale, size);
  camera.reach_ = reach;
  return camera;
}

Camera Camera::placed(const ViewAxes& axes, const Vec3& position, double focal, double near, PixelSize size) {
  Camera camera(axes, position, focal, size);
  camera.near_ = near;
  return camera;
}

Camera Camera::mirrored(double level) const {
  Camera result = *this;
  for (Vec3* axis : {&result.axes_.right, &result.axes_.up, &result.axes_.back}) axis->y = -axis->y;
  result.position_.y = 2.0 * level - position_.y;
  return result;
}

Camera Camera::through_lens(const Vec2& point, double focus, const Vec2& jitter) const {
  Camera result = moved(axes_.right * point.x + axes_.up * point.y);
  const double scale = focal_ / focus;
  result.shift_ += Vec2{point.x * scale, -point.y * scale} + jitter;
  return result;
}

Vec2 Camera::project(const Vec3& world) const {
  const Vec3 offset = world - position_;
  const double scale = scale_at(-glm::dot(offset, axes_.back));
  const Vec2 middle = centre();
  return {middle.x + glm::dot(offset, axes_.right) * scale, middle.y - glm::dot(offset, axes_.up) * scale};
}

Ray Camera::ray(double x, double y) const {
  const Vec2 middle = centre();
  const double right = (x - middle.x) / focal_, up = (middle.y - y) / focal_;
  const Vec3 across = axes_.right * right + axes_.up * up;
  return is_orthographic() ? Ray{position_ + across, -axes_.back} : Ray{position_, across - axes_.back};
}

namespace {

Camera fit_orthographic(const FrustumSupport& support, const ViewAxes& axes, const PictureParams& params,
                        PixelSize size) {
  if (support.empty()) return Camera::orthographic(axes, axes.back * 10.0, 1.0, 20.0, size);
  const double x = (support.right - support.left) * 0.5, y = (support.top - support.bottom) * 0.5;
  const double half_x = (support.right + support.left) * 0.5, half_y = (support.top + support.bottom) * 0.5;
  const double depth = support.nearest - support.farthest;
  const double least = 1e-6 * (1.0 + std::abs(support.nearest) + depth);  // keeps the extent of a single point positive
  const double inside = 1.0 - 2.0 * params.margin;
  const double scale =
      0.5 * inside * std::min(size.width / std::max(half_x, least), size.height / std::max(half_y, least));
  const double room = depth * 0.25 + half_x + half_y + least;
  return Camera::orthographic(axes, axes.right * x + axes.up * y + axes.back * (support.nearest + room),
                              scale * params.zoom, depth + 2.0 * room, size);
}

/// Support of the corners of a box.
FrustumSupport support_of(const Bounds& box, const ViewAxes& axes, const FrameShape& shape, double vertical_scale) {
  FrustumSupport support;
  for (int i = 0; i < 8; ++i) add_support(support, axes, shape, box.corner(i) * Vec3{1, vertical_scale, 1});
  return support;
}

/// An orthographic camera shows the plane through its target at the scale of a perspective one.
Camera placed_camera(const FrustumSupport& support, const ViewAxes& axes, const Vec3& position, double distance,
                     double focal, const PictureParams& params, PixelSize size) {
  const double place = glm::dot(position, axes.back);
  const double farthest = support.empty() ? distance : place - support.farthest;
  if (params.projection == ProjectionKind::orthographic) {
    const double room = 0.01 * (std::abs(farthest) + distance);
    const double nearest = support.empty() ? place : std::max(place, support.nearest);
    const Vec3 outside = position + axes.back * (nearest - place + room);
    return Camera::orthographic(axes, outside, focal / distance, nearest - place + std::max(farthest, 0.0) + 2.0 * room,
                                size);
  }
  constexpr double kNear = 1e-6;  // of the distance of the farthest point
  return Camera::placed(axes, position, focal, kNear * std::max(farthest, 1e-3), size);
}

double focal_length(const PictureParams& params, PixelSize size) {
  const double longer = std::max(size.width, size.height);
  return longer * 0.5 / math::tan_deg(params.field_of_view * 0.5) * params.zoom;
}

}  // namespace

Camera fit_camera(const FrustumSupport& support, const ViewAxes& axes, const PictureParams& params, PixelSize size,
                  double vertical_scale) {
  if (params.camera) {
    const std::optional<Vec3> position = position_of(*params.camera, axes, vertical_scale);
    const std::optional<Vec3> target = target_of(*params.camera, vertical_scale);
    if (position) {
      const double distance = target ? glm::length(*position - *target) : 1.0;
      return placed_camera(support, axes, *position, std::max(distance, 1e-9), focal_length(params, size), params,
                           size);
    }
    if (params.camera->box) {
      PictureParams free = params;
      free.camera.reset();
      const FrustumSupport box = support_of(*params.camera->box, axes, subject_shape(params, size), vertical_scale);
      const Camera fitted = fit_camera(box, axes, free, size);
      return placed_camera(support, axes, fitted.position(), 1.0, fitted.focal(), params, size);
    }
  }
  if (params.framing) {
    PictureParams free = params;
    free.framing.reset();
    const Camera camera = fit_camera(params.framing->support, axes, free, size);
    return camera.moved(params.framing->pivot);
  }
  if (params.projection == ProjectionKind::orthographic) return fit_orthographic(support, axes, params, size);
  const double focal = focal_length(params, size);
  if (support.empty()) return {axes, axes.back * 10.0, focal, size};
  const FrameShape shape = subject_shape(params, size);
  // A point is inside the frame when x + z tan_x <= centre + distance tan_x; the other three sides are symmetric.
  const double x = (support.right - support.left) * 0.5, y = (support.top - support.bottom) * 0.5;
  const double fit_x = (support.right + support.left) * 0.5 / shape.tan_x;
  const double fit_y = (support.top + support.bottom) * 0.5 / shape.tan_y;
  // A subject that is thin along the view axis would let the camera touch it, so keep a distance relative to its size.
  const double depth = support.nearest - support.farthest;
  const double width = std::max((fit_x - support.nearest) * shape.tan_x, (fit_y - support.nearest) * shape.tan_y);
  const double room = std::max({depth * 0.25, width * 0.05, 1e-6 * (1.0 + std::abs(support.nearest))});
  const double z = std::max({fit_x, fit_y, support.nearest + room});
  return {axes, axes.right * x + axes.up * y + axes.back * z, focal, size};
}

Vec3 middle_axis(const Bounds& bounds) {
  constexpr double kMiddle = 0.25;  // share of the extents, on either side of the centre
  const Vec3 centre = bounds.centre(), size = bounds.size();
  const bool at_origin = std::abs(centre.x) <= kMiddle * size.x && std::abs(centre.z) <= kMiddle * size.z;
  return at_origin ? Vec3{0, centre.y, 0} : centre;
}

}  // namespace weald::render
