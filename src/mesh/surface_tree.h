#pragma once
// SurfaceTree: the point of a triangle surface that is nearest to a given point.

#include <array>
#include <cstdint>
#include <vector>

#include "core/vec.h"
#include "mesh/soup.h"

namespace weald::mesh {

using Corners = std::array<Vec3, 3>;

/// Square of the distance from `point` to a triangle, which may be degenerate. Source: [ericson2005].
double squared_distance(const Vec3& point, const Corners& triangle);

/// A tree of boxes over the triangles of a soup.
class SurfaceTree {
 public:
  /// Builds the tree in n log n time, 60 bytes a triangle. Pre: every face has three corners; there is one.
  explicit SurfaceTree(const Soup& triangles);

  /// Distance from `point` to the surface, exact but for rounding. `hint` is a triangle that may be near (any index is
  /// right) and becomes the nearest: queries of neighbouring points one after another are fast. `visits`, where given,
  /// is raised by the boxes that were looked at: a measure of the work.
  double distance(const Vec3& point, std::uint32_t& hint, std::uint64_t* visits = nullptr) const;

  /// Whether the surface has a point within `limit` of `point`; then `hint`, used as by distance(), becomes a triangle
  /// that has one. Most answers take a look at one triangle where the hint is good. `visits` as above.
  bool within(const Vec3& point, double limit, std::uint32_t& hint, std::uint64_t* visits = nullptr) const;

  /// Distance from `point` to one of the triangles. Pre: there is such a triangle.
  double distance_to(const Vec3& point, std::uint32_t triangle) const;

 private:
  struct Node {
    Vec3f min{0}, max{0};
    std::uint32_t first = 0;  ///< leaf: into order_; else the second child (the first follows its parent)
    std::uint32_t count = 0;  ///< triangles of a leaf; 0: not a leaf
  };
  struct Builder;
  Corners corners(std::uint32_t triangle) const;
  /// Looks for triangles nearer than the root of `best`, which becomes that of the nearest, until it is at most
  /// `enough`; `hint` becomes the last one found. Returns how many boxes were looked at.
  std::uint64_t search(const Vec3& point, double enough, double& best, std::uint32_t& hint) const;

  std::vector<Vec3f> positions_;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace weald::mesh
