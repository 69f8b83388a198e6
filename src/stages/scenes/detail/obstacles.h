#pragma once
// Obstacles: boxes that copies keep off, found by a grid seen from above.

#include <cstdint>
#include <vector>

#include "stages/scenes/detail/oriented_box.h"

namespace weald::scene {

class Obstacles {
 public:
  /// Nothing to keep off.
  Obstacles() = default;
  explicit Obstacles(std::vector<OrientedBox> boxes);

  bool empty() const { return boxes_.empty(); }
  /// Whether any obstacle may reach a place within `reach` metres of (x, z) `place`.
  bool may_reach(const Vec2& place, double reach) const;
  /// Whether `box` overlaps an obstacle.
  bool hit(const OrientedBox& box) const;

 private:
  struct Cells {
    std::int64_t left, right, top, bottom;  ///< inclusive
  };
  Cells cells_of(const Vec2& low, const Vec2& high) const;
  /// Calls visit(obstacle) for each obstacle in the cells until a call returns true. Returns whether one did.
  template <class Visitor>
  bool any_in(const Cells& cells, Visitor&& visit) const;

  std::vector<OrientedBox> boxes_;
  std::vector<Bounds> bounds_;  ///< of the boxes
  Vec2 low_{0}, high_{0};       ///< of all boxes
  double cell_ = 1;             ///< metres
  std::int64_t columns_ = 0, rows_ = 0;
  std::vector<std::uint32_t> begin_;  ///< per cell and one more: offset into listed_
  std::vector<std::uint32_t> listed_;
};

}  // namespace weald::scene
