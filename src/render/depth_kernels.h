#pragma once
// The inner loop of drawing depth maps, in one version per SIMD target. Internal to render/.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weald::render {

/// Points of a surface, one array per coordinate, metres.
struct PointArrays {
  static constexpr std::size_t kLanes = 8;  ///< arrays are readable up to the next multiple of this
  std::size_t count = 0;
  std::vector<float> x, y, z;
};

/// Points on the fixed-point grid of a depth map (see raster.h), with heights in steps.
struct PlacedPoints {
  std::vector<std::int32_t> x, y;
  std::vector<float> height;
};

/// Three rows that give x, y (on the fixed-point grid) and height: row[0] px + row[1] py + row[2] pz + row[3].
struct Placing {
  float x[4] = {}, y[4] = {}, height[4] = {};
};

/// Places all points, in the widest vectors that are allowed. Points beyond 10^6 pixels, or not finite, are put at 0.
void place_points(const PointArrays& points, const Placing& placing, PlacedPoints& placed);

}  // namespace weald::render
