#pragma once
// Capsules: few round-ended rods that hold the thick wood of a plant, for collisions.

#include <vector>

#include "base/math/vec.h"
#include "stages/plants/skin/detail/axes.h"

namespace weald::plant {

/// All points within `radius` of the line from `from` to `to`; a ball where these are the same. Metres.
struct Capsule {
  Vec3 from{0};
  Vec3 to{0};
  double radius = 0;
};

/// Distance of a point from the line of a capsule, metres.
double distance_from_line(const Capsule& capsule, const Vec3& point);

/// The content of a plant.
struct CapsuleFit {
  std::vector<Capsule> capsules;  ///< axis by axis, each from its start on
  double thinnest = 0;            ///< wood of at least this radius is inside, metres
};

/// At most `count` capsules that hold all wood with a radius of at least `thinnest` metres: of every axis the part from
/// its start to its last node as thick as that, as straight tapered pieces between nodes, whole. Where more than half
/// as many axes as `count` have such a part, only the thickest count, and the fit says above which radius none is left
/// out. The other capsules cut up what is held worst: where a capsule is widest in excess of its wood, at the
/// node that leaves the narrowest two. Empty where no wood is that thick. Pre: count >= 1.
CapsuleFit fit_capsules(const AxisNetwork& network, int count, double thinnest);

}  // namespace weald::plant
