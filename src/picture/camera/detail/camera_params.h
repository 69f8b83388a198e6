#pragma once
// CameraParams: the keys of `camera` in the settings of a picture: where the camera stands and what it looks at.

#include <optional>
#include <string>
#include <string_view>

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

/// What the bearing and the elevation of a camera are relative to.
enum class CameraFrame {
  world,  ///< north and the horizon
  part,   ///< the frame of the group or the instance that the camera is about
};

/// A camera that is placed, not fitted to the subject. Positions are in metres, in the coordinates of the subject.
struct CameraParams {
  using Subject = schema::Input<Heightmap, curve::Curve, lsystem::Skeleton, mesh::Mesh, scene::Scene>;
  std::optional<Vec3> position;
  std::optional<Vec3> target;
  Subject about;
  std::optional<double> distance;
  std::optional<std::string> group;
  std::optional<std::string> prototype;
  std::optional<int> instance;
  std::optional<CameraFrame> relative_to;
  // Set by programs, not by presets:
  std::optional<Bounds> box;  ///< of what the camera is about
};

/// Whether the camera is about a group or an instance of a scene, not about a whole artifact.
inline bool is_about_part(const CameraParams& camera) { return camera.group || camera.prototype || camera.instance; }

/// The key of `camera` that names this group or instance: "group", "instance" or "prototype".
inline std::string_view part_key(const CameraParams& camera) {
  return camera.group ? "group" : camera.instance ? "instance" : "prototype";
}

}  // namespace weald::render

namespace weald::schema {

template <>
struct EnumNames<render::CameraFrame> {
  static constexpr auto names = names_in_order<render::CameraFrame>("world", "part");
};

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
            "m", Range{1e-4, 1e7}},
      Field{&P::group, "group",
            "Path of a group of the scene 'about', such as town/house_3, which the camera is about in place of the "
            "whole scene; without 'about', the group is one of the scene in the picture."},
      Field{&P::prototype, "prototype",
            "Name of the prototype whose copies 'instance' counts; unset: all are counted."},
      Field{&P::instance, "instance",
            "Number of a copy, from 0, which the camera is about. Copies are counted in 'group', if that is given, or "
            "in the whole scene.",
            "", Range{0, 1e6}},
      Field{&P::relative_to, "relative_to",
            "What 'azimuth' and 'elevation' are relative to: the world, or the frame of the part of the scene that "
            "'group' or 'instance' names, whose north and up turn with it; unset: the world."}};
  /// Reports keys that contradict each other or lack another key.
  static void check(const P& params, Checker& checker);
};

}  // namespace weald::schema
