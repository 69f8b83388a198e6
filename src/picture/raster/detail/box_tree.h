#pragma once
// BoxTree: a hierarchy of boxes, so that many of them can be skipped together. Source: [clark1976].

#include <cstdint>
#include <span>
#include <vector>

#include "base/math/vec.h"

namespace weald::render {

/// A binary tree over boxes. Its shape depends only on the boxes and their order.
class BoxTree {
 public:
  /// A node's box contains those of its children, or of its own items if it is a leaf.
  struct Node {
    Bounds box;
    std::uint32_t first = 0;  ///< of a leaf: index into order(); otherwise number of the first child, which is followed
                              ///< by the second
    std::uint32_t count = 0;  ///< of a leaf: number of items; 0: not a leaf
  };

  BoxTree() = default;
  /// Builds the tree with at most `leaf` boxes in a leaf; empty boxes are left out, and boxes that are not finite count
  /// as everywhere. Pre: fewer than 2^31 boxes, leaf > 0.
  explicit BoxTree(std::vector<Bounds> boxes, std::uint32_t leaf = 8);

  /// The nodes, the root first; none if all boxes are empty.
  std::span<const Node> nodes() const { return nodes_; }
  /// Numbers of the boxes, leaf by leaf.
  std::span<const std::uint32_t> order() const { return order_; }
  /// Box `number`.
  const Bounds& box(std::size_t number) const { return boxes_[number]; }

 private:
  void split(std::uint32_t node, std::uint32_t begin, std::uint32_t end);
  std::vector<Bounds> boxes_;
  std::uint32_t leaf_ = 8;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> order_;
};

}  // namespace weald::render
