#pragma once
// Parameters of an environment.

#include <optional>

#include "data/mesh.h"
#include "schema/decode.h"
#include "stages/plants/lsystem/detail/turtle_settings.h"

namespace weald::lsystem {

/// An axis-aligned box.
struct BoxParams {
  Vec3 min{-1, 0, -1};
  Vec3 max{1, 2, 1};
};

struct SphereParams {
  Vec3 centre{0, 1, 0};
  double radius = 1;  ///< metres
};

/// The volume in which inside() is true; exactly one of the three is given.
struct VolumeParams {
  std::optional<BoxParams> box;
  std::optional<SphereParams> sphere;
  schema::Input<mesh::Mesh> mesh;
};

struct EnvironmentParams {
  TurtleSettings turtle;
  std::optional<VolumeParams> volume;
};

}  // namespace weald::lsystem

namespace weald::schema {

template <>
struct Schema<lsystem::BoxParams> {
  using P = lsystem::BoxParams;
  static constexpr auto fields =
      Fields{Field{&P::min, "min", "Corner with the smallest coordinates.", "m", Range{-1e6, 1e6}},
             Field{&P::max, "max", "Corner with the largest coordinates.", "m", Range{-1e6, 1e6}}};
  static void check(const P& params, Checker& checker);
};

template <>
struct Schema<lsystem::SphereParams> {
  using P = lsystem::SphereParams;
  static constexpr auto fields = Fields{Field{&P::centre, "centre", "Centre of the sphere.", "m", Range{-1e6, 1e6}},
                                        Field{&P::radius, "radius", "Radius of the sphere.", "m", Range{0, 1e6}}};
};

template <>
struct Schema<lsystem::VolumeParams> {
  using P = lsystem::VolumeParams;
  static constexpr auto fields =
      Fields{Field{&P::box, "box", "An axis-aligned box."},
             Field{&P::sphere, "sphere", "A sphere, given by its centre and radius."},
             Field{&P::mesh, "mesh", "A closed mesh; points with a nonzero winding number are inside."}};
  static void check(const P& params, Checker& checker);
};

template <>
struct Schema<lsystem::EnvironmentParams> {
  using P = lsystem::EnvironmentParams;
  static constexpr auto fields =
      Fields{Field{&P::turtle, "turtle",
                   "The turtle that answers queries; give it the same settings as the turtle "
                   "that draws."},
             Field{&P::volume, "volume",
                   "Region where inside(x,y,z) is 1, for pruning; unset: inside() is not "
                   "available."}};
};

}  // namespace weald::schema
