#pragma once
// The inner loop of drawing depth maps, in one version per SIMD target. Internal to render/.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "picture/camera/picture_params.h"

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

  /// Corners of triangle `i`.
  std::array<std::uint32_t, 3> at(std::size_t i) const {
    return {static_cast<std::uint32_t>(a[i]), static_cast<std::uint32_t>(b[i]), static_cast<std::uint32_t>(c[i])};
  }
  /// Adds a triangle.
  void add(const std::array<std::uint32_t, 3>& corners) {
    a.push_back(static_cast<std::int32_t>(corners[0])), b.push_back(static_cast<std::int32_t>(corners[1]));
    c.push_back(static_cast<std::int32_t>(corners[2]));
    ++count;
  }
  /// Makes the arrays as long as vectors need them.
  void pad() {
    for (auto* array : {&a, &b, &c})
      array->resize((count + PointArrays::kLanes - 1) / PointArrays::kLanes * PointArrays::kLanes);
  }
};

/// Triangles that may cover the centre of a pixel, by their numbers. They keep their memory for the next map.
struct CoveringTriangles {
  std::vector<std::uint32_t> one;   ///< cover exactly one: the only one in their box
  std::vector<std::uint32_t> some;  ///< have several in their box
};

/// Sorts out triangles that cover no pixel's centre, most of those of a coarse map; the order is kept. Numbers of
/// points are those of `placed`. The top-left rule of raster.h holds.
void find_covering(const CornerArrays& corners, const PlacedPoints& placed, CoveringTriangles& found);

/// Draws triangles over few pixels into `heights`, rows of `size.width` pixels with a sample in their middle, where
/// they are higher than what is there, many triangles at a time. The top-left rule of raster.h holds. `large` gets the
/// numbers of the others that may cover a pixel's centre.
void fill_small_triangles(const CornerArrays& corners, const PlacedPoints& placed, PixelSize size, float* heights,
                          std::vector<std::uint32_t>& large);

/// Places all points, in the widest vectors that are allowed. Points beyond 10^6 pixels, or not finite, are put at 0.
void place_points(const PointArrays& points, const Placing& placing, PlacedPoints& placed);

}  // namespace weald::render
