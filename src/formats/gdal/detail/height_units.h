#pragma once
// Units of heights, by the names that programs give them.

#include <optional>
#include <string_view>

namespace weald::io {

/// Metres per unit: of "m", "ft", "US survey foot", "feet (US)", "ftUS", "yd", "fathom", "cm" and others, by the names
/// and symbols that GDAL, PROJ and EPSG use, in any case and spelling of the words between. 1 for an empty name, and
/// unset for all others.
std::optional<double> metres_per_unit(std::string_view unit);

}  // namespace weald::io
