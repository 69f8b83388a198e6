#pragma once
// AttractorTree: attraction points, each with the nearest node so far, in a k-d tree that finds those that a new node
// comes nearest to.

#include <cstdint>
#include <span>
#include <vector>

#include "base/math/vec.h"

namespace weald::tree {

/// An attraction point and the node nearest to it.
struct Attractor {
  Vec3 position{0};
  double distance2 = 0;  ///< squared, to the nearest node, at most the influence; negative: reached, no longer there
  std::uint32_t nearest = 0;  ///< the node; undefined while distance2 is the influence's
};

/// All attraction points of a tree.
class AttractorTree {
 public:
  /// `influence2` is the squared distance beyond which a node does not count; may be infinite.
  AttractorTree(std::span<const Vec3> positions, double influence2);

  /// Tells of a node: it becomes the nearest of all points that no earlier node is as near to. Returns their number.
  std::size_t add_node(std::uint32_t node, const Vec3& position);
  /// Takes away the points with a node within the squared distance.
  void remove_reached(double kill2);
  /// Number, in attractors(), of the point nearest to a place, reached or not, the first among equals. Pre: there are
  /// points.
  std::uint32_t nearest_to(const Vec3& position) const;
  /// How many points have been looked at, about, since the tree was built.
  std::uint64_t work() const { return work_; }
  /// All points, in an order of the tree's own that keeps neighbours together.
  std::span<const Attractor> attractors() const { return attractors_; }

 private:
  struct Cell {
    Bounds box;
    double farthest2 = 0;  ///< largest distance2 of its points
    std::uint32_t begin = 0, end = 0;
    std::uint32_t second = 0;  ///< the second child; the first is the next cell; 0: a leaf
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
