#pragma once
// Coordinate reference systems, as far as GDAL knows them. They have names as in GridPlace: a code of EPSG, or WKT.

#include <optional>
#include <string>

namespace weald::io {

/// Whether two systems are the same: they have one code, or their definitions have the same datum, projection,
/// parameters and unit, whatever these are called. Unset if that is not known: GDAL is missing, or does not know one.
std::optional<bool> are_same_system(const std::string& a, const std::string& b);

/// What the coordinates of a system are.
struct SystemUnits {
  bool is_geographic = false;  ///< degrees of longitude and latitude
  bool is_projected = false;   ///< eastings and northings; neither: heights alone, or geocentric
  double metres = 1;           ///< per unit of eastings and northings

  bool operator==(const SystemUnits&) const = default;
};

/// The coordinates of a system; unset if GDAL does not know the system. Errors: IoError if GDAL is missing.
std::optional<SystemUnits> units_of_system(const std::string& crs);

}  // namespace weald::io
