#pragma once
// Files beside those of a heightmap that give GIS programs the location and the heights of its samples.

#include <optional>
#include <string_view>

#include "data/georeference.h"
#include "formats/files/sink.h"
#include "formats/images/heightmap_files.h"

namespace weald::io {

/// Writes the world file of a grid at `place`, six lines as defined by ESRI: the size of a pixel along east and north,
/// and the position of the centre of the first pixel, which is sample (0, 0).
void write_world_file(const GridPlace& place, Sink& sink);

/// Writes the .aux.xml read by GDAL: the coordinate reference system `crs`, unless it is empty; the offset and the
/// scale that convert 16-bit samples to metres, if they have an `encoding`; and a note that each sample is the height
/// of a point.
void write_gdal_metadata(std::string_view crs, const std::optional<HeightEncoding>& encoding, Sink& sink);

}  // namespace weald::io
