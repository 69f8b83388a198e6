#pragma once
// Curves in the xy plane.

#include <initializer_list>
#include <vector>

#include "methods/curve/bezier.h"

namespace weald::test {

/// The segment with these control points at z = 0, all weights 1.
inline curve::Segment flat(std::initializer_list<Vec2> points) {
  std::vector<Vec3> places;
  for (const Vec2& p : points) places.push_back({p, 0});
  return curve::make_segment(places);
}

}  // namespace weald::test
