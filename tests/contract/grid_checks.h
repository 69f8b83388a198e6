#pragma once
// Checks GeoTIFF files of heightmaps.

#include <filesystem>

#include "data/heightmap.h"

namespace weald::contract {

/// Checks that GDAL reads the samples of `map` from a .tif, and finds them where the map lies.
void check_geotiff(const Heightmap& map, const std::filesystem::path& file);

}  // namespace weald::contract
