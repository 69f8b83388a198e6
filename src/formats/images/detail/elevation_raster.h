#pragma once
// Elevation grids that are raw rasters: .bil, .flt and .hgt.

#include <cstdint>
#include <string>
#include <string_view>

#include "formats/images/detail/raw_raster.h"
#include "formats/images/elevation_grid.h"

namespace weald::io {

inline constexpr std::size_t kStartBytes = 4096;  ///< read to learn the size of a grid; longest header of an .asc
inline constexpr std::size_t kMaxHeaderBytes = std::size_t{1} << 20;  ///< of a header file

/// Bytes of the largest file of a format that is read as a whole.
std::size_t largest_elevation_file(ElevationFormat format);

/// The raster in a file of `bytes` bytes, by its name and the text of its header file. Errors: as elevation_header().
/// Pre: the format is not .asc.
RawRaster elevation_raster(ElevationFormat format, std::string_view header, std::uint64_t bytes,
                           const std::string& name, const SampleMeaning& meaning);

}  // namespace weald::io
