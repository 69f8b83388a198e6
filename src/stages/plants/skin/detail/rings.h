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

class CrossSection;

/// One cross-section of a tube. Lengths in metres.
struct Ring {
  Vec3 centre{0};
  Vec3 tangent{0};       ///< unit normal of the ring's plane, on the bisector of the pieces that meet here
  Vec3 side{0};          ///< unit vector towards the first vertex, perpendicular to tangent
  Vec3 bend{0, 0, 0};    ///< unit vector in the plane of the bend and of the ring; zero where the axis is straight
  double stretch = 1;    ///< factor along `bend` that preserves the tube's width: 1 / cos(half the turn), at most 2
  double radius = 0;     ///< 0 at the apex of a pointed or rounded tip
  double slope = 0;      ///< change of radius per metre of axis
  float lobe = 0;        ///< depth of the root buttresses, relative to the radius
  float toe = 0;         ///< additional reach of their crests where they run out on the ground
  float lobe_slope = 0;  ///< change of lobe per metre of axis
  float toe_slope = 0;   ///< change of toe per metre of axis
  const CrossSection* section = nullptr;  ///< outline across the axis; belongs to the parameters of the tube
  float contour = 0;                      ///< share of the outline in the ring's shape; the rest is a circle
  float contour_slope = 0;                ///< change of contour per metre of axis
  double arc = 0;                         ///< distance along the axis from its start
  double at = 0;                          ///< parameter of the axis's curve: number of the piece plus the share of it
  std::uint32_t sides = 3;
  std::optional<Vec3> colour{};  ///< sRGB colour of the wood that replaces the bark's
  Rgba8 wind{0, 0, 0, 0};        ///< wind of the wood, if requested: see stages/plants/skin/detail/wind.h

  /// Whether the ring is a circle, with neither buttresses nor a contour.
  bool is_round() const { return lobe <= 0 && contour <= 0; }
};

/// A sampled axis: at least two rings, or none if the axis has no length.
struct Stem {
  std::vector<Ring> rings;
  bool apex = false;  ///< the last ring is a single point

  /// Number of rings, excluding an apex.
  std::size_t tube_rings() const { return rings.size() - (apex ? 1 : 0); }
};

/// The part of an axis that a side branch grows from, in parameters of its curve.
struct JointZone {
  double low = 0;
  double high = 0;
  double nearby = 0;  ///< distance within which an existing ring serves as an end, metres
};

/// Requirements of a plant's joints on one stem.
struct StemJoints {
  double start = 0;      ///< parameter of the curve where the tube begins
  double start_arc = 0;  ///< distance from the axis's start to that point, metres
  bool survey = false;   ///< computes only centres, radii and arc lengths at every node, to find where side axes emerge
  /// in order of `low`: rings are placed at their ends, and the number of sides is constant inside
  std::span<const JointZone> zones;
};

/// Computes rotation-minimising frames: carries `side` from the first ring to all others (see curve::transported_up).
/// Pre: centres and unit tangents are set. `reference` need not be perpendicular to the first tangent.
void set_minimal_frames(std::span<Ring> rings, const Vec3& reference);

/// Shape of a ring with buttresses at `degrees` of their wave: its radius relative to Ring::radius, and the derivatives
/// of that share per radian of the wave and per metre of axis.
struct LobeShape {
  double share;
  double around;
  double along;
};
LobeShape lobe_shape(const Ring& ring, double degrees);

/// Likewise, the shape of a ring with a contour at `degrees` from its side.
LobeShape contour_shape(const Ring& ring, double degrees);

/// The parameters with sides (including min_sides) and rings scaled by `detail`: tubes on the same curves with fewer
/// corners.
StemParams coarsened(const StemParams& params);

/// Number of sides of a tube with radius `radius` in a plant whose thickest wood has the radius `thickest`: `sides`
/// times the square root of their ratio, rounded down to one of 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, and
/// at least min_sides.
std::uint32_t sides_for(double radius, double thickest, const StemParams& params);

/// Largest distance in metres between the centre line of a tube with initial radius `radius` and its axis's curve:
/// `params.line` where the plant is thickest, and more for thinner wood, whose cross-section is smaller.
/// Pre: thickest > 0.
double line_for(double radius, double thickest, const StemParams& params);

/// Upper bound of the number of rings of sample_stem over all axes, computed without sampling, for memory limits.
double ring_bound(const AxisNetwork& network, const StemParams& params);

/// Samples one axis: positions on a centripetal Catmull-Rom curve through its nodes (straight lines if smooth is 0),
/// radii on a monotone cubic, with a root flare at thick roots and a collar at joints. Nodes get no ring where the axis
/// neither turns (by 1 degree) nor deviates from a straight cone (by 1 percent of the radius). Source: [yuksel2011]
/// (centripetal parameters), [fritsch1980] (monotone cubic).
/// For overlapping joints, a side axis is slender inside its parent and widened where it leaves it.
Stem sample_stem(const AxisNetwork& network, const Axis& axis, const StemParams& stem, const FlareParams& flare);

/// As sample_stem, for joints with a separate surface: there is no collar. The tube begins at `joints.start` and has at
/// least one band of faces, and two faces for each zone unless they would be too small for single precision.
Stem sample_jointed_stem(const AxisNetwork& network, const Axis& axis, const StemJoints& joints, const StemParams& stem,
                         const FlareParams& flare);

}  // namespace weald::plant
