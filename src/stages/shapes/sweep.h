#pragma once
// Stage `sweep`: a profile swept along a curve: roads, walls, pipes, wires.
//
// Rings of the profile are perpendicular to the curve, on frames that turn as little as possible or stay upright. At a
// corner of a path, the ring lies halfway between the two directions and is widened to the mitre. UVs: u runs once
// around the profile from left to right, v along the path by length. If a bend is tighter than the profile is wide,
// points on its inside are clamped to 0.95 of the radius of curvature, which keeps adjacent rings from intersecting;
// more distant parts of the surface may still intersect.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/curve.h"
#include "data/estimates.h"
#include "data/finish_params.h"
#include "data/mesh.h"
#include "schema/decode.h"
#include "schema/input.h"
#include "stages/shapes/detail/point.h"

namespace weald::scene {

/// A planar outline in metres; x points right and y up when looking along the direction of travel. Closed outlines run
/// counter-clockwise. The outside of an open outline is on the right of its direction, so one drawn from right to left
/// faces up.
struct Outline {
  std::vector<Vec2> points;
  bool closed = true;
};

/// An outline prepared for sweeping. Edge i joins point i to point i + 1 (cyclically if closed).
struct Profile {
  Outline outline;
  std::vector<Vec2> normals;                     ///< outward, unit; one or two per point
  std::vector<std::uint32_t> edge_start_normal;  ///< per edge, index into normals at its first point
  std::vector<std::uint32_t> edge_end_normal;    ///< per edge, index into normals at its second point
  std::vector<double> shares;  ///< arc length at each point, as a share of the whole; closed outlines have a final 1
  double reach = 0;            ///< distance between the farthest point and the curve, metres

  /// Number of edges.
  std::size_t edge_count() const { return outline.closed ? outline.points.size() : outline.points.size() - 1; }
};

/// Signed area in square metres, positive if counter-clockwise.
double area(const std::vector<Vec2>& points);

/// Whether no corner turns right. Pre: counter-clockwise.
bool is_convex(const std::vector<Vec2>& points);

/// Regular polygon around the origin with its first corner on the right. Pre: sides >= 3.
Outline circle_outline(double radius, int sides);
/// Rectangle around the origin.
Outline rectangle_outline(double width, double height);
/// A horizontal line facing up.
Outline ribbon_outline(double width);

/// Prepares an outline: removes repeated points, reverses clockwise outlines, and gives corners that turn by less than
/// `crease` degrees one averaged normal, sharper ones two. Pre: at least 3 distinct points if closed, 2 if open.
Profile make_profile(Outline outline, double crease);

/// Kind of profile, with the parameters that it uses.
enum class SweepProfile {
  circle,     ///< radius, sides
  rectangle,  ///< width, thickness
  ribbon,     ///< width: a sheet without thickness, facing up
  polygon,    ///< outline, closed
  line,       ///< outline, open: a sheet that faces up where it runs right to left
  curve,      ///< the first path of another curve
};

/// Direction of the profile's top along the curve.
enum class SweepUp {
  minimal,   ///< turn as little as possible about the curve
  vertical,  ///< stay level across
};

struct SweepParams : mesh::FinishParams {
  schema::Input<curve::Curve> from;
  SweepProfile profile = SweepProfile::circle;
  double radius = 0.5;
  int sides = 16;
  double width = 6;
  double thickness = 0.3;
  std::vector<Vec2> outline;
  schema::Input<curve::Curve> profile_curve;
  std::array<double, 2> shift{0, 0};
  SweepUp up = SweepUp::minimal;
  double roll = 0;
  double twist = 0;
  double taper = 1;
  bool caps = true;
  double crease_angle = 40;
  double mitre_limit = 4;
  double tolerance = 0.01;
  std::optional<double> spacing;
  double texture_length = 1;
  std::string material = "default";
  Vec3 colour{0.8, 0.8, 0.8};
  double roughness = 0.9;
};

/// Most faces that a sweep may have; checked before faces are made.
inline constexpr std::size_t kMaxSweepFaces = 20'000'000;

/// Sweeps `profile` along every path of `curve` into one mesh with normals, UVs and one material. Closed profiles with
/// caps, and closed profiles on closed paths, give closed 2-manifolds. Paths that are single points give nothing.
/// Throws StageError for a curve without length (key "from"), for a twist or taper that a closed path cannot have (keys
/// "twist", "taper"), and for too many rings or faces (keys "tolerance", "spacing").
mesh::Mesh sweep(const curve::Curve& curve, const Profile& profile, const SweepParams& params,
                 const RunContext& context);

/// The profile that `params` describe, including its shift. Throws StageError (key "profile_curve" or "outline") if it
/// has no extent.
Profile sweep_profile(const SweepParams& params, const schema::Inputs& inputs);

/// Stage `sweep`.
struct Sweep {
  using Params = SweepParams;
  static double seconds_each(const Params&) { return 2e-7; }
  /// Estimates only the largest possible number of faces.
  static Estimate estimate(const Params&, const schema::Estimates&) {
    const Amount faces = Amount::up_to(static_cast<double>(kMaxSweepFaces)), corners = faces * 4;
    return Estimate::of_surface({corners, faces, corners, corners, corners});
  }
  static void require_inputs(const Params& params, const schema::Estimates& inputs);
  static mesh::Mesh run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
    return sweep(inputs[params.from], sweep_profile(params, inputs), params, context);
  }
};

}  // namespace weald::scene

