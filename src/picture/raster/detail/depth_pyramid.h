#pragma once
// DepthPyramid: the farthest depths of a picture, tile by tile, so that whole items behind them can be skipped.
// Source: [greene1993].

#include <vector>

#include "picture/raster/visibility.h"

namespace weald::render {

/// The least (farthest) depth in squares of 8 by 8 pixels, and in larger and larger squares of those.
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
