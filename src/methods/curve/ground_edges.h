#pragma once
// Polylines as straight edges in the ground plane (x, z), and the exact distance from the samples of a grid to them.

#include <cstdint>
#include <span>
#include <vector>

#include "data/heightmap.h"
#include "data/polyline.h"

namespace weald::curve {

/// A straight edge in the ground plane; a point if both ends coincide.
struct GroundEdge {
  Vec2 a{0}, b{0};
};

/// The edges of polylines seen from above, in order; a polyline of one point gives one edge.
std::vector<GroundEdge> ground_edges(std::span<const Polyline> lines);

/// Squared distance from `p` to `edge`, in square metres.
double squared_distance(const Vec2& p, const GroundEdge& edge);

/// Exact distances to a set of edges. Immutable; queries may run concurrently.
///
/// A window is halved until few edges can be the nearest to any of its samples: those whose distance from its middle is
/// at most the least such distance plus the window's diagonal. No distance is approximated, and no limit of the
/// distance is needed.
class EdgeDistances {
 public:
  explicit EdgeDistances(std::vector<GroundEdge> edges);

  bool empty() const { return edges_.empty(); }
  /// Replaces `squares`, row by row, by the squared distance in square metres from each sample of `region` to the
  /// nearest edge; where that is farther than `limit` metres, the result is either the squared distance or infinity.
  /// Independent of the division of a grid into regions, apart from that choice.
  void fill(const GridSpec& grid, const Region& region, double limit, std::span<double> squares) const;

 private:
  std::vector<GroundEdge> edges_;
  double scale_ = 0;  ///< largest magnitude of a coordinate, metres
};

}  // namespace weald::curve
