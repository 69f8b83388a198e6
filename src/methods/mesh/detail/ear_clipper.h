#pragma once
// Ear clipping: triangulation of a planar polygon.

#include <array>
#include <cstdint>
#include <vector>

#include "base/math/vec.h"

namespace weald::mesh {

/// Twice the signed area of a triangle; positive if counter-clockwise.
inline double turn(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Vec2 ab = b - a, ac = c - a;
  return ab.x * ac.y - ab.y * ac.x;
}

/// Triangulates a polygon of n corners into n - 2 triangles of indices into `points`. Ears are clipped in the order of
/// the corners, cyclically. If no corner is an ear, because the polygon intersects itself, the current corner is
/// clipped. `visits`, if not null, is increased by the number of boxes and points examined. Time: about n sqrt(n), even
/// for self-intersecting polygons. Pre: at least three points, all finite. Source: [meisters1975], [eberly2002].
std::vector<std::array<std::uint32_t, 3>> clip_ears(const std::vector<Vec2>& points, std::uint64_t* visits);

}  // namespace weald::mesh
