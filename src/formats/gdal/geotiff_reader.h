#pragma once
// GeoTIFF files, which GDAL reads. The library is loaded when the first file is read. weald can be built without it,
// and runs without it: reading a file is then an error that says what to install.

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "base/run_context.h"
#include "formats/images/elevation_grid.h"
#include "formats/images/height_windows.h"

namespace weald::io {

/// Whether the name of a file is that of a GeoTIFF: `.tif` or `.tiff`, in any case.
bool is_geotiff(const std::filesystem::path& path);

/// The files beside `file` that are read if they are there: GDAL's `.tif.aux.xml`, which says more of the samples and
/// goes before the TIFF itself; its mask (`.tif.msk`), which says where there are no data; and the world files (`.tfw`,
/// `.tifw` or `.tiffw`, `.wld`), the first of which says where a TIFF without coordinates of its own lies. Names other
/// than that of the `.aux.xml` may be in upper case: see in_any_case().
std::vector<std::filesystem::path> geotiff_sidecars(const std::filesystem::path& file);

/// Whether this weald can read GeoTIFF files: it was built with GDAL, and the library is there.
bool can_read_geotiff();

/// What of a file is read, and how.
struct GeoTiffParams {
  std::optional<int> band{};        ///< from 1; unset: the only one
  std::optional<double> no_data{};  ///< value of samples without data, as stored; unset: that of the file
};

/// Reads the header of a GeoTIFF. `no_data` is NaN if the file or `params` say which samples have no data. Errors:
/// IoError if GDAL is missing or cannot read the file, with its reason; if the file is no elevation grid, has several
/// bands of which none is chosen, is rotated, or has more than 131073 x 131073 samples or blocks of more than 512 MiB.
ElevationHeader read_geotiff_header(const std::filesystem::path& path, const GeoTiffParams& params);

/// Reads a GeoTIFF: heights in metres, with the scale, the offset and the unit of the band applied. Samples without
/// data, by the value or the mask of the band or `params`, are NaN, or if these say nothing, those of
/// is_usual_no_data(). Only one block of rows is in memory besides the grid. Errors: as read_geotiff_header(); IoError
/// for damaged samples, and for more than 16385 x 16385.
ElevationGrid read_geotiff(const std::filesystem::path& path, const GeoTiffParams& params,
                           const RunContext& context = {});

/// Opens a GeoTIFF of which windows are read: the samples are those of read_geotiff(). Errors: as
/// read_geotiff_header().
std::unique_ptr<HeightWindows> open_geotiff_windows(const std::filesystem::path& path, const GeoTiffParams& params);

}  // namespace weald::io
