#pragma once
// ClippedTriangle: the part of a triangle that a camera among the things that it shows can see.

#include <array>
#include <cstddef>

#include "base/math/vec.h"
#include "picture/raster/raster.h"
#include "picture/raster/visibility.h"

namespace weald::render {

/// A convex polygon: a triangle without what lies nearer than the nearest depth that is seen, or so far outside the
/// picture that its pixel coordinates would be out of range.
struct ClippedTriangle {
  static constexpr std::size_t kMaxCorners = 8;  ///< each of the five planes adds at most one
  std::size_t count = 0;                         ///< corners; 0: nothing is seen
  std::array<RasterVertex, kMaxCorners> corners{};
  /// Shares of the triangle's second and third corner in each corner of the polygon.
  std::array<Vec2, kMaxCorners> shares{};
};

/// Clips a triangle with these corners in world coordinates. Pre: the projection is a perspective one with near > 0.
/// Source: [sutherland1974].
ClippedTriangle clip_triangle(const std::array<Vec3, 3>& corners, const Projection& projection);

}  // namespace weald::render
