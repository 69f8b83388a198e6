#pragma once
// The hierarchy of right triangles over a heightmap: which vertices an adaptive mesh has.

#include <cstdint>
#include <utility>
#include <vector>

#include "data/grid.h"
#include "stages/land/meshing/detail/adaptive_keep_kernels.h"
#include "stages/land/meshing/detail/rtin_triangle.h"

namespace weald::terrain::detail {

/// Squares of side `root` cover the map; each is two right triangles, which are halved at the middle of the long edge
/// over and over down to half cells. A vertex that is *kept* is the middle of a long edge that is cut; with it all
/// vertices are kept that the halving needs, so that kept vertices always make a mesh without cracks. Source:
/// [evans2001].
class Hierarchy {
 public:
  /// Pre: at least 2 x 2 samples, all finite.
  explicit Hierarchy(const Grid<float>& samples);

  /// Decides anew which vertices are kept: those whose two triangles, as planes through heights(), exceed `tolerance`
  /// at a sample they cover, and those that these need. From the smallest triangles upwards, every sample of each.
  void keep_where_needed(const Tolerance& tolerance);

  /// A byte for every vertex, not 0 where it is kept.
  const std::vector<std::uint8_t>& kept_vertices() const { return kept_; }
  /// Keeps what a hierarchy over the same samples keeps, too. Planes that were tested still stand for their samples: a
  /// triangle of the mesh has no kept vertex in the middle of its long edge.
  void keep_also(const std::vector<std::uint8_t>& others);

  /// Heights of the vertices, metres. At first those of the samples; east and south of the map, these mirrored at the
  /// border.
  Plate<float> heights() { return {heights_.data(), stride_, columns_, rows_}; }
  Plate<const float> heights() const { return {heights_.data(), stride_, columns_, rows_}; }
  Plate<const float> samples() const { return samples_; }
  /// Whether the mesh has a vertex there. Corners of the squares of side root() are always kept.
  bool kept(GridPoint p) const { return kept_[index(p.x, p.y)] != 0; }

  /// The place of a vertex in rows as far apart as those of heights().
  std::size_t index(GridPoint p) const { return index(p.x, p.y); }
  bool kept(std::size_t place) const { return kept_[place] != 0; }
  /// Where it is noted whether a vertex is kept (not 0): one byte for each, in rows that are as far apart as those of
  /// heights().
  const std::uint8_t* kept_at(GridPoint p) const { return kept_.data() + index(p.x, p.y); }
  /// Makes a point that is no vertex one, at `height`. For points in which the map's border cuts the mesh, when all is
  /// decided.
  void add_vertex(GridPoint p, float height) {
    kept_[index(p.x, p.y)] = 1;
    heights_[index(p.x, p.y)] = height;
  }

  int root() const { return root_; }
  /// Columns and rows of the squares of side `side` that have a part of the map.
  int squares_across(int side) const { return (samples_.width - 2) / side + 1; }
  int squares_down(int side) const { return (samples_.height - 2) / side + 1; }

  /// Calls leaf(triangle) for the triangles of the mesh within `t`, one after the other along a space-filling curve.
  /// Triangles with legs of `stop` samples that are cut go to `stopped` instead. Triangles off the map are left out.
  template <class Leaf, class Stopped>
  void walk(const RightTriangle& t, int stop, const Leaf& leaf, const Stopped& stopped) const;

  /// The two triangles of square (i, j) of side `side`: the southern one first.
  static std::pair<RightTriangle, RightTriangle> halves(int i, int j, int side);
  /// True for triangles without any of the map's area.
  bool off_map(const RightTriangle& t) const {
    return std::min({t.a.x, t.b.x, t.apex.x}) >= samples_.width - 1 ||
           std::min({t.a.y, t.b.y, t.apex.y}) >= samples_.height - 1;
  }
  /// Whether a triangle with straight legs is one of the mesh or holds some of it. Pre: its legs are at most root()
  /// long.
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
  int columns_ = 0;  // of vertices; a multiple of the root and one
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
