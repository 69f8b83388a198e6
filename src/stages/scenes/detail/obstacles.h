#pragma once
// Obstacles: boxes that copies keep off, found by a grid seen from above.
//
// Two convex bodies are apart if and only if a plane parallel to a face of one of them, or to an edge of each, lies
// between them: for boxes, 15 directions to test. The boxes may be sheared. Source: [gottschalk1996] (oriented bounding
// boxes, separating axes), [ericson2005].

#include <array>
#include <cstdint>
#include <vector>

#include "base/math/vec.h"

namespace weald::scene {

/// A box in any orientation: all centre + a half[0] + b half[1] + c half[2] for a, b, c in [-1, 1].
struct OrientedBox {
  Vec3 centre{0};
  std::array<Vec3, 3> half{};  ///< from the centre to the middles of three faces, metres
};

/// The box under an affine map, with its faces moved outwards by `distance` metres. A box without thickness gets one of
/// a thousandth of a millimetre. Pre: the box is not empty, distance is not negative.
OrientedBox oriented_box(const Bounds& box, const Mat4& matrix, double distance);

/// The axis-aligned box around a box.
Bounds bounds(const OrientedBox& box);

/// Whether two boxes have a point in common.
bool overlap(const OrientedBox& a, const OrientedBox& b);

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
