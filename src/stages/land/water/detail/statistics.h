#pragma once
// Statistics that tell land shaped by rivers from other surfaces.

#include <array>
#include <vector>

#include "data/heightmap.h"
#include "stages/land/water/detail/cell_grid_io.h"

namespace weald::hydrology {

/// A power law y = factor * x^exponent fitted to the means of logarithms in bins of x, four to the octave.
struct PowerLaw {
  double exponent = 0;
  double fit = 0;  ///< coefficient of determination of the fit, 0 to 1
};

/// Slope of channels over drainage area: the exponent is minus the concavity, 0.4 to 0.6 in river basins. Cells that
/// drain at least `min_area` m^2 count; the slope is that to the cell ten steps downstream. Source: [flint1974].
PowerLaw slope_area(const DrainedSurface& surface, double min_area);

/// Length of the longest way to a cell over its drainage area, for cells that drain at least `min_area` m^2: Hack's
/// law, 0.5 to 0.6 in river basins. Source: [hack1957].
PowerLaw hack(const DrainedSurface& surface, double min_area);

/// Shares of the directions of channels, in `bins` equal bins the first of which is centred on east: over all cells
/// that drain at least `min_area` m^2, the direction from each to the cell `steps` steps downstream. Shares of a
/// network without grain are all 1 / bins. With one step the bins of the eight directions hold what the grid allows and
/// nothing else.
std::vector<double> channel_directions(const DrainedSurface& surface, double min_area, int steps, int bins);

/// The largest share times the number of bins: 1 without grain.
double grain(const std::vector<double>& shares);

/// Share of samples that lie below their outlet.
double share_in_depressions(const Heightmap& map);

}  // namespace weald::hydrology
