#pragma once
// Hillslope diffusion: soil creep, which rounds ridges.

#include <span>

#include "methods/raster/cells.h"

namespace weald::hydrology {

/// `heights` (an array over `cells`) after the time in which heat of diffusivity 1 cell^2 would spread for `amount`:
/// one implicit step along the columns, then one along the rows, stable for any amount. Nothing passes the border; the
/// sum of heights is kept up to rounding. Pre: amount >= 0. Source: [yanenko1971] (splitting by directions).
void diffuse(const Cells& cells, std::span<float> heights, double amount);

}  // namespace weald::hydrology
