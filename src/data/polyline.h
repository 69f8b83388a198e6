#pragma once
// Polyline: points joined by straight lines.

#include <vector>

#include "base/math/vec.h"

namespace weald {

struct Polyline {
  std::vector<Vec3> points;
  bool closed = false;  ///< the last point joins the first, which is not repeated
};

}  // namespace weald
