#pragma once
// Joints: where a side axis comes out of its parent's bark, and how its collar runs out on it.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stages/plants/skin/detail/axes.h"
#include "stages/plants/skin/detail/rings.h"

namespace weald::plant {

/// A side axis where it passes through its parent's surface. Lengths in metres.
struct JointPlace {
  std::uint32_t parent = 0;  ///< axis that has a tube: the joint's own, or one further down
  double parent_at = 0;      ///< parameter of the parent's curve at the middle of the foot
  double start = 0;          ///< parameter of the side axis's curve where its own tube begins
  double start_arc = 0;      ///< metres along the side axis to there
  bool hidden = false;       ///< the side axis does not come out of its parent

  Vec3 point{0};           ///< where the axis passes through the surface
  Vec3 normal{0};          ///< unit normal of the parent's surface there
  Vec3 along{0};           ///< unit direction of the parent, perpendicular to normal
  Vec3 direction{0};       ///< unit direction of the side axis; at least 17 degrees out of the surface
  double radius = 0;       ///< of the side axis
  double fillet = 0;       ///< radius of the rounding
  double bark_radius = 0;  ///< of the parent
  double spread = 1;  ///< metres of the parent's surface per metre of its axis here: more outside a bend, less inside

  double above = 0;  ///< reach of the foot along the parent from its middle
  double below = 0;  ///< and against it
  double aside = 0;  ///< degrees around the parent to either side
};

/// A point of a foot in the surface of the parent, laid flat around JointPlace::point: x around the parent, y along it,
/// metres on a straight one.
struct FootPoint {
  Vec2 corner{0};  ///< where the side axis's plain tube would meet the surface, a cylinder
  Vec2 foot{0};    ///< where the rounding leaves the surface
};

/// Finds points of one joint's foot.
class FootFinder {
 public:
  explicit FootFinder(const JointPlace& place);
  /// The foot's point below the point of the side axis's tube at `offset` from its axis.
  /// The rounding touches both surfaces: the foot lies cot(half the angle between them) radii away from the corner, and
  /// where they hardly turn from each other still so far that the eye sees no edge.
  FootPoint at(const Vec3& offset) const;
  /// Unit direction around the parent at JointPlace::point.
  const Vec3& around() const { return around_; }

 private:
  Vec3 normal_{0}, along_{0}, around_{0};
  Vec3 way_{0};  // of the tube: around, along normal, along the parent
  double radius_, fillet_;
};

/// Finds where axis `number` comes out of its parent; unset at roots, where no ancestor has a tube, and for axes
/// without length. `stems`: all axes sampled without joints. Collars of few sides have few rings and a smaller fillet.
std::optional<JointPlace> place_joint(const AxisNetwork& network, std::span<const Stem> stems, std::uint32_t number,
                                      const StemParams& params);

/// Rings of a collar with `sides`, the foot included.
std::uint32_t collar_rows(std::uint32_t sides);

/// Most rings of a collar.
inline constexpr std::uint32_t kMostCollarRows = 6;

/// The zone of the parent's curve that a joint needs, clamped to where its tube has faces: from `tube_start` to below
/// its tip.
JointZone zone_of(const JointPlace& place, const Stem& parent, double tube_start);

}  // namespace weald::plant
