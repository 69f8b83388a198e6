#pragma once
// Parameters of space_colonization. Lengths are in metres.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/math/vec.h"
#include "data/artifact_names.h"
#include "data/mesh.h"
#include "schema/decode.h"
#include "schema/field.h"

namespace weald::tree {

/// Solid that a crown fills.
enum class CrownSolid { ellipsoid, dome, cone, vase, cylinder, box };

/// A crown of simple shape, upright above the origin.
struct CrownVolume {
  CrownSolid shape = CrownSolid::ellipsoid;
  double bottom = 2;
  double height = 6;
  double width = 6;
  std::optional<double> depth;
  Vec2 offset{0, 0};
  double hollow = 0;
};

struct SpaceColonizationParams {
  CrownVolume crown;
  schema::Input<mesh::Mesh> volume;
  schema::Input<Heightmap> density;
  int attractors = 2000;
  std::optional<double> influence;
  double kill = 0.4;
  double step = 0.2;
  std::vector<Vec3> roots{Vec3{0}};
  Vec3 tropism{0};
  double inertia = 0;
  double jitter = 0;
  int keep_every = 1;
  double relocate = 0;
  double tip_radius = 0.01;
  double pipe_exponent = 2.4;
  int max_nodes = 500'000;
};

}  // namespace weald::tree

namespace weald::schema {

template <>
struct EnumNames<tree::CrownSolid> {
  static constexpr auto names =
      names_in_order<tree::CrownSolid>("ellipsoid", "dome", "cone", "vase", "cylinder", "box");
};

template <>
struct Schema<tree::CrownVolume> {
  using P = tree::CrownVolume;
  static constexpr auto fields = Fields{
      Field{&P::shape, "shape",
            "Solid: ellipsoid, dome (the upper half of an ellipsoid), cone, vase (a cone on its tip), "
            "cylinder or box."},
      Field{&P::bottom, "bottom", "Height of the lowest point above the origin.", "m", Range{-1e4, 1e4}},
      Field{&P::height, "height", "Height from the lowest to the highest point.", "m", Range{1e-3, 1e4}},
      Field{&P::width, "width", "Greatest extent along x.", "m", Range{1e-3, 1e4}},
      Field{&P::depth, "depth", "Greatest extent along z; unset: the same as 'width'.", "m", Range{1e-3, 1e4}},
      Field{&P::offset, "offset", "Position of the axis, x and z.", "m", Range{-1e4, 1e4}},
      Field{&P::hollow, "hollow", "Size of the empty core, as a share of the solid; 0: filled.", "", Range{0, 0.98}}};
};

template <>
struct Schema<tree::SpaceColonizationParams> {
  using P = tree::SpaceColonizationParams;
  static constexpr std::string_view kind = "space_colonization";
  static constexpr std::string_view summary =
      "Space colonization: grows a tree towards attraction points in its crown until it has reached them all.";
  static constexpr auto fields = Fields{
      Field{&P::crown, "crown", "Solid that is filled with attraction points, unless 'volume' is given."},
      Field{&P::volume, "volume", "Closed mesh that is filled with attraction points, instead of 'crown'."},
      Field{&P::density, "density",
            "Heightmap of the probability, at x and z, that an attraction point is kept, clamped to 0 .. 1; unset: 1."},
      Field{&P::attractors, "attractors", "Number of attraction points.", "", Range{1, 200'000}},
      Field{&P::influence, "influence", "Distance within which a point attracts; unset: unlimited.", "m",
            Range{1e-3, 1e5}},
      Field{&P::kill, "kill", "Distance at which a point counts as reached and is removed.", "m", Range{1e-4, 1e4}},
      Field{&P::step, "step", "Length of each new segment.", "m", Range{1e-4, 1e4}},
      Field{&P::roots, "roots", "Positions where trunks start.", "m", Range{-1e4, 1e4}},
      Field{&P::tropism, "tropism",
            "Tropism: a vector added to the unit mean direction towards the attraction points, for gravity, light or "
            "wind.",
            "", Range{-10, 10}},
      Field{&P::inertia, "inertia", "Weight with which the previous direction is added to the new one.", "",
            Range{0, 10}},
      Field{&P::jitter, "jitter", "Length of the random vector that is added at every step except the first.", "",
            Range{0, 10}},
      Field{&P::keep_every, "keep_every",
            "Node decimation: between forks only every n-th node is kept; larger values give straighter branches "
            "with fewer segments.",
            "", Range{1, 100}},
      Field{&P::relocate, "relocate",
            "Share of the way to the node below by which nodes are then moved, which narrows forks; 0.5 is common.", "",
            Range{0, 0.9}},
      Field{&P::tip_radius, "tip_radius", "Radius of the last segments.", "m", Range{1e-5, 10}},
      Field{&P::pipe_exponent, "pipe_exponent",
            "Exponent of the pipe model: r^pipe_exponent of a branch is the sum over the branches it carries.", "",
            Range{1, 6}},
      Field{&P::max_nodes, "max_nodes", "Most nodes; it is an error if growth needs more.", "", Range{10, 5'000'000}}};
  /// Requires kill to be at least step / 2, influence at least kill, and one to a thousand roots.
  static void check(const P& params, Checker& checker);
};

}  // namespace weald::schema
