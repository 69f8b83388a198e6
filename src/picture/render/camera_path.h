#pragma once
// Cameras that look at what a stage made, or that stand on a curve.

#include "picture/camera/picture_params.h"
#include "schema/input.h"

namespace weald::pipeline {

/// Completes the camera of a picture from the artifacts that it names: the box that it looks at, and its places on a
/// curve, one for each frame at equal lengths. The frames of a closed curve end one step before the first; those of an
/// open one end at its end. A direction relative to a part of a scene becomes `azimuth` and `elevation` in the world.
/// Pre: `inputs` has the stages that the camera names; a camera about a part of a scene has `about`. Errors: StageError
/// (key "picture.camera") for a curve that is not one path or has no length, and for a part that a scene does not have.
void place_camera(render::PictureParams& params, const schema::Inputs& inputs);

}  // namespace weald::pipeline
