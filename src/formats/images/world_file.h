#pragma once
// Files beside the PNG of a heightmap from which GIS programs know where its samples are and what heights they stand
// for.

#include "data/heightmap.h"
#include "formats/files/sink.h"
#include "formats/images/heightmap_files.h"

namespace weald::io {

/// Writes the world file of `map`, six lines as ESRI defined them: the size of a pixel along east and north, metres,
/// and the place of the middle of the first pixel, which is sample (0, 0). East is x and north is -z.
void write_world_file(const Heightmap& map, Sink& sink);

/// Writes what GDAL reads as PNG.aux.xml: the offset and the scale that make metres of the samples of a 16-bit PNG, and
/// that a sample is the height of a point. `encoding` is that of the PNG.
void write_gdal_metadata(const HeightEncoding& encoding, Sink& sink);

}  // namespace weald::io
