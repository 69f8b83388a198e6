#pragma once
// The radius of a filter, from metres to samples.

#include <string_view>

namespace weald::filters {

/// `radius` in samples `cell_size` apart, where a radius that is a whole number of cells but for rounding counts as
/// whole. Both in metres. Pre: cell_size > 0.
double radius_in_samples(double radius, double cell_size);

/// Throws StageError (key "radius") if `samples`, the radius of a filter, is more than `most`; `filter` names the
/// filter in the error.
void check_radius(double samples, int most, std::string_view filter);

}  // namespace weald::filters
