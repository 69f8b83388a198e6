#pragma once
// What a projection shows of a box in world space. Rounding never moves a bound past a point of the box, because every
// operation of the projection is monotonic in each of its operands.

#include <cstdint>

#include "picture/raster/visibility.h"

namespace weald::render {

/// Bounds on what a picture shows of a box.
struct BoxView {
  bool is_seen = true;  ///< false: nothing of the box is in front of the camera
  PixelRect pixels;     ///< contains all samples that triangles in the box may cover; not limited to the picture
  float nearest = 0;    ///< greatest depth (see VisibleSample) of a point of the box
};

/// Finds them. A box that reaches behind the camera, or far beyond the picture, may cover all pixels at any depth.
BoxView view_of(const Bounds& box, const Projection& projection);

}  // namespace weald::render
