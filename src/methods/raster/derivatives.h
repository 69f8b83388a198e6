#pragma once
// Derivatives of a heightmap: the basis of slope, aspect, curvature and the maps derived from them.

#include <array>

#include "data/heightmap.h"

namespace weald::maps {

/// First and second derivatives of the height with respect to world x (east) and z (south).
struct Derivatives {
  double x = 0;   ///< rise over run towards the east
  double z = 0;   ///< rise over run towards the south
  double xx = 0;  ///< 1/m
  double xz = 0;  ///< 1/m
  double zz = 0;  ///< 1/m
};

/// Distance, in samples, of the farthest samples that the derivatives at a sample depend on.
inline constexpr int kDerivativeRadius = 2;

/// Heights of the 3 x 3 samples around a sample, rows from north to south.
struct Patch {
  double nw, n, ne, w, c, e, sw, s, se;
};

/// The patch around a sample of the border; beyond the border the three samples next to it are extrapolated as a
/// parabola, or two as a straight line. Pre: as for derivatives_at.
Patch border_patch(const HeightView& heights, const GridSpec& grid, int x, int y);

/// The patch around sample `x` of the middle one of three rows, which start at the same x. Pre: the rows have the
/// samples x - 1 to x + 1.
inline Patch patch_at(const std::array<const float*, 3>& rows, int x) {
  const float* north = rows[0] + x;
  const float* here = rows[1] + x;
  const float* south = rows[2] + x;
  return {north[-1], north[0], north[1], here[-1], here[0], here[1], south[-1], south[0], south[1]};
}

/// Derivatives of the least-squares quadratic surface through a patch of samples `cell` metres apart.
inline Derivatives derivatives_of(const Patch& p, double cell) {
  const double west = p.nw + p.w + p.sw, middle = p.n + p.c + p.s, east = p.ne + p.e + p.se;
  const double north = p.nw + p.n + p.ne, centre = p.w + p.c + p.e, south = p.sw + p.s + p.se;
  return {.x = (east - west) / (6 * cell),
          .z = (south - north) / (6 * cell),
          .xx = (east + west - 2 * middle) / (3 * cell * cell),
          .xz = ((p.nw + p.se) - (p.ne + p.sw)) / (4 * cell * cell),
          .zz = (north + south - 2 * centre) / (3 * cell * cell)};
}

/// Derivatives at sample (x, y) of the least-squares quadratic surface through the 3 x 3 samples around it; see
/// border_patch for the border. Exact for quadratic surfaces everywhere. Inline, so that unused derivatives are not
/// computed. Pre: `heights` has the samples within kDerivativeRadius that lie in the grid. Source: [evans1980].
inline Derivatives derivatives_at(const HeightView& heights, const GridSpec& grid, int x, int y) {
  if (x <= 0 || y <= 0 || x + 1 >= grid.width || y + 1 >= grid.height)
    return derivatives_of(border_patch(heights, grid, x, y), grid.cell_size);
  return derivatives_of(patch_at({heights.row(y - 1), heights.row(y), heights.row(y + 1)}, x), grid.cell_size);
}

}  // namespace weald::maps
