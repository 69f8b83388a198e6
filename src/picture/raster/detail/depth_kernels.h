#pragma once
// The inner loops of drawing depth maps, compiled once per SIMD target.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// Points of a surface as a structure of arrays, in metres.
struct PointArrays {
  static constexpr std::size_t kLanes = 16;  ///< arrays are readable up to the next multiple of this
  std::size_t count = 0;
  std::vector<float> x, y, z;
};

/// Points projected onto the fixed-point grid of a depth map (see raster.h), with heights in steps.
struct PlacedPoints {
  std::vector<std::int32_t> x, y;
  std::vector<float> height;
};

/// An affine map to x, y (on the fixed-point grid) and height. Each is row[0] px + row[1] py + row[2] pz + row[3].
struct Placing {
  float x[4] = {}, y[4] = {}, height[4] = {};
};

/// Corner indices of triangles, one array per corner; readable up to the next multiple of PointArrays::kLanes.
struct CornerArrays {
  std::size_t count = 0;
  std::vector<std::int32_t> a, b, c;
  /// Per PointArrays::kLanes triangles: bits 0, 1 and 2 are set if their corners a, b and c are consecutive points, so
  /// that these can be loaded, which is much faster than gathering them. Empty: none are known to be.
  std::vector<std::uint8_t> runs;

  /// Corners of triangle `i`.
  std::array<std::uint32_t, 3> at(std::size_t i) const {
    return {static_cast<std::uint32_t>(a[i]), static_cast<std::uint32_t>(b[i]), static_cast<std::uint32_t>(c[i])};
  }
  /// Adds a triangle.
  void add(const std::array<std::uint32_t, 3>& corners) { add(std::span(&corners, 1)); }
  /// Adds triangles.
  void add(std::span<const std::array<std::uint32_t, 3>> triangles) {
    for (auto* array : {&a, &b, &c}) array->resize(count + triangles.size());
    for (const std::array<std::uint32_t, 3>& corners : triangles) {
      a[count] = static_cast<std::int32_t>(corners[0]), b[count] = static_cast<std::int32_t>(corners[1]);
      c[count] = static_cast<std::int32_t>(corners[2]);
      ++count;
    }
  }
  /// Removes all triangles.
  void clear() {
    for (auto* array : {&a, &b, &c}) array->clear();
    runs.clear();
    count = 0;
  }
  /// Makes room for `triangles` triangles.
  void reserve(std::size_t triangles) {
    for (auto* array : {&a, &b, &c})
      array->reserve((triangles + PointArrays::kLanes - 1) / PointArrays::kLanes * PointArrays::kLanes);
  }
  /// Pads the arrays to whole vectors.
  void pad() {
    for (auto* array : {&a, &b, &c})
      array->resize((count + PointArrays::kLanes - 1) / PointArrays::kLanes * PointArrays::kLanes);
  }
};

/// Triangles that may cover a pixel centre, by number. The memory is reused for the next map.
struct CoveringTriangles {
  std::vector<std::uint32_t> one;   ///< triangles that cover exactly one centre, the only one in their box
  std::vector<std::uint32_t> some;  ///< triangles with several centres in their box
};

/// Culls triangles that cover no pixel centre, which are most triangles of a coarse map, and keeps the order of the
/// others. Corners index `placed`. Coverage follows the top-left rule of raster.h.
void find_covering(const CornerArrays& corners, const PlacedPoints& placed, CoveringTriangles& found);

/// Rasterises small triangles into `heights` (rows of `size.width` pixels, sampled at pixel centres), several triangles
/// per vector, and keeps the maximum. Coverage follows the top-left rule of raster.h. `large` receives the numbers of
/// all other triangles that may cover a pixel centre.
void fill_small_triangles(const CornerArrays& corners, const PlacedPoints& placed, PixelSize size, float* heights,
                          std::vector<std::uint32_t>& large);

/// Projects positions in the same way, as points relative to `centre`.
void place_points(std::span<const Vec3f> positions, const Vec3f& centre, const Placing& placing, PlacedPoints& placed);

/// Projects all points, in the widest vectors available. Points beyond 10^6 pixels, or not finite, become 0.
void place_points(const PointArrays& points, const Placing& placing, PlacedPoints& placed);

}  // namespace weald::render
