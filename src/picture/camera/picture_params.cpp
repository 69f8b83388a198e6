#include "picture/camera/picture_params.h"

namespace weald::schema {

template const FieldTable& table_of<render::PictureParams>();

void Schema<render::CameraParams>::check(const P& params, Checker& checker) {
  const bool has_target = params.target || params.about.given();
  if (params.target && params.about.given())
    checker.error("target", "a camera looks at 'target' or at 'about', not at both");
  if (params.position && params.distance)
    checker.error("distance", "'distance' has no meaning with 'position'", "give one of the two");
  if (params.distance && !has_target)
    checker.error("distance", "'distance' needs 'target' or 'about'", "for example target: [0, 1, 0]");
  if (params.target && !params.position && !params.distance)
    checker.error("target", "'target' needs 'position' or 'distance'");
  if (params.target && params.position && *params.target == *params.position)
    checker.error("target", "the camera cannot look at the place where it stands");
}

void Schema<render::PictureParams>::check(const P& params, Checker& checker) {
  if (params.heights && (*params.heights)[1] <= (*params.heights)[0])
    checker.error("heights", "the second value of 'heights' must be greater than the first");
  if (!params.camera || !params.camera->position || !(params.camera->target || params.camera->about.given())) return;
  for (const auto& [key, value] : {std::pair{"azimuth", params.azimuth}, std::pair{"elevation", params.elevation}}) {
    if (value)
      checker.error(key, "the direction of the camera follows from its 'position' and what it looks at",
                    "leave out this key, or give 'distance' in place of 'position'");
  }
}

}  // namespace weald::schema
