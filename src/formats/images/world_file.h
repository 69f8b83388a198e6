#pragma once
// Files beside the PNG of a heightmap that give GIS programs the location and the heights of its samples.

#include "data/heightmap.h"
#include "formats/files/sink.h"
#include "formats/images/heightmap_files.h"

namespace weald::io {

/// Writes the world file of `grid`, six lines as defined by ESRI: the size of a pixel along east and north, metres, and
/// the position of the centre of the first pixel, which is sample (0, 0). East is x and north is -z.
void write_world_file(const GridSpec& grid, Sink& sink);

/// Writes the PNG.aux.xml read by GDAL: the offset and the scale that convert the samples of a 16-bit PNG to metres,
/// and a note that each sample is the height of a point. `encoding` is the encoding of the PNG.
void write_gdal_metadata(const HeightEncoding& encoding, Sink& sink);

}  // namespace weald::io
