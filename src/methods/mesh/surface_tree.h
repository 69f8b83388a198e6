#pragma once
// SurfaceTree: the point of a triangle surface that is nearest to a given point.

#include <array>
#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "methods/mesh/soup.h"

namespace weald::mesh {

using Corners = std::array<Vec3, 3>;

/// Square of the distance from `point` to a triangle, which may be degenerate. Source: [ericson2005].
double squared_distance(const Vec3& point, const Corners& triangle);

/// A tree of boxes over the triangles of a soup, four children to a box.
class SurfaceTree {
 public:
  /// Builds the tree in n log n time, 80 bytes a triangle. Pre: every face has three corners; there is one.
  explicit SurfaceTree(const Soup& triangles);

  /// Distance from `point` to the surface, exact but for rounding. `hint` is a triangle that may be near (any index is
  /// right) and becomes the nearest: queries of neighbouring points one after another are fast. `visits`, where given,
  /// is raised by the boxes that were looked into: a measure of the work.
  double distance(const Vec3& point, std::uint32_t& hint, std::uint64_t* visits = nullptr) const;

  /// Whether the surface has a point within `limit` of `point`; then `hint`, used as by distance(), becomes a triangle
  /// that has one. Most answers take a look at one triangle where the hint is good. `visits` as above.
  bool within(const Vec3& point, double limit, std::uint32_t& hint, std::uint64_t* visits = nullptr) const;

  /// Distance from `point` to one of the triangles. Pre: there is such a triangle.
  double distance_to(const Vec3& point, std::uint32_t triangle) const;

 private:
  static constexpr std::size_t kChildren = 4;
  /// The boxes of four children side by side, so that a processor looks at them together. One that is not there is
  /// infinitely far away.
  struct Node {
    std::array<std::array<float, kChildren>, 3> low{}, high{};
    std::array<std::uint32_t, kChildren> first{};  ///< of a leaf: into order_; else the child's number
    std::array<std::uint32_t, kChildren> count{};  ///< triangles of a leaf; 0: not a leaf
  };
  struct Builder;
  struct Query;
  Corners corners(std::uint32_t triangle) const;
  /// Looks for triangles nearer than the root of `best`, which becomes that of the nearest, until it is at most
  /// `enough`; `hint` becomes the last one found. Returns how many boxes were looked into.
  std::uint64_t search(const Vec3& point, double enough, double& best, std::uint32_t& hint) const;

  std::vector<Vec3f> positions_;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace weald::mesh
