#pragma once
// The parameters of the stage `place`.

#include <array>
#include <optional>
#include <vector>

#include "data/artifact_names.h"
#include "data/curve.h"
#include "data/scene.h"
#include "data/skeleton.h"
#include "schema/decode.h"
#include "schema/input.h"
#include "stages/scenes/detail/copy_params.h"
#include "stages/shapes/transform.h"

namespace weald::scene {

/// How the sites are arranged, with the parameters that describe it.
enum class Arrangement {
  along,       ///< a curve: spacing or count, fit, start, end, sides, offset
  corners,     ///< of a curve: corner_angle, sides, offset
  ends,        ///< of a curve: sides, offset
  ring,        ///< count, radius, arc
  grid,        ///< counts, step
  hexagons,    ///< counts, spacing
  spiral,      ///< count, radius, angle, height, top_radius
  list,        ///< at
  vertices,    ///< of a surface
  edges,       ///< of a surface, at their middles
  faces,       ///< of a surface, at their centres
  blue_noise,  ///< on a surface: distance or count
  volume,      ///< inside a surface: distance or count
  tips,        ///< of a skeleton
  nodes,       ///< of a skeleton
};

/// The sides of a curve, seen along it.
enum class Sides { centre, left, right, both };

/// The direction of a copy's y axis.
enum class SiteUp {
  vertical,
  normal,  ///< of the arrangement
};

/// The direction of a copy's z axis, as far as its y axis allows.
enum class Facing {
  tangent,  ///< of the arrangement
  outward,  ///< away from the curve, the axis or the surface
  target,
};

struct PlaceParams : TintParams, VaryKeys, ApronParams {
  std::vector<schema::Input<mesh::Mesh, Scene>> meshes;
  std::vector<double> weights;
  std::vector<int> sequence;
  Arrangement arrangement = Arrangement::grid;
  schema::Input<curve::Curve> curve;
  schema::Input<mesh::Mesh> surface;
  schema::Input<lsystem::Skeleton> skeleton;
  std::vector<mesh::PlacementParams> at;
  std::optional<double> spacing;
  std::optional<int> count;
  std::optional<double> distance;
  bool fit = false;
  double start = 0;
  double end = 0;
  Sides sides = Sides::centre;
  double offset = 1;
  double corner_angle = 1;
  double radius = 1;
  double arc = 360;
  std::array<int, 3> counts{3, 1, 3};
  Vec3 step{1, 1, 1};
  double angle = 137.50776405003785;  ///< the golden angle, degrees
  std::optional<double> height;
  std::optional<double> top_radius;
  SiteUp up = SiteUp::vertical;
  Facing facing = Facing::tangent;
  std::optional<Vec3> target;
  double turn = 0;
  double random_turn = 0;
  double tilt = 0;
  std::array<double, 2> scale{1, 1};
  schema::Input<Heightmap> on;
  double align = 0;
  double sink = 0;
};

}  // namespace weald::scene

template <>
struct weald::schema::EnumNames<weald::scene::Arrangement> {
  static constexpr auto names = names_in_order<weald::scene::Arrangement>(
      "along", "corners", "ends", "ring", "grid", "hexagons", "spiral", "list", "vertices", "edges", "faces",
      "blue_noise", "volume", "tips", "nodes");
};

template <>
struct weald::schema::EnumNames<weald::scene::Sides> {
  static constexpr auto names = names_in_order<weald::scene::Sides>("centre", "left", "right", "both");
};

template <>
struct weald::schema::EnumNames<weald::scene::SiteUp> {
  static constexpr auto names = names_in_order<weald::scene::SiteUp>("vertical", "normal");
};

template <>
struct weald::schema::EnumNames<weald::scene::Facing> {
  static constexpr auto names = names_in_order<weald::scene::Facing>("tangent", "outward", "target");
};

