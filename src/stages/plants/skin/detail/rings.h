#pragma once
// Rings: an axis sampled as cross-sections with rotation-minimising frames.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "data/image.h"
#include "stages/plants/skin/detail/axes.h"
#include "stages/plants/skin/detail/stem_params.h"

namespace weald::plant {

/// One cross-section of a tube. Lengths in metres.
struct Ring {
  Vec3 centre{0};
  Vec3 tangent{0};     ///< unit; the normal of the ring's plane, on the bisector of the pieces that meet here
  Vec3 side{0};        ///< unit, perpendicular to tangent: where the first vertex lies
  Vec3 bend{0, 0, 0};  ///< unit, in the plane of the bend and of the ring; zero where the axis is straight
  double stretch =
      1;  ///< factor along `bend` that keeps the tube as wide in the bend: 1 / cos(half the turn), at most 2
  double radius = 0;     ///< 0 at the apex of a pointed or rounded tip
  double slope = 0;      ///< change of radius per metre of axis
  float lobe = 0;        ///< depth of the root buttresses here, as a share of the radius
  float toe = 0;         ///< how much further their crests reach, as they run out on the ground
  float lobe_slope = 0;  ///< change of lobe per metre of axis
  float toe_slope = 0;   ///< and of toe
  double arc = 0;        ///< distance along the axis from its start
  double at = 0;         ///< parameter on the axis's curve: number of the piece and the share of it
  std::uint32_t sides = 3;
  std::optional<Vec3> colour{};  ///< of the wood instead of the bark's own, sRGB
  Rgba8 wind{0, 0, 0, 0};        ///< of the wood here, where it is asked for: see stages/plants/skin/detail/wind.h
};

/// A sampled axis, at least two rings, or none when the axis has no length.
struct Stem {
  std::vector<Ring> rings;
  bool apex = false;  ///< the last ring is a single point

  /// Number of rings but for an apex.
  std::size_t tube_rings() const { return rings.size() - (apex ? 1 : 0); }
};

/// A part of an axis that a side branch grows from, as parameters of its curve.
struct JointZone {
  double low = 0;
  double high = 0;
  double nearby = 0;  ///< a ring this close to an end will do, metres
};

/// The requirements of a plant's joints on one stem.
struct StemJoints {
  double start = 0;                  ///< parameter of the curve where the tube begins
  double start_arc = 0;              ///< metres from the axis's start to there
  bool survey = false;               ///< only centres, radii and arcs, at every node: to find where side axes come out
  std::span<const JointZone> zones;  ///< in order of `low`: rings stand at their ends, and sides do not change inside
};

/// Rotation-minimising frames: turns `side` of every ring from that of the first (see curve::transported_up). Pre:
/// centres and tangents are set, tangents have unit length. `reference` need not be perpendicular to the first tangent.
void set_minimal_frames(std::span<Ring> rings, const Vec3& reference);

/// Shape of a ring with buttresses at `degrees` of their wave: its radius there as a share of Ring::radius, and that
/// share's changes per radian of the wave and per metre of axis.
struct LobeShape {
  double share;
  double around;
  double along;
};
LobeShape lobe_shape(const Ring& ring, double degrees);

/// The stems with their sides (the fewest, too) and rings scaled by `detail`: tubes on the same curves, with fewer
/// corners.
StemParams coarsened(const StemParams& params);

/// Number of sides of a tube of `radius` in a plant whose thickest wood has radius `thickest`: `sides` times the square
/// root of their ratio, rounded down to one of 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, at least min_sides.
std::uint32_t sides_for(double radius, double thickest, const StemParams& params);

/// Most that the middle of a tube that starts with `radius` may leave its axis's curve, metres: `params.line` where the
/// plant is thickest, and more for thinner wood, as its cross-section is smaller. Pre: thickest > 0.
double line_for(double radius, double thickest, const StemParams& params);

/// Upper bound of sample_stem's number of rings over all axes, without sampling; for memory limits.
double ring_bound(const AxisNetwork& network, const StemParams& params);

/// Samples one axis: positions on a centripetal Catmull-Rom curve through its nodes (straight lines when smooth is 0),
/// radii on a monotone cubic, root flare at thick roots and a collar at joints. Nodes where the axis neither turns (by
/// 1 degree) nor leaves a straight cone (by 1 percent of the radius) get no ring. Source: [yuksel2011] (centripetal
/// parameters), [fritsch1980] (monotone cubic).
/// A side axis is widened where it leaves its parent, and slender inside, for joints that overlap.
Stem sample_stem(const AxisNetwork& network, const Axis& axis, const StemParams& stem, const FlareParams& flare);

/// Like sample_stem, for joints with a surface of their own: no collar; the tube begins at `joints.start` and has at
/// least one band of faces, and two faces for each zone unless they are too small for single precision.
Stem sample_jointed_stem(const AxisNetwork& network, const Axis& axis, const StemJoints& joints, const StemParams& stem,
                         const FlareParams& flare);

}  // namespace weald::plant
