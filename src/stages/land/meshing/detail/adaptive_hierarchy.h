#pragma once
// The hierarchy of right triangles over a heightmap, and the vertices of an adaptive mesh within it.

#include <cstdint>
#include <utility>
#include <vector>

#include "data/grid.h"
#include "stages/land/meshing/detail/adaptive_keep_kernels.h"
#include "stages/land/meshing/detail/rtin_triangle.h"

namespace weald::terrain::detail {

/// Squares of side `root` cover the map. Each consists of two right triangles, which are bisected at the midpoint of
/// their long edge repeatedly, down to half cells. A vertex is *kept* if it is the midpoint of a long edge that is
/// bisected. Every vertex that this bisection requires is kept too, so kept vertices always form a mesh without cracks.
/// Source: [evans2001].
class Hierarchy {
 public:
  /// Pre: at least 2 x 2 samples, all finite.
  explicit Hierarchy(const Grid<float>& samples);

  /// Recomputes which vertices are kept: those whose two triangles, as planes through heights(), exceed `tolerance` at
  /// a sample they cover, and every vertex that these require. Works upwards from the smallest triangles and tests
  /// every sample of each.
  void keep_where_needed(const Tolerance& tolerance);

  /// One byte per vertex, nonzero if it is kept.
  const std::vector<std::uint8_t>& kept_vertices() const { return kept_; }
  /// Keeps in addition the kept vertices of a hierarchy over the same samples. The planes tested remain valid: no
  /// triangle of the mesh has a kept vertex at the midpoint of its long edge.
  void keep_also(const std::vector<std::uint8_t>& others);

  /// Heights of the vertices, metres; initially those of the samples. Vertices east and south of the map mirror the
  /// samples at the border.
  Plate<float> heights() { return {heights_.data(), stride_, columns_, rows_}; }
  Plate<const float> heights() const { return {heights_.data(), stride_, columns_, rows_}; }
  Plate<const float> samples() const { return samples_; }
  /// Whether the mesh has a vertex at `p`. Corners of the squares of side root() are always kept.
  bool kept(GridPoint p) const { return kept_[index(p.x, p.y)] != 0; }

  /// Index of a vertex in arrays with the row stride of heights().
  std::size_t index(GridPoint p) const { return index(p.x, p.y); }
  bool kept(std::size_t place) const { return kept_[place] != 0; }
  /// Pointer to a vertex's kept flag (nonzero: kept): one byte per vertex, with the row stride of heights().
  const std::uint8_t* kept_at(GridPoint p) const { return kept_.data() + index(p.x, p.y); }
  /// Adds a vertex at `height` where there is none: a point where the border of the map cuts the mesh. Call it only
  /// after all kept vertices are known.
  void add_vertex(GridPoint p, float height) {
    kept_[index(p.x, p.y)] = 1;
    heights_[index(p.x, p.y)] = height;
  }

  int root() const { return root_; }
  /// Numbers of columns and rows of squares of side `side` that overlap the map.
  int squares_across(int side) const { return (samples_.width - 2) / side + 1; }
  int squares_down(int side) const { return (samples_.height - 2) / side + 1; }

  /// Calls leaf(triangle) for the mesh's triangles within `t`, in the order of a space-filling curve. Triangles with
  /// legs of `stop` samples that are bisected further go to `stopped` instead. Triangles off the map are skipped.
  template <class Leaf, class Stopped>
  void walk(const RightTriangle& t, int stop, const Leaf& leaf, const Stopped& stopped) const;

  /// The two triangles of square (i, j) of side `side`, the southern one first.
  static std::pair<RightTriangle, RightTriangle> halves(int i, int j, int side);
  /// Whether a triangle lies entirely off the map.
  bool off_map(const RightTriangle& t) const {
    return std::min({t.a.x, t.b.x, t.apex.x}) >= samples_.width - 1 ||
           std::min({t.a.y, t.b.y, t.apex.y}) >= samples_.height - 1;
  }
  /// Whether a triangle with axis-aligned legs is a triangle of the mesh or contains some. Pre: its legs are at most
  /// root() long.
  bool reached(const RightTriangle& t) const { return kept(t.apex); }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(stride_) + static_cast<std::size_t>(x);
  }
  void fill_heights();
  void keep_corners();
  VertexRow row(int y);
  void keep_in_edges(int reach, const Tolerance& tolerance);
  void keep_in_squares(int side, const Tolerance& tolerance);
  void keep_in_smallest_edges(const Tolerance& tolerance);
  void keep_in_smallest_squares(int j, int count, const Tolerance& tolerance);
  template <int kReach>
  void keep_in_small_edges(const Tolerance& tolerance);
  template <int kSide>
  void keep_in_small_squares(const Tolerance& tolerance);
  bool edge_needed(int x, int y, int reach, const Tolerance& tolerance) const;
  bool square_needed(int i, int j, int side, const Tolerance& tolerance) const;

  Plate<const float> samples_;
  int root_ = 1;
  int columns_ = 0;  // columns of vertices: a multiple of the root, plus one
  int rows_ = 0;
  std::ptrdiff_t stride_ = 0;
  std::vector<float> heights_;
  std::vector<std::uint8_t> kept_;
};

template <class Leaf, class Stopped>
void Hierarchy::walk(const RightTriangle& t, int stop, const Leaf& leaf, const Stopped& stopped) const {
  if (off_map(t)) return;
  const bool straight = t.has_straight_legs();
  const int reach = straight ? std::abs(t.a.x - t.apex.x) + std::abs(t.a.y - t.apex.y) : 0;
  if (reach == 1 || !kept(t.middle())) {
    leaf(t);
  } else if (straight && reach == stop) {
    stopped(t);
  } else {
    walk(t.first_half(), stop, leaf, stopped);
    walk(t.second_half(), stop, leaf, stopped);
  }
}

}  // namespace weald::terrain::detail