template <>
struct weald::schema::Schema<weald::scene::PlaceParams> {
  using P = scene::PlaceParams;
  static constexpr std::string_view kind = "place";
  static constexpr std::string_view summary =
      "Places copies of meshes exactly: along a curve, on a ring, a grid, a spiral or a surface, at the tips of a "
      "skeleton, or where a list says.";
  static constexpr auto what_fields = Fields{
      Field{&P::meshes,
            "meshes",
            "Meshes to place, or scenes, whose parts keep their arrangement.",
            "",
            {},
            Presence::required},
      Field{&P::weights, "weights", "How often each mesh is chosen, relative to the others; empty: equally often.", "",
            Range{0, 1e6}},
      Field{&P::sequence, "sequence",
            "Order in which the meshes are used, by their numbers from 0, repeated: [0, 0, 1]; it begins anew on each "
            "path and side of a curve; empty: by chance.",
            "", Range{0, 1e6}},
      Field{
          &P::arrangement, "arrangement",
          "Where the copies stand: along a curve, at its corners or ends; on a ring; on a grid, or one of hexagons; on "
          "a spiral, as the seeds of a sunflower or the scales of a cone; at a list of placements; at the vertices, "
          "edges or faces of a surface, all over it at random distances (blue_noise), or inside it (volume); at the "
          "tips or nodes of a "
          "skeleton."},
      Field{&P::curve, "curve", "Curve whose course the copies follow (along, corners, ends)."},
      Field{&P::surface, "surface",
            "Mesh that the copies stand on (vertices, edges, faces, blue_noise), or are inside (volume)."},
      Field{&P::skeleton, "skeleton", "Skeleton that the copies are attached to (tips, nodes)."},
      Field{&P::at, "at", "Placements, each {translate, rotate, scale} (list)."}};
  static constexpr auto where_fields = Fields{
      Field{&P::spacing, "spacing",
            "Distance between neighbours (along: measured along the curve; hexagons: in the plane).", "m",
            Range{1e-3, 1e6}},
      Field{&P::count, "count", "Number of copies (along: on each path and side; ring, spiral, blue_noise, volume).",
            "", Range{1, 1e6}},
      Field{&P::distance, "distance",
            "Minimum distance between two copies (blue_noise, volume): as many as fit are placed.", "m",
            Range{1e-3, 1e6}},
      Field{
          &P::fit, "fit",
          "Whether the spacing is changed as little as possible so that copies stand at both ends, or close the circle "
          "(along)."},
      Field{&P::start, "start", "Length of the curve that is left free at its start (along).", "m", Range{0, 1e6}},
      Field{&P::end, "end", "Length of the curve that is left free at its end (along).", "m", Range{0, 1e6}},
      Field{&P::sides, "sides", "Whether copies stand on the curve, on one side, or on both (along, corners, ends)."},
      Field{&P::offset, "offset", "Distance from the curve on a side (along, corners, ends).", "m", Range{0, 1e6}},
      Field{&P::corner_angle, "corner_angle", "Least turn of the curve that is a corner (corners).", "deg",
            Range{0, 180}},
      Field{&P::radius, "radius", "Radius of the ring or of the spiral; at the base if the spiral is a cone.", "m",
            Range{0, 1e6}},
      Field{&P::arc, "arc", "Angle over which the ring extends; less than 360: copies stand at both ends (ring).",
            "deg", Range{0, 360}},
      Field{&P::counts, "counts", "Copies along x, y, z (grid; hexagons: x and z).", "", Range{1, 1e6}},
      Field{&P::step, "step", "Distances between neighbours along x, y, z (grid).", "m", Range{-1e6, 1e6}},
      Field{&P::angle, "angle", "Turn from each copy to the next; the default is the golden angle (spiral).", "deg",
            Range{-360, 360}},
      Field{&P::height, "height", "Height of the cylinder or cone that the spiral climbs; unset: a flat disc (spiral).",
            "m", Range{0, 1e6}},
      Field{&P::top_radius, "top_radius", "Radius of the cone at its top; unset: as at its base (spiral).", "m",
            Range{0, 1e6}}};
  static constexpr auto how_fields = Fields{
      Field{
          &P::up, "up",
          "Direction of the copies' y axis: vertical, or the normal of the arrangement: of the surface, outwards from "
          "a ring or cone, along a tip of a skeleton, and beside a curve with as little twist as possible."},
      Field{&P::facing, "facing",
            "Direction of the copies' z axis, as far as 'up' allows: tangent, along the curve, ring or edge; outward, "
            "away from the curve, axis or surface; target, towards a point."},
      Field{&P::target, "target", "Point that the copies face.", "m", Range{-1e7, 1e7}},
      Field{&P::turn, "turn", "Rotation of each copy about its y axis, counter-clockwise seen from above.", "deg",
            Range{-36000, 36000}},
      Field{&P::random_turn, "random_turn", "Range of a further random rotation about the y axis, half to each side.",
            "deg", Range{0, 360}},
      Field{&P::tilt, "tilt", "Largest angle by which a copy leans in a random direction.", "deg", Range{0, 180}},
      Field{&P::scale, "scale", "Least and greatest scale of the copies.", "", Range{1e-3, 1e3}},
      Field{&P::on, "on", "Heightmap that the copies are lowered or raised to; unset: they stay at their height."},
      Field{&P::align, "align", "How far copies tilt from 'up' (0) to the ground's normal (1).", "", Range{0, 1}},
      Field{&P::sink, "sink", "Depth to which a copy of scale 1 sinks into the ground.", "m", Range{-1e4, 1e4}}};
  static constexpr auto fields = joined(what_fields, where_fields, how_fields, weald::scene::kTintFields,
                                        weald::scene::kVaryField, weald::scene::kOfField, weald::scene::kApronField);
  /// Checks that the arrangement has what it needs and uses every key that is given.
  static void check(const P& params, Checker& checker);
};
