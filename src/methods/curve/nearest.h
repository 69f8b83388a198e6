#pragma once
// Nearest point on polylines in the ground plane, by exact point-segment distances and a grid of candidates.
// Source: [ericson2005] (closest point on a segment).

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "data/polyline.h"

namespace weald::curve {

/// The point of the segment a-b that is nearest to `p`, as a share of the way from a to b; 0 where a and b coincide.
double nearest_share(const Vec2& p, const Vec2& a, const Vec2& b);

/// Finds the point of polylines that is nearest to a query point, seen from above (x, z). Immutable; queries may run
/// concurrently.
class NearestIndex {
 public:
  /// The nearest place on the lines.
  struct Hit {
    double distance;     ///< metres in the ground plane
    double height;       ///< y of the polyline there, metres
    std::uint32_t line;  ///< index of the polyline
  };

  /// Prepares `lines` for queries up to `reach` metres away. Pre: reach > 0. Cells are as wide as the reach, or wider
  /// if needed to stay within kMaxCells cells and kMaxReferences entries.
  NearestIndex(std::span<const Polyline> lines, double reach);

  /// The nearest place within the reach of (x, z) `p`; unset if there is none. If several places are equally near, it
  /// is on the first of their edges.
  std::optional<Hit> nearest(const Vec2& p) const;

  /// The nearest place on one of the lines.
  struct LineHit {
    std::uint32_t line;  ///< index of the polyline
    std::uint32_t edge;  ///< of the line; its points are edge and edge + 1
    double share;        ///< of the way along the edge, 0 to 1
    double distance;     ///< metres in the ground plane
  };

  /// Replaces `hits` by the nearest place on every line within the reach of (x, z) `p`, lines in ascending order. If
  /// several places on a line are equally near, it is on the first of their edges.
  void nearest_of_each(const Vec2& p, std::vector<LineHit>& hits) const;

  /// Limits of the grid, which bound its memory to about 150 MB.
  static constexpr double kMaxCells = 1 << 22;
  static constexpr std::size_t kMaxReferences = std::size_t{1} << 25;

 private:
  struct Edge {
    Vec3 a{0}, b{0};
    std::uint32_t line;
    std::uint32_t number;  // within the line
  };
  std::span<const std::uint32_t> edges_near(const Vec2& p) const;
  void size_cells(const Vec2& low, const Vec2& high);
  /// Calls visit(cell) for every cell that may hold a point within the reach of `edge`.
  template <class Visitor>
  void visit_cells(const Edge& edge, Visitor&& visit) const;
  std::size_t count_references() const;
  void fill_cells();

  double reach_;
  double cell_ = 1;
  Vec2 origin_{0};
  Vec2 extent_{0};
  int columns_ = 0;
  int rows_ = 0;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> cell_begin_;  ///< columns * rows + 1 offsets into cell_edges_
  std::vector<std::uint32_t> cell_edges_;  ///< ascending inside a cell
};

}  // namespace weald::curve
