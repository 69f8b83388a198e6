#pragma once
// Where the samples of a file that GDAL has opened lie.

#include "formats/gdal/detail/gdal_file.h"
#include "formats/gdal/raster_reader.h"

#ifdef WEALD_GDAL_SONAME

namespace weald::io {

/// Sets the place of the grid and the distances of its samples, if the file has coordinates. Errors: IoError if it is
/// rotated, has ground control points instead, or coordinates whose unit is unknown or that are not on the globe.
void set_place(const GdalFile& file, ElevationHeader& header);

}  // namespace weald::io

#endif
