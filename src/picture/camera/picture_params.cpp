#include "picture/camera/picture_params.h"

#include <utility>

#include <fmt/format.h>

namespace weald::schema {

template const FieldTable& table_of<render::PictureParams>();

namespace {

/// Checks the keys of a camera about a part of a scene.
void check_part(const render::CameraParams& params, Checker& checker) {
  if (params.prototype && !params.instance)
    checker.error("prototype", "'prototype' needs 'instance'", "for example instance: 0");
  if (params.relative_to && !is_about_part(params))
    checker.error("relative_to", "'relative_to' needs 'group' or 'instance'");
  else if (params.relative_to && params.position)
    checker.error("relative_to", "'relative_to' has no meaning for a camera that stands at a given place");
}

/// Checks the keys of the lens, which need an aperture.
void check_lens(const render::PictureParams& params, Checker& checker) {
  if (params.aperture) return;
  if (params.focus) checker.error("focus", "'focus' needs 'aperture': without it, everything is sharp");
  if (params.lens_samples) checker.error("lens_samples", "'lens_samples' needs 'aperture'");
}

}  // namespace

void Schema<render::CameraParams>::check(const P& params, Checker& checker) {
  const char* const about = params.about.given() ? "about" : params.group ? "group" : "instance";
  const bool is_about = params.about.given() || is_about_part(params);
  if (params.target && is_about)
    checker.error(about, fmt::format("a camera looks at 'target' or at '{}', not at both", about));
  if (params.position && params.distance)
    checker.error("distance", "'distance' has no meaning with 'position'", "give one of the two");
  if (params.distance && !(params.target || is_about))
    checker.error("distance", "'distance' needs 'target' or 'about'", "for example target: [0, 1, 0]");
  if (params.target && !params.position && !params.distance)
    checker.error("target", "'target' needs 'position' or 'distance'");
  if (params.target && params.position && *params.target == *params.position)
    checker.error("target", "the camera cannot look at the place where it stands");
  check_part(params, checker);
}

void Schema<render::PictureParams>::check(const P& params, Checker& checker) {
  if (params.heights && (*params.heights)[1] <= (*params.heights)[0])
    checker.error("heights", "the second value of 'heights' must be greater than the first");
  check_lens(params, checker);
  if (!params.camera) return;
  const render::CameraParams& camera = *params.camera;
  const bool has_target = camera.target || camera.about.given() || is_about_part(camera);
  if (!camera.position || !has_target) return;
  for (const auto& [key, value] : {std::pair{"azimuth", params.azimuth}, std::pair{"elevation", params.elevation}}) {
    if (value)
      checker.error(key, "the direction of the camera follows from where it stands and what it looks at",
                    "leave out this key, or give 'distance' in place of 'position'");
  }
}

}  // namespace weald::schema
