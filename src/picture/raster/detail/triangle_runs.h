#pragma once
// TriangleRuns: puts triangles into an order in which vectors of them have consecutive corners.

#include <array>
#include <cstdint>
#include <vector>

#include "picture/raster/detail/depth_kernels.h"

namespace weald::render {

/// Collects triangles in CornerArrays. In the rows of a grid, every other triangle has the corners of the one two
/// places before, moved on by one. Such triangles are put together into vectors, some of them twice, to fill vectors:
/// in depth maps neither order nor repetition matters.
class TriangleRuns {
 public:
  /// `corners` is empty, and must outlive this.
  explicit TriangleRuns(CornerArrays& corners) : corners_(corners) {}
  /// Adds a triangle.
  void add(const std::array<std::uint32_t, 3>& triangle);
  /// Passes on all triangles that have not been, and pads the arrays. Call it once, after the last triangle.
  void finish();

 private:
  using Triangle = std::array<std::uint32_t, 3>;
  static constexpr std::size_t kLanes = PointArrays::kLanes;
  static constexpr std::size_t kLongest = 256 * kLanes;
  void end(std::vector<Triangle>& run);
  void pass_on(const Triangle* triangles);

  CornerArrays& corners_;
  std::array<std::vector<Triangle>, 2> runs_;
  std::size_t newest_ = 0;      // the run that was added to last
  std::vector<Triangle> rest_;  // triangles of shorter runs than a vector
};

}  // namespace weald::render
