#pragma once
// Framing: what a camera is fitted to.

#include "base/math/vec.h"

namespace weald::render {

/// Support of a point set along the four sides and the front of a view frustum; combines in any order.
struct FrustumSupport {
  double right = -1e300, left = -1e300, top = -1e300, bottom = -1e300;
  double nearest = -1e300, farthest = 1e300;
  /// True until the first point is added.
  bool empty() const { return nearest < farthest; }
  /// Adds what `other` holds.
  void merge(const FrustumSupport& other);
};

/// What a camera is fitted to in place of the subject of its picture, so that several pictures show their subjects at
/// one scale and in one place.
struct Framing {
  FrustumSupport support;  ///< of points relative to the pivot
  Vec3 pivot{0, 0, 0};     ///< world
};

}  // namespace weald::render
