#pragma once
// Statistics that distinguish fluvial landscapes from other surfaces.

#include <array>
#include <vector>

#include "data/heightmap.h"
#include "stages/land/water/detail/cell_grid_io.h"

namespace weald::hydrology {

/// A power law y = factor * x^exponent, fitted to the means of logarithms in bins of x, four per octave.
struct PowerLaw {
  double exponent = 0;
  double fit = 0;  ///< coefficient of determination of the fit, 0 to 1
};

/// Channel slope over drainage area: the exponent is minus the concavity, 0.4 to 0.6 in river basins. Includes cells
/// that drain at least `min_area` m^2; the slope is measured to the cell ten steps downstream. Source: [flint1974].
PowerLaw slope_area(const DrainedSurface& surface, double min_area);

/// Length of the longest path to a cell over its drainage area, for cells that drain at least `min_area` m^2: Hack's
/// law, with exponent 0.5 to 0.6 in river basins. Source: [hack1957].
PowerLaw hack(const DrainedSurface& surface, double min_area);

/// Histogram of channel directions, as shares in `bins` equal bins of which the first is centred on east. The direction
/// is measured from every cell that drains at least `min_area` m^2 to the cell `steps` steps downstream. In a network
/// without grain, all shares are 1 / bins. With one step, only the bins of the eight grid directions are filled.
std::vector<double> channel_directions(const DrainedSurface& surface, double min_area, int steps, int bins);

/// The largest share times the number of bins: 1 without grain.
double grain(const std::vector<double>& shares);

/// Share of samples inside depressions, below the level of their outlets.
double share_in_depressions(const Heightmap& map);

}  // namespace weald::hydrology
