#pragma once
// Framing: the points that a camera is fitted to.

#include "base/math/vec.h"

namespace weald::render {

/// Support of a point set along the four sides and the front of a view frustum.
struct FrustumSupport {
  double right = -1e300, left = -1e300, top = -1e300, bottom = -1e300;
  double nearest = -1e300, farthest = 1e300;
  /// True until the first point is added.
  bool empty() const { return nearest < farthest; }
  bool operator==(const FrustumSupport&) const = default;
};

/// Points to fit the camera to instead of a picture's own subject, so that several pictures show their subjects at the
/// same scale and in the same position.
struct Framing {
  FrustumSupport support;  ///< support of points relative to the pivot
  Vec3 pivot{0, 0, 0};     ///< in world coordinates
};

}  // namespace weald::render
