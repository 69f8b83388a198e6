#pragma once
// Hillslope diffusion: soil creep, which rounds ridges.

#include <span>

#include "methods/raster/cells.h"

namespace weald::hydrology {

/// Diffuses `heights`, an array over `cells`, with diffusivity 1 cell^2 for the time `amount`: one implicit step along
/// the columns, then one along the rows, stable for any amount. Nothing crosses the border; the sum of heights is
/// conserved up to rounding. Pre: amount >= 0.
/// Source: [yanenko1971] (splitting by directions).
void diffuse(const Cells& cells, std::span<float> heights, double amount);

}  // namespace weald::hydrology
