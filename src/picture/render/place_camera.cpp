#include "picture/render/place_camera.h"

#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/bearing.h"
#include "base/math/math.h"
#include "data/artifact.h"
#include "picture/render/detail/scene_part.h"
#include "picture/render/shared_view.h"

namespace weald::pipeline {

namespace {

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
}

}  // namespace weald::pipeline
