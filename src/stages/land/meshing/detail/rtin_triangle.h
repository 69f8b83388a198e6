#pragma once
// Right triangles of an adaptive mesh, and the samples they cover.

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace weald::terrain::detail {

/// Sample coordinates: column and row. Vertices of the hierarchy may lie east or south of the map.
struct GridPoint {
  int x = 0;
  int y = 0;
  bool operator==(const GridPoint&) const = default;
};

/// An isosceles right triangle: its long edge runs from `a` to `b`, and the right angle is at `apex`. Counter-clockwise
/// seen from above (rows grow towards the viewer).
struct RightTriangle {
  GridPoint a;
  GridPoint b;
  GridPoint apex;

  GridPoint middle() const { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }
  /// The two triangles that bisection at the midpoint of the long edge produces.
  RightTriangle first_half() const { return {apex, a, middle()}; }
  RightTriangle second_half() const { return {b, apex, middle()}; }
  /// Whether the short edges run along rows and columns.
  bool has_straight_legs() const { return apex.x == a.x || apex.y == a.y; }
  /// Length of the legs if they are axis-aligned, otherwise half the length of the long edge, in samples.
  int reach() const {
    return has_straight_legs() ? std::abs(a.x - apex.x) + std::abs(a.y - apex.y)
                               : (std::abs(a.x - b.x) + std::abs(a.y - b.y)) / 2;
  }
};

/// A view of heights in rows; `width` and `height` are the number of samples, `stride` is the distance between rows.
template <class T>
struct Plate {
  T* data = nullptr;
  std::ptrdiff_t stride = 0;
  int width = 0;
  int height = 0;
  T* row(int y) const { return data + y * stride; }
  T& at(int x, int y) const { return data[y * stride + x]; }
  T& at(GridPoint p) const { return at(p.x, p.y); }
};

/// A triangle as rows of samples and a plane. In row y = y_ref + t, for t from t_begin to t_end (both included), it
/// covers the columns from left + left_step |t| to right + right_step |t|. The height of its plane is
/// base + (x - x_ref) slope_x + t slope_y.
struct Facet {
  int x_ref, y_ref;
  int t_begin, t_end;
  int left, left_step;
  int right, right_step;
  float base, slope_x, slope_y;
};

/// Facet of a triangle with axis-aligned legs: its right angle is at `apex`, and its legs extend `side` samples towards
/// `dx` and `dy` (each 1 or -1). `inverse` is 1 / side, which is exact because sides are powers of two.
inline Facet straight_facet(const Plate<const float>& heights, GridPoint apex, int side, float inverse, int dx,
                            int dy) {
  Facet f{};
  f.x_ref = apex.x;
  f.y_ref = apex.y;
  f.t_begin = dy > 0 ? 0 : -side;
  f.t_end = dy > 0 ? side : 0;
  f.left = dx > 0 ? apex.x : apex.x - side;
  f.left_step = dx > 0 ? 0 : 1;
  f.right = dx > 0 ? apex.x + side : apex.x;
  f.right_step = dx > 0 ? -1 : 0;
  f.base = heights.at(apex);
  f.slope_x = (heights.at(apex.x + dx * side, apex.y) - f.base) * (inverse * static_cast<float>(dx));
  f.slope_y = (heights.at(apex.x, apex.y + dy * side) - f.base) * (inverse * static_cast<float>(dy));
  return f;
}

/// Facet of a triangle with an axis-aligned long edge: the midpoint of that edge is `middle`, and the apex lies `reach`
/// samples away in direction (`dx`, `dy`), one of which is 0.
inline Facet diagonal_facet(const Plate<const float>& heights, GridPoint middle, int reach, float inverse, int dx,
                            int dy) {
  Facet f{};
  f.x_ref = middle.x;
  f.y_ref = middle.y;
  const float apex = heights.at(middle.x + dx * reach, middle.y + dy * reach);
  if (dx == 0) {
    const float west = heights.at(middle.x - reach, middle.y);
    const float east = heights.at(middle.x + reach, middle.y);
    f.t_begin = dy > 0 ? 0 : -reach;
    f.t_end = dy > 0 ? reach : 0;
    f.left = middle.x - reach;
    f.left_step = 1;
    f.right = middle.x + reach;
    f.right_step = -1;
    f.base = 0.5f * (west + east);
    f.slope_x = (east - west) * (0.5f * inverse);
    f.slope_y = (apex - f.base) * (inverse * static_cast<float>(dy));
  } else {
    const float north = heights.at(middle.x, middle.y - reach);
    const float south = heights.at(middle.x, middle.y + reach);
    f.t_begin = -reach;
    f.t_end = reach;
    f.left = dx > 0 ? middle.x : middle.x - reach;
    f.left_step = dx > 0 ? 0 : 1;
    f.right = dx > 0 ? middle.x + reach : middle.x;
    f.right_step = dx > 0 ? -1 : 0;
    f.base = 0.5f * (north + south);
    f.slope_x = (apex - f.base) * (inverse * static_cast<float>(dx));
    f.slope_y = (south - north) * (0.5f * inverse);
  }
  return f;
}

/// Facet of any triangle of the hierarchy.
inline Facet facet_of(const Plate<const float>& heights, const RightTriangle& t) {
  const int reach = t.reach();
  const float inverse = 1.0f / static_cast<float>(reach);
  if (!t.has_straight_legs()) {
    const GridPoint m = t.middle();
    return diagonal_facet(heights, m, reach, inverse, (t.apex.x - m.x) / reach, (t.apex.y - m.y) / reach);
  }
  const int dx = (t.a.x + t.b.x - 2 * t.apex.x) / reach;
  const int dy = (t.a.y + t.b.y - 2 * t.apex.y) / reach;
  return straight_facet(heights, t.apex, reach, inverse, dx, dy);
}

/// Lowest and highest signed distance of samples above a plane, metres.
struct Residual {
  float low = 0;
  float high = 0;
};

/// Tolerance of a plane: every sample is at most `limit` from it, and the residuals of the samples differ by at most
/// `spread`. Metres.
struct Tolerance {
  float limit = 0;
  float spread = 0;
  bool holds(const Residual& r) const { return (r.high <= limit) & (r.low >= -limit) & (r.high - r.low <= spread); }
};

/// Last row of a facet that lies on the map, relative to y_ref.
inline int last_row(const Facet& f, const Plate<const float>& samples) {
  return std::min(f.t_end, samples.height - 1 - f.y_ref);
}

}  // namespace weald::terrain::detail
