#pragma once
// The bilateral filter of windows of a heightmap.

#include "data/field.h"
#include "stages/land/filters/detail/smoother.h"

namespace weald::filters {

/// Largest standard deviation of a bilateral filter, in samples.
inline constexpr int kMostBilateral = 64;
/// Distance at which a bilateral filter is truncated, in standard deviations.
inline constexpr double kBilateralReach = 2;

/// Distance, in samples, of the farthest samples that a value depends on.
int bilateral_reach(double sigma);

/// Calls `take` for each row of `region`, from north to south, with its heights after a bilateral filter: the mean of
/// the samples within kBilateralReach, weighted by a Gaussian of the distance (standard deviation `sigma`, in samples)
/// and by Tukey's biweight of the height difference, (1 - (d / threshold)^2)^2, 0 from the threshold in metres on.
/// Beyond the border of the grid the nearest sample counts. Pre: 0 <= sigma <= kMostBilateral, threshold > 0; `heights`
/// has the samples within reach that lie in the grid. Source: [tomasi1998], [durand2002] for the biweight.
void bilateral(double sigma, double threshold, const FieldWindow& window, const HeightView& heights,
               const TakeRow& take);

}  // namespace weald::filters
