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
/// Edges that follow each other form chains, which are halved down to single edges; each chain lies within a known
/// distance of the straight line between its ends, its slack. A window of samples is halved in the same way: of each
/// half, the chains are kept that may be the nearest to one of its samples, and those with too much slack are replaced
/// by their halves. No distance is approximated, and no limit of the distance is needed.
class EdgeDistances {
 public:
  explicit EdgeDistances(std::span<const GroundEdge> edges);

  bool empty() const { return chains_.empty(); }
  /// Replaces `squares`, row by row, by the squared distance in square metres from each sample of `region` to the
  /// nearest edge; where that is farther than `limit` metres, the result is either the squared distance or infinity.
  /// Independent of the division of a grid into regions, apart from that choice.
  void fill(const GridSpec& grid, const Region& region, double limit, std::span<double> squares) const;

  /// A chain of edges; single edges have no halves.
  struct Chain {
    GroundEdge line;                      ///< between its ends
    double inverse = 0;                   ///< of the squared length of the line, 1/m2; 0 for a point
    double slack = 0;                     ///< metres
    std::uint32_t first = 0, second = 0;  ///< the numbers of its halves; 0: a single edge
  };

 private:
  std::uint32_t add_chain(std::span<const GroundEdge> edges);

  std::vector<Chain> chains_;
  std::vector<std::uint32_t> roots_;  ///< the chains that are halves of no other
  double scale_ = 0;                  ///< largest magnitude of a coordinate, metres
};

}  // namespace weald::curve
