#pragma once
// Joints: the points where side axes emerge from their parents' bark, and the feet of their collars.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stages/plants/skin/detail/axes.h"
#include "stages/plants/skin/detail/rings.h"

namespace weald::plant {

/// A side axis where it passes through its parent's surface. Lengths in metres.
struct JointPlace {
  std::uint32_t parent = 0;  ///< an axis that has a tube: the parent of the joint, or a more distant ancestor
  double parent_at = 0;      ///< parameter of the parent's curve at the centre of the foot
  double start = 0;          ///< parameter of the side axis's curve where its tube begins
  double start_arc = 0;      ///< distance along the side axis to that point, metres
  bool hidden = false;       ///< the side axis does not emerge from its parent

  Vec3 point{0};           ///< intersection of the axis with the surface
  Vec3 normal{0};          ///< unit normal of the parent's surface at the point
  Vec3 along{0};           ///< unit direction of the parent, perpendicular to the normal
  Vec3 direction{0};       ///< unit direction of the side axis; at least 17 degrees away from the surface
  double radius = 0;       ///< radius of the side axis
  double fillet = 0;       ///< radius of the fillet
  double bark_radius = 0;  ///< radius of the parent
  double spread = 1;       ///< metres of the parent's surface per metre of its axis: more outside a bend, less inside

  double above = 0;  ///< extent of the foot along the parent from its centre
  double below = 0;  ///< extent in the opposite direction
  double aside = 0;  ///< extent around the parent to either side, degrees
};

/// A point of a foot on the parent's surface, unrolled around JointPlace::point: x around the parent and y along it, in
/// metres on a straight parent.
struct FootPoint {
  Vec2 corner{0};  ///< where the side axis's plain tube would meet the surface, approximated by a cylinder
  Vec2 foot{0};    ///< where the fillet meets the surface
};

/// Computes points of one joint's foot.
class FootFinder {
 public:
  explicit FootFinder(const JointPlace& place);
  /// The foot's point below the point of the side axis's tube at `offset` from its axis.
  /// The fillet is tangent to both surfaces: the foot lies cot(half the angle between them) fillet radii away from the
  /// corner. Where the surfaces are almost parallel, it still keeps enough distance to hide the edge.
  FootPoint at(const Vec3& offset) const;
  /// Unit direction around the parent at JointPlace::point.
  const Vec3& around() const { return around_; }

 private:
  Vec3 normal_{0}, along_{0}, around_{0};
  Vec3 way_{0};  // direction of the tube: around, along the normal, along the parent
  double radius_, fillet_;
};

/// Finds the point where axis `number` emerges from its parent. Unset for roots, if no ancestor has a tube, and for
/// axes without length. `stems` holds all axes, sampled without joints. Collars with few sides have few rings and a
/// smaller fillet.
std::optional<JointPlace> place_joint(const AxisNetwork& network, std::span<const Stem> stems, std::uint32_t number,
                                      const StemParams& params);

/// Number of rings of a collar with `sides` sides, including the foot.
std::uint32_t collar_rows(std::uint32_t sides);

/// Most rings of a collar.
inline constexpr std::uint32_t kMaxCollarRows = 6;

/// The zone of the parent's curve that a joint needs, clamped to the part where its tube has faces: from `tube_start`
/// to below its tip.
JointZone zone_of(const JointPlace& place, const Stem& parent, double tube_start);

}  // namespace weald::plant
