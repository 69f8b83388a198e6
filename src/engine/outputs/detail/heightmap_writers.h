#pragma once
// Writers of heightmaps as samples.

#include <string_view>

#include "engine/outputs/writers.h"

namespace weald::pipeline {

/// Extensions of the files that `world_file` writes beside a PNG: for GIS programs, and for GDAL.
inline constexpr std::string_view kWorldFileOfPng = ".pgw", kGdalFileOfPng = ".png.aux.xml";

/// Extension of the file that defines the CRS of an output; see has_projection_file().
inline constexpr std::string_view kProjectionFile = ".prj";

/// Writes 16 bits per sample with a sidecar and world files, a preview of 8 bits, or colours.
WriteRows write_heightmap_png;
WriteRows write_r16;
WriteRows write_r32;
WriteRows write_exr;
WriteRows write_tif;
WriteRows write_asc;
WriteRows write_flt;
WriteRows write_bil;
WriteRows write_hgt;

}  // namespace weald::pipeline
