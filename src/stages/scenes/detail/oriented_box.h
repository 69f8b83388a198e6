#pragma once
// OrientedBox: a box in any orientation, and whether two of them overlap.
//
// Two convex bodies are apart if and only if a plane parallel to a face of one of them, or to an edge of each, lies
// between them: for boxes, 15 directions to test. The boxes may be sheared. Source: [gottschalk1996] (oriented bounding
// boxes, separating axes), [ericson2005].

#include <array>

#include "base/math/vec.h"

namespace weald::scene {

/// All centre + a half[0] + b half[1] + c half[2] for a, b, c in [-1, 1].
struct OrientedBox {
  Vec3 centre{0};
  std::array<Vec3, 3> half{};  ///< from the centre to the middles of three faces, metres
};

/// The box under an affine map, with its faces moved outwards by `distance` metres. A box without thickness gets one of
/// a thousandth of a millimetre. Pre: the box is not empty, distance is not negative.
OrientedBox oriented_box(const Bounds& box, const Mat4& matrix, double distance);

/// The axis-aligned box around a box.
Bounds bounds(const OrientedBox& box);

/// Whether two boxes have a point in common.
bool overlap(const OrientedBox& a, const OrientedBox& b);

}  // namespace weald::scene
