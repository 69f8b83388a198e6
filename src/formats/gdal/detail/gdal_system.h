#pragma once
// Coordinate reference systems as objects of GDAL.

#include <memory>
#include <string>
#include <type_traits>

#include "formats/gdal/detail/gdal_library.h"

#ifdef WEALD_GDAL_SONAME

namespace weald::io {

struct DestroySystem {
  void operator()(OGRSpatialReferenceH system) const { gdal_library().OSRDestroySpatialReference(system); }
};

/// A system; null: none.
using GdalSystem = std::unique_ptr<std::remove_pointer_t<OGRSpatialReferenceH>, DestroySystem>;

/// The system that a name as in GridPlace stands for; null if GDAL does not know it. Pre: there are GdalSettings in
/// this thread.
GdalSystem gdal_system(const GdalLibrary& gdal, const std::string& crs);

/// The name of a system as in GridPlace, without that of heights: its code of EPSG, if GDAL finds one that stands for
/// the very same system, else its definition as WKT. Pre: as gdal_system().
std::string name_of_system(const GdalLibrary& gdal, OGRSpatialReferenceH whole);

/// Whether both have the same datum, projection, parameters and units, whatever these are called and in whatever order
/// coordinates are given. Pre: as gdal_system().
bool are_equivalent(const GdalLibrary& gdal, OGRSpatialReferenceH a, OGRSpatialReferenceH b);

}  // namespace weald::io

#endif
