#pragma once
// Ear clipping of a polygon in the plane.

#include <array>
#include <cstdint>
#include <vector>

#include "base/math/vec.h"

namespace weald::mesh {

/// Twice the signed area of a triangle: above 0 if it is counter-clockwise.
inline double turn(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Vec2 ab = b - a, ac = c - a;
  return ab.x * ac.y - ab.y * ac.x;
}

/// Cuts a polygon of n corners into n - 2 triangles, given as indices into `points`. Ears are clipped in the order of
/// the corners, round and round; if no corner is an ear, because the polygon intersects itself, the current one is
/// clipped. `visits`, if not null, is increased by the number of boxes and points visited. Time: about n sqrt(n), also
/// for self-intersecting polygons. Pre: at least three points, all finite. Source: [meisters1975], [eberly2002].
std::vector<std::array<std::uint32_t, 3>> clip_ears(const std::vector<Vec2>& points, std::uint64_t* visits);

}  // namespace weald::mesh
