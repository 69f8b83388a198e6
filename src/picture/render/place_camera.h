#pragma once
// Cameras that look at what a stage made.

#include "picture/camera/picture_params.h"
#include "schema/input.h"

namespace weald::pipeline {

/// Completes the camera of a picture from the artifact that it names: the box that it looks at. A direction relative to
/// a part of a scene becomes `azimuth` and `elevation` in the world. Pre: `inputs` has the stage that the camera names;
/// a camera about a part of a scene has `about`. Errors: StageError (key "picture.camera") for a part that a scene does
/// not have.
void place_camera(render::PictureParams& params, const schema::Inputs& inputs);

}  // namespace weald::pipeline
