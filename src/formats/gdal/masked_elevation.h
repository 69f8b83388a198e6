#pragma once
// Elevation grids with the masks that GDAL puts beside them (`land.asc.msk`). A mask is a TIFF, so GDAL reads it; a
// grid without one is read without GDAL.

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "formats/images/elevation_grid.h"
#include "formats/images/height_windows.h"

namespace weald::io {

/// The mask beside `file`, whose name may be in upper case.
std::filesystem::path mask_file_of(const std::filesystem::path& file);

/// elevation_sidecars(), and for all but .hgt the mask.
std::vector<std::filesystem::path> masked_elevation_sidecars(const std::filesystem::path& path, ElevationFormat format);

/// read_elevation(). Samples without data according to the mask are NaN as well. Errors: as there; IoError if there is
/// a mask, but no GDAL, and if the mask cannot be read or has another size.
ElevationGrid read_masked_elevation(const std::filesystem::path& path, ElevationFormat format,
                                    const std::optional<double>& no_data = {});

/// read_elevation_header(). With a mask, `no_data` is not unset. Errors: as read_masked_elevation().
ElevationHeader read_masked_elevation_header(const std::filesystem::path& path, ElevationFormat format,
                                             const std::optional<double>& no_data = {});

/// open_elevation_windows(), with the samples of read_masked_elevation(). Errors: as there.
std::unique_ptr<HeightWindows> open_masked_elevation_windows(const std::filesystem::path& path, ElevationFormat format,
                                                             const std::optional<double>& no_data = {});

}  // namespace weald::io
