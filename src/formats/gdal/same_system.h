#pragma once
// Coordinate reference systems compared by what they mean.

#include <string>

namespace weald::io {

/// Whether two systems, each as in GridPlace, are known to be the same: they have one code, or their definitions have
/// the same datum, projection, parameters and unit, whatever these are called. The definition of a code that weald does
/// not have is that of GDAL's database; without GDAL, such a code and a definition are not known to be the same.
bool are_same_system(const std::string& a, const std::string& b);

}  // namespace weald::io