template <>
struct weald::schema::EnumNames<weald::scene::SweepProfile> {
  static constexpr auto names =
      names_in_order<weald::scene::SweepProfile>("circle", "rectangle", "ribbon", "polygon", "line", "curve");
};

template <>
struct weald::schema::EnumNames<weald::scene::SweepUp> {
  static constexpr auto names = names_in_order<weald::scene::SweepUp>("minimal", "vertical");
};

template <>
struct weald::schema::Schema<weald::scene::SweepParams> {
  using P = scene::SweepParams;
  static constexpr std::string_view kind = "sweep";
  static constexpr std::string_view summary = "Sweeps a profile along a curve: roads, walls, pipes, wires.";
  static constexpr auto own_fields = Fields{
      Field{&P::from, "from", "Curve to follow.", "", {}, Presence::required},
      Field{&P::profile, "profile", "Profile that is swept along the curve."},
      Field{&P::radius, "radius", "Radius of the circle.", "m", Range{1e-4, 1e5}},
      Field{&P::sides, "sides", "Sides of the circle.", "", Range{3, 1024}},
      Field{&P::width, "width", "Width of the rectangle or ribbon.", "m", Range{1e-4, 1e5}},
      Field{&P::thickness, "thickness", "Height of the rectangle.", "m", Range{1e-4, 1e5}},
      Field{&P::outline, "outline", "Points of the polygon or line, each [right, up].", "m", Range{-1e5, 1e5}},
      Field{&P::profile_curve, "profile_curve",
            "Curve whose first path is the profile: its x to the right, its y (or z) up."},
      Field{&P::shift, "shift", "Position of the profile's origin relative to the curve, [right, up].", "m",
            Range{-1e5, 1e5}},
      Field{&P::up, "up",
            "How the profile rotates along the curve: minimal, with as little twist as possible; vertical, level "
            "across, as roads are."},
      Field{&P::roll, "roll", "Rotation of the profile about the curve.", "deg", Range{-3600, 3600}},
      Field{&P::twist, "twist", "Additional rotation from the start to the end of each path.", "deg",
            Range{-360000, 360000}},
      Field{&P::taper, "taper", "Size of the profile at the end of each path, as a share of its size at the start.", "",
            Range{0.01, 100}},
      Field{&P::caps, "caps", "Whether the ends of open paths are closed."},
      Field{&P::crease_angle, "crease_angle",
            "Turn of the profile above which a corner is shaded as a crease; circles have no creases.", "deg",
            Range{0, 180}},
      Field{&P::mitre_limit, "mitre_limit", "Largest widening of the profile at corners of the path, as a factor.", "",
            Range{1, 100}},
      Field{&P::tolerance, "tolerance", "Largest distance between the curve and the polyline that approximates it.",
            "m", Range{1e-5, 1e3}},
      Field{&P::spacing, "spacing", "Largest distance between rings; unset: no limit.", "m", Range{1e-3, 1e5}},
      Field{&P::texture_length, "texture_length", "Length along the curve of one repeat of the texture.", "m",
            Range{1e-3, 1e5}},
      Field{&P::material, "material", "Name of the material."},
      Field{&P::colour, "colour", "Colour of the material, sRGB.", "", Range{0, 1}},
      mesh::roughness_field(&P::roughness)};
  static constexpr auto fields = joined(own_fields, mesh::kFinishFields);
  /// Checks that an outline or a curve is given if the profile needs one, and not otherwise.
  static void check(const P& params, Checker& checker);
};
