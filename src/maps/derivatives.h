#pragma once
// Derivatives of a heightmap: what slope, aspect, curvature and the maps made of them stand on.

#include <functional>

#include "core/field.h"
#include "core/heightmap.h"

namespace weald::maps {

/// First and second derivatives of the height, by world x (east) and z (south).
struct Derivatives {
  double x = 0;   ///< rise over run towards the east
  double z = 0;   ///< rise over run towards the south
  double xx = 0;  ///< 1/m
  double xz = 0;  ///< 1/m
  double zz = 0;  ///< 1/m
};

/// Samples around a sample that its derivatives depend on.
inline constexpr int kDerivativeRadius = 2;

/// Derivatives at sample (x, y) of the quadratic surface that fits the 3 x 3 samples around it best. At a border the
/// samples beyond it continue the three next to it as a parabola, two as a straight line: exact for quadratic surfaces
/// everywhere. Pre: `heights` has the samples within kDerivativeRadius that lie in the grid. Source: [evans1980].
Derivatives derivatives_at(const HeightView& heights, const GridSpec& grid, int x, int y);

/// The kernel that gives `value` of the derivatives of its first input.
FieldKernel derivative_kernel(std::function<double(const Derivatives&)> value);

}  // namespace weald::maps
