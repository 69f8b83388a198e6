#pragma once
// AxisCurve: an axis as a smooth curve through its nodes, with a radius that does not overshoot.

#include <optional>
#include <span>

#include "stages/plants/skin/detail/axes.h"

namespace weald::plant {

/// Radii that replace those of the nodes: at least `least` everywhere, and `end` at the last node.
struct TipRadii {
  double least = 0;
  std::optional<double> end{};
};

/// A view of an axis's nodes as a curve of node_count - 1 pieces, each with a parameter from 0 to 1. Pre: at least two
/// nodes; adjacent nodes are distinct.
class AxisCurve {
 public:
  /// `nodes` must outlive the curve. Without `smooth`, pieces are straight.
  AxisCurve(std::span<const AxisNode> nodes, bool smooth, const TipRadii& tip = {})
      : nodes_(nodes), smooth_(smooth), tip_(tip) {}

  /// Number of pieces.
  std::size_t pieces() const { return nodes_.size() - 1; }
  /// Position of a node, which is the start of the piece of the same number.
  const Vec3& node(std::size_t number) const { return nodes_[number].position; }
  /// Length of the chord of a piece, metres.
  double chord(std::size_t piece) const;
  /// Point of a piece at `t`; the end nodes exactly at 0 and 1.
  Vec3 position(std::size_t piece, double t) const;
  /// Radius at `t`, between the radii of the piece's two nodes.
  double radius(std::size_t piece, double t) const;
  /// Angle in degrees between the chords that meet at a node; 0 at the ends of the axis.
  double turn(std::size_t node) const;

 private:
  Vec3 inner_tangent(std::size_t node, double step) const;
  double inner_slope(std::size_t node) const;
  double node_radius(std::size_t node) const;

  std::span<const AxisNode> nodes_;
  bool smooth_;
  TipRadii tip_;
};

}  // namespace weald::plant
