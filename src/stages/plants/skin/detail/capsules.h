#pragma once
// Capsules: a small number of capsules that enclose the thick wood of a plant, for collisions.

#include <vector>

#include "base/math/vec.h"
#include "stages/plants/skin/detail/axes.h"

namespace weald::plant {

/// All points within `radius` of the line from `from` to `to`; a ball if both are equal. Metres.
struct Capsule {
  Vec3 from{0};
  Vec3 to{0};
  double radius = 0;
};

/// Distance of a point from the line of a capsule, metres.
double distance_from_line(const Capsule& capsule, const Vec3& point);

/// Capsules that enclose a plant's thick wood.
struct CapsuleFit {
  std::vector<Capsule> capsules;  ///< axis by axis, each in order from its start
  double thinnest = 0;            ///< all wood with at least this radius is inside, metres
};

/// At most `count` capsules that enclose all wood with a radius of at least `thinnest` metres. They enclose each axis
/// from its start to its last node of that thickness, as straight tapered pieces between nodes, each piece entirely. If
/// more than `count` / 2 axes have such a part, only the thickest are enclosed, and the result states the radius above
/// which all wood is enclosed. Remaining capsules subdivide the loosest fits: the capsule that exceeds its wood most is
/// split at the node that gives the two narrowest capsules. Empty if no wood is that thick. Pre: count >= 1.
CapsuleFit fit_capsules(const AxisNetwork& network, int count, double thinnest);

}  // namespace weald::plant
