#pragma once
// Checks the files of heightmaps that GIS programs read.

#include <filesystem>

#include "data/heightmap.h"

namespace weald::contract {

/// Checks that an .asc, .flt, .bil or .hgt holds the samples of `map`, and that its header describes them.
void check_elevation_grid(const Heightmap& map, const std::filesystem::path& file);

/// Checks that GDAL, if it is installed, reads the samples of `map` from a .tif, and finds them where the map lies.
void check_geotiff(const Heightmap& map, const std::filesystem::path& file);

}  // namespace weald::contract
