#pragma once
// A part of a scene that a camera is about: a group, or one copy of a mesh.

#include "base/math/vec.h"
#include "data/scene.h"
#include "picture/camera/picture_params.h"

namespace weald::pipeline {

/// A group or an instance of a scene.
struct ScenePart {
  Bounds box;  ///< around the vertices of its meshes, metres
  /// Its east, up and south as unit vectors at right angles: like the axes of its frame, but without scale and shear. A
  /// mirrored frame is left-handed. Those of the world if the axes of the frame have no direction.
  Mat3 axes{1.0};
};

/// The part of `scene` that `camera` names by a group, by the number of an instance, or by both. Errors: StageError
/// (key "picture.camera") if the scene has no such group, prototype or instance, or the part has no vertices.
ScenePart scene_part(const scene::Scene& scene, const render::CameraParams& camera);

}  // namespace weald::pipeline
