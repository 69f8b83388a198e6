#pragma once
// Whether a picture shows anything of a box in world space: BoxView is what a projection shows of it, and DepthPyramid
// tells whether that is hidden.

#include <cstdint>
#include <vector>

#include "picture/raster/visibility.h"

namespace weald::render {

/// Bounds on what a picture shows of a box.
struct BoxView {
  bool is_seen = true;  ///< false: nothing of the box is in front of the camera
  PixelRect pixels;     ///< contains all samples that triangles in the box may cover; not limited to the picture
  float nearest = 0;    ///< greatest depth (see VisibleSample) of a point of the box
};

/// Finds them. Rounding never moves a bound past a point of the box, because every operation of the projection is
/// monotonic in each of its operands. A box that reaches behind the camera, or far beyond the picture, may cover all
/// pixels at any depth.
BoxView view_of(const Bounds& box, const Projection& projection);

/// The least (farthest) depth in squares of 8 by 8 pixels, and in larger and larger squares of those, so that whole
/// items behind what is drawn can be skipped. Source: [greene1993].
class DepthPyramid {
 public:
  /// Measures all samples of a band.
  void measure(const VisibilityBand& band);
  /// Whether every sample in these pixels was nearer than `nearest`; pixels outside the band are ignored. False before
  /// the first measurement.
  bool hides(const PixelRect& pixels, float nearest) const;

 private:
  static constexpr int kSide = 8;  // pixels of the smallest squares
  struct Level {
    int width = 0, height = 0;
    std::vector<float> least;
    float at(int x, int y) const {
      return least[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    }
  };
  PixelRect area_;  // of the band
  std::vector<Level> levels_;
};

}  // namespace weald::render
