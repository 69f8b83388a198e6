#include "picture/render/camera_path.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/bearing.h"
#include "base/math/math.h"
#include "data/artifact.h"
#include "methods/curve/arc_length.h"
#include "picture/render/detail/scene_part.h"
#include "picture/render/shared_view.h"

namespace weald::pipeline {

namespace {

constexpr double kAccuracy = 1e-6;  // of lengths, as a share of the curve's extent
constexpr double kAhead = 0.05;     // unset `ahead`, as a share of the curve's length

/// A path that places are measured along.
class Route {
 public:
  Route(const curve::Curve& curve, std::string_view key)
      : path_(only_path(curve, key)), along_(path_, accuracy(path_)) {
    if (!(along_.total() > 0.0))
      throw StageError(fmt::format("'camera.{}' needs a curve that has a length", key), "picture.camera");
  }

  bool is_closed() const { return path_.closed; }
  double length() const { return along_.total(); }

  /// The point `s` metres from the start. A closed path goes on from its start; an open one goes straight on.
  Vec3 point(double s) const {
    const double total = length();
    if (path_.closed) return along_.point_at(s - std::floor(s / total) * total);
    const Vec3 there = along_.point_at(s);
    if (s <= total) return there;
    constexpr double kStep = 1e-4;  // of the length: the direction at the end
    const Vec3 step = there - along_.point_at(total * (1.0 - kStep));
    const double size = glm::length(step);
    return size > 0.0 ? there + step * ((s - total) / size) : there;
  }

 private:
  static const curve::Path& only_path(const curve::Curve& curve, std::string_view key) {
    if (curve.paths.size() != 1 || curve.paths.front().segments.empty())
      throw StageError(fmt::format("'camera.{}' needs a curve of one path, not of {}", key, curve.paths.size()),
                       "picture.camera");
    return curve.paths.front();
  }

  static double accuracy(const curve::Path& path) {
    Bounds bounds;
    for (const curve::Segment& segment : path.segments)
      for (const Vec4& p : segment.points) bounds.add(Vec3{p} / p.w);
    return std::max(glm::length(bounds.size()) * kAccuracy, 1e-12);
  }

  const curve::Path& path_;
  curve::ArcLength along_;
};

/// Where the camera is in a frame, as a share of the length.
double share_of(int frame, int frames, double start, bool is_closed) {
  if (is_closed) return start + static_cast<double>(frame) / frames;
  return frames > 1 ? start + (1.0 - start) * (static_cast<double>(frame) / (frames - 1)) : start;
}

void set_stops(render::CameraParams& camera, int frames, const schema::Inputs& inputs) {
  const Route along(inputs[camera.along], "along");
  std::optional<Route> toward;
  if (camera.toward.given()) toward.emplace(inputs[camera.toward], "toward");
  const bool looks_ahead = !toward && !camera.target && !camera.box;
  const double ahead = camera.ahead.value_or(along.length() * kAhead);
  const Vec3 above{0, camera.above.value_or(0.0), 0};
  camera.stops.clear();
  for (int frame = 0; frame < frames; ++frame) {
    const double share = share_of(frame, frames, camera.at.value_or(0.0), along.is_closed());
    render::CameraStop& stop = camera.stops.emplace_back();
    stop.position = along.point(share * along.length()) + above;
    if (toward) stop.target = toward->point(share * toward->length());
    if (looks_ahead) stop.target = along.point(share * along.length() + ahead) + above;
  }
  camera.position = camera.stops.front().position;
  if (camera.stops.front().target) camera.target = camera.stops.front().target;
}

/// The direction from which a part of a scene is seen, as bearing and elevation in the world. Straight from above or
/// below, the bearing turns the picture about its middle: its upper edge is that of the picture of the part alone.
void turn_with(const ScenePart& part, render::PictureParams& params) {
  const double azimuth = params.azimuth.value_or(render::kDefaultAzimuth);
  const double elevation = params.elevation.value_or(render::kDefaultElevation);
  const Vec3 seen_from = part.axes * direction_of(azimuth, elevation);
  const Vec3 up = part.axes * direction_of(azimuth, elevation + 90.0);  // in the picture
  constexpr double kSteep = 1e-9;
  const double level = std::sqrt(seen_from.x * seen_from.x + seen_from.z * seen_from.z);
  const Vec3 bearing = level > kSteep ? seen_from : up * (seen_from.y > 0.0 ? -1.0 : 1.0);
  params.azimuth = math::degrees(math::atan2(bearing.x, -bearing.z));
  // An upright part keeps the elevation that is given, or the default of the kind of picture.
  constexpr double kUpright = 1e-9;
  if (part.axes[1].y < 1.0 - kUpright) params.elevation = math::degrees(math::atan2(seen_from.y, level));
}

void look_at_part(render::PictureParams& params, const schema::Inputs& inputs) {
  render::CameraParams& camera = *params.camera;
  const auto whole = inputs.any(camera.about);
  const auto* const* scene = std::get_if<const scene::Scene*>(&whole);
  if (scene == nullptr)
    throw StageError(fmt::format("'camera.{}' needs a scene, but '{}' is none", part_key(camera), camera.about.stage),
                     "picture.camera");
  const ScenePart part = scene_part(**scene, camera);
  camera.box = part.box;
  if (camera.relative_to == render::CameraFrame::part) turn_with(part, params);
}

}  // namespace

void place_camera(render::PictureParams& params, const schema::Inputs& inputs) {
  if (!params.camera) return;
  render::CameraParams& camera = *params.camera;
  if (is_about_part(camera))
    look_at_part(params, inputs);
  else if (camera.about.given())
    camera.box = bounds_of(std::visit([](const auto* value) { return ArtifactView{value}; }, inputs.any(camera.about)));
  if (camera.along.given()) set_stops(camera, render::frame_count(params), inputs);
}

}  // namespace weald::pipeline
