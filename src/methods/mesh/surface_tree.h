#pragma once
// SurfaceTree: the point of a triangle surface that is nearest to a given point.

#include <array>
#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "methods/mesh/soup.h"

namespace weald::mesh {

using Corners = std::array<Vec3, 3>;

/// Squared distance from `point` to a triangle, which may be degenerate. Source: [ericson2005].
double squared_distance(const Vec3& point, const Corners& triangle);

/// The point of a triangle, which may be degenerate, that is nearest to `point`. Source: [ericson2005].
Vec3 nearest_point(const Vec3& point, const Corners& triangle);

/// A bounding volume hierarchy over the triangles of a soup, four children per box.
class SurfaceTree {
 public:
  /// Builds the tree in n log n time, some 90 bytes per triangle. Pre: every face has three corners; there is at least
  /// one.
  explicit SurfaceTree(const Soup& triangles);

  /// Distance from `point` to the surface, exact except for rounding. `hint` is a triangle that may be close (any index
  /// is valid). It becomes the nearest triangle, which speeds up successive queries of neighbouring points. `visits`,
  /// if given, is increased by the number of boxes visited, a measure of the work.
  double distance(const Vec3& point, std::uint32_t& hint, std::uint64_t* visits = nullptr) const;

  /// Whether the surface has a point within `limit` of `point`. If so, `hint`, used as in distance(), becomes a
  /// triangle that has such a point. With a good hint most queries test one triangle. `visits` as above.
  bool within(const Vec3& point, double limit, std::uint32_t& hint, std::uint64_t* visits = nullptr) const;

  /// Distance from `point` to the nearest triangle; infinite if none lies within `limit`. If `enough` is above 0, the
  /// search stops at the first triangle within `enough` and returns the distance to that. `hint`, used as in
  /// distance(), becomes the triangle found. `visits` as above. Pre: enough <= limit.
  double distance_within(const Vec3& point, double limit, double enough, std::uint32_t& hint,
                         std::uint64_t* visits = nullptr) const;

  /// Distance from `point` to one of the triangles. Pre: there is such a triangle.
  double distance_to(const Vec3& point, std::uint32_t triangle) const;
  /// The corners of one of the triangles. Pre: there is such a triangle.
  Corners corners(std::uint32_t triangle) const;

 private:
  static constexpr std::size_t kChildren = 4;
  /// Four boxes side by side, so that SIMD tests them together. A missing box is infinitely far away.
  struct Boxes {
    std::array<std::array<float, kChildren>, 3> low{}, high{};
  };
  struct Node {
    Boxes boxes;
    std::array<std::uint32_t, kChildren> child{};  ///< into nodes_ or leaves_
    std::array<std::uint32_t, kChildren> is_leaf{};
  };
  struct Leaf {
    Boxes boxes;
    std::array<std::uint32_t, kChildren> triangle{};
  };
  struct Builder;
  struct Query;
  /// Searches for triangles whose squared distance is below `best`, and lowers `best` to each one found, until it is at
  /// most `enough`. `hint` becomes the last triangle found. Returns the number of boxes visited.
  std::uint64_t search(const Vec3& point, double enough, double& best, std::uint32_t& hint) const;

  std::vector<std::array<Vec3f, 3>> triangles_;
  std::vector<Node> nodes_;
  std::vector<Leaf> leaves_;
};

}  // namespace weald::mesh
