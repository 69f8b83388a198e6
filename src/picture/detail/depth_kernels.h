#pragma once
// The inner loop of drawing depth maps, in one version per SIMD target. Internal to render/.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weald::render {

/// Points of a surface, one array per coordinate, metres.
struct PointArrays {
  static constexpr std::size_t kLanes = 16;  ///< arrays are readable up to the next multiple of this
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

/// Corners of triangles, one array per corner; readable up to the next multiple of PointArrays::kLanes.
struct CornerArrays {
  std::size_t count = 0;
  std::vector<std::int32_t> a, b, c;
};

/// Triangles that may cover the centre of a pixel, by their numbers. They keep their memory for the next map.
struct CoveringTriangles {
  std::vector<std::uint32_t> one;   ///< cover exactly one: the only one in their box
  std::vector<std::uint32_t> some;  ///< have several in their box
};

/// Sorts out triangles that cover no pixel's centre, most of those of a coarse map; the order is kept. Numbers of
/// points are those of `placed`. The top-left rule of raster.h holds.
void find_covering(const CornerArrays& corners, const PlacedPoints& placed, CoveringTriangles& found);

/// Places all points, in the widest vectors that are allowed. Points beyond 10^6 pixels, or not finite, are put at 0.
void place_points(const PointArrays& points, const Placing& placing, PlacedPoints& placed);

}  // namespace weald::render
