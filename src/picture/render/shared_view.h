#pragma once
// Comparable pictures: one camera, one vertical scale and one colour range for several artifacts.

#include <optional>

#include "base/run_context.h"
#include "data/artifact.h"
#include "picture/camera/picture_params.h"

namespace weald::pipeline {

/// The box around an artifact, in its own coordinates; empty for images and derived strings.
Bounds bounds_of(const ArtifactView& artifact);

/// Common values of heightmaps whose pictures are to be compared.
struct SharedLand {
  double exaggeration = 1e300;                     ///< the lowest of the maps' exaggerations
  double low = 1e300, high = -1e300;               ///< heights of the land's colour range, metres
  double bottom = 1e300, top = -1e300;             ///< range of all samples and the water, metres
  Vec2 first{1e300, 1e300}, last{-1e300, -1e300};  ///< corners, world (x, z)
};

/// Collects the requirements of several subjects, so that their pictures can be compared.
class SharedView {
 public:
  /// Adds a subject that will be drawn with `params`. The size, the camera and the style in `params` must be the same
  /// for all subjects.
  void add(const ArtifactView& artifact, const render::PictureParams& params);
  void add(const Artifact& artifact, const render::PictureParams& params) { add(view_of(artifact), params); }
  /// Returns `params` with the unset values chosen to suit all subjects: the camera position for meshes, scenes and
  /// drawings in space; the exaggeration and the colour range for heightmaps. Flat drawings and images are not
  /// affected.
  render::PictureParams apply(const render::PictureParams& params) const;

 private:
  void add_land(const Heightmap& map, const render::PictureParams& params);

  render::FrustumSupport support_;
  std::optional<SharedLand> land_;
};

}  // namespace weald::pipeline
