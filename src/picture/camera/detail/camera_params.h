#pragma once
// CameraParams: the keys of `camera` in the settings of a picture: where the camera stands and what it looks at.

#include <optional>

#include "base/math/vec.h"
#include "data/artifact_names.h"
#include "data/curve.h"
#include "data/heightmap.h"
#include "data/mesh.h"
#include "data/scene.h"
#include "data/skeleton.h"
#include "schema/codec.h"
#include "schema/field.h"
#include "schema/input.h"

namespace weald::render {

/// A camera that is placed, not fitted to the subject. Positions are in metres, in the coordinates of the subject.
struct CameraParams {
  using Subject = schema::Input<Heightmap, curve::Curve, lsystem::Skeleton, mesh::Mesh, scene::Scene>;
  std::optional<Vec3> position;
  std::optional<Vec3> target;
  Subject about;
  std::optional<double> distance;
  // Set by programs, not by presets:
  std::optional<Bounds> box;  ///< of what the stage `about` made
};

}  // namespace weald::render

namespace weald::schema {

template <>
struct Schema<render::CameraParams> {
  using P = render::CameraParams;
  static constexpr auto fields = Fields{
      Field{
          &P::position, "position",
          "Place of the camera. Without 'target' and 'about' it looks in the direction that 'azimuth' and 'elevation' "
          "give.",
          "m", Range{-1e7, 1e7}},
      Field{&P::target, "target", "Point in the middle of the picture.", "m", Range{-1e7, 1e7}},
      Field{
          &P::about, "about",
          "Stage whose result is in the middle of the picture, and fills it unless 'position' or 'distance' is given."},
      Field{&P::distance, "distance",
            "Distance of the camera from 'target' or the middle of 'about', in the direction of 'azimuth' and "
            "'elevation'.",
            "m", Range{1e-4, 1e7}}};
  /// Reports keys that contradict each other or lack another key.
  static void check(const P& params, Checker& checker);
};

}  // namespace weald::schema
