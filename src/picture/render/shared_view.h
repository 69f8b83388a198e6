#pragma once
// Pictures that can be compared: one camera, one vertical scale and one range of colours for several artifacts, or for
// all bearings of one.

#include <optional>

#include "base/run_context.h"
#include "data/artifact.h"
#include "picture/camera/picture_params.h"

namespace weald::pipeline {

/// What heightmaps that are drawn alike have in common.
struct SharedLand {
  double exaggeration = 1e300;                     ///< the least that one of them asks for
  double low = 1e300, high = -1e300;               ///< of the land's colours, metres
  double bottom = 1e300, top = -1e300;             ///< of all samples and the water, metres
  Vec2 first{1e300, 1e300}, last{-1e300, -1e300};  ///< corners, world (x, z)
};

/// Collects what several subjects need and lets the pictures of all of them be drawn alike.
class SharedView {
 public:
  /// Adds a subject that will be drawn with `params`. Of the params the size, the camera and the style must be the same
  /// for all subjects.
  void add(const ArtifactView& artifact, const render::PictureParams& params);
  void add(const Artifact& artifact, const render::PictureParams& params) { add(view_of(artifact), params); }
  /// `params` with what was left open set to suit all subjects: the camera's place for meshes, scenes and drawings in
  /// space, exaggeration and heights of colours for heightmaps. Flat drawings and images are not touched.
  render::PictureParams apply(const render::PictureParams& params) const;

 private:
  void add_land(const Heightmap& map, const render::PictureParams& params);

  render::FrustumSupport support_;
  std::optional<SharedLand> land_;
};

/// Params for pictures of `artifact` from all bearings, seen as a turntable shows it: the camera keeps one distance and
/// height and looks at a vertical axis, so that nothing jumps between frames and
/// nothing is cut off. The axis goes through the world's origin where that lies in the middle part of the subject, else
/// through the subject's centre. A heightmap becomes a relief, a flat drawing is seen in perspective.
render::PictureParams turntable_params(const Artifact& artifact, render::PictureParams params);

/// `params` of turntable_params() with the camera `degrees` further round, clockwise as seen from above, and the sun
/// with it: as if the subject were turned in front of a camera and a lamp that stand still.
render::PictureParams turned(render::PictureParams params, double degrees);

}  // namespace weald::pipeline
