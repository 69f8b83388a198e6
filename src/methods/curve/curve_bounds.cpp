#include "methods/curve/curve_bounds.h"

#include <algorithm>

namespace weald::pipeline {

double line_tolerance(const curve::Curve& curve) {
  Bounds bounds;
  for (const curve::Path& path : curve.paths) {
    for (const curve::Segment& segment : path.segments) {
      for (const Vec4& point : segment.points) bounds.add(Vec3{point} / point.w);
    }
  }
  return std::max(1e-9, glm::length(bounds.size()) * kToleranceShare);
}

}  // namespace weald::pipeline
