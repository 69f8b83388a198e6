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

/// Throws StageError (key "file") if a map on this grid is not an SRTM tile, which is square. If the output's survey is
/// of degrees, the error says what keeps its samples. Pre: the output knows the georeference of its survey, if there is
/// one.
void require_tile(const OutputSpec& spec, const GridSpec& grid);

}  // namespace weald::pipeline
