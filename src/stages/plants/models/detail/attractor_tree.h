#pragma once
// AttractorTree: attraction points with their nearest nodes, in a k-d tree that finds the points for which a new node
// is the nearest.

#include <cstdint>
#include <span>
#include <vector>

#include "base/math/vec.h"

namespace weald::tree {

/// An attraction point and its nearest node.
struct Attractor {
  Vec3 position{0};
  /// squared distance to the nearest node, at most the influence; negative once reached and removed
  double distance2 = 0;
  std::uint32_t nearest = 0;  ///< the nearest node; undefined while no node is within the influence
};

/// All attraction points of a tree.
class AttractorTree {
 public:
  /// `influence2` is the squared distance beyond which nodes are ignored; may be infinite.
  AttractorTree(std::span<const Vec3> positions, double influence2);

  /// Adds a node, which becomes the nearest node of every point to which it is closer than all earlier nodes. Returns
  /// the number of these points.
  std::size_t add_node(std::uint32_t node, const Vec3& position);
  /// Removes the points that have a node within the squared distance.
  void remove_reached(double kill2);
  /// Index in attractors() of the point nearest to `position`, whether reached or not; the first one on ties. Pre:
  /// there are points.
  std::uint32_t nearest_to(const Vec3& position) const;
  /// Approximate number of points examined since the tree was built.
  std::uint64_t work() const { return work_; }
  /// All points, in the tree's own spatially coherent order.
  std::span<const Attractor> attractors() const { return attractors_; }

 private:
  struct Cell {
    Bounds box;
    double farthest2 = 0;  ///< largest distance2 of its points
    std::uint32_t begin = 0, end = 0;
    std::uint32_t second = 0;  ///< index of the second child (the first is the next cell); 0: a leaf
  };
  std::uint32_t build(std::vector<std::uint32_t>& order, std::span<const Vec3> positions, std::uint32_t begin,
                      std::uint32_t end);
  void search(std::uint32_t cell, const Vec3& position, double& best2, std::uint32_t& best) const;
  double visit(std::uint32_t cell, std::uint32_t node, const Vec3& position, std::size_t& captured);

  std::vector<Attractor> attractors_;
  std::vector<Cell> cells_;
  std::uint64_t work_ = 0;
};

}  // namespace weald::tree
