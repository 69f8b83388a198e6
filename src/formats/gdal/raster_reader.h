#pragma once
// Rasters of heights, which GDAL reads. The library is loaded when the first file is read. weald can be built without
// it, and runs without it: reading a file is then an error that says what to install.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/run_context.h"
#include "data/georeference.h"
#include "data/grid.h"
#include "formats/images/height_windows.h"

namespace weald::io {

/// Whether this weald can use GDAL: it was built with it, and the library is there.
bool has_gdal();

/// Whether GDAL reads the heights of files of this name: its formats among kHeightFiles, and any other file with an
/// extension for which GDAL has a driver. The latter are known only if GDAL is there.
bool is_gdal_raster(const std::filesystem::path& path);

/// The files beside `file` that are read if they are there, whatever their format: GDAL's `.aux.xml`, which goes before
/// what the file itself says; its mask (`.msk`), which says where there are no data; the header (`.hdr`) of ESRI's raw
/// rasters; the coordinate reference system of those and of ESRI ASCII (`.prj`); and world files (for a `.tif` `.tfw`,
/// `.tifw` and `.wld`), the first of which says where a file without coordinates of its own lies. Names other than that
/// of the `.aux.xml` may be in upper case: see in_any_case().
std::vector<std::filesystem::path> usual_sidecars(const std::filesystem::path& file);

/// usual_sidecars(), and for formats that are not among kHeightFiles the other files that GDAL has read with `file`.
std::vector<std::filesystem::path> raster_sidecars(const std::filesystem::path& file);

/// What a file says of an elevation grid.
struct ElevationHeader {
  int width = 0;   ///< samples along a row
  int height = 0;  ///< rows, the northernmost first
  /// Distance of samples along a row and of rows, metres; unset if the file does not say it.
  std::optional<double> cell_width, cell_height;
  std::optional<double> no_data;  ///< NaN if the file says which samples have no data
  /// The file does not name the unit of its distances: they were taken as degrees, those in metres are of the middle
  /// row, on a sphere.
  bool guesses_degrees = false;
  std::optional<GridPlace> place = {};  ///< where the grid lies, as far as the file says it
  std::string unknown_unit = {};        ///< of the heights, which were taken as metres; empty: it is known
  std::vector<std::string> warnings{};  ///< of what GDAL reports, or ignores

  bool operator==(const ElevationHeader&) const = default;
};

/// An elevation grid. Samples without data are NaN.
struct ElevationGrid {
  ElevationHeader header;
  Grid<float> heights;
};

/// What of a file is read, and how.
struct RasterParams {
  std::optional<int> band{};        ///< from 1; unset: the only one
  std::optional<double> no_data{};  ///< value of samples without data, as stored; unset: that of the file
};

/// Reads the header of a raster. `no_data` is NaN if the file or `params` say which samples have no data. Errors:
/// IoError if GDAL is missing or cannot read the file, with its reason; if the file is no elevation grid, has several
/// bands of which none is chosen, is rotated, or has more than 131073 x 131073 samples or blocks of more than 512 MiB.
ElevationHeader read_raster_header(const std::filesystem::path& path, const RasterParams& params);

/// Reads a raster: heights in metres, with the scale, the offset and the unit of the band applied. Samples without
/// data, by the value or the mask of the band or `params`, are NaN, or if these say nothing, those of
/// is_usual_no_data(). Only one block of rows is in memory besides the grid. Errors: as read_raster_header(); IoError
/// for damaged samples, and for more than 16385 x 16385.
ElevationGrid read_raster(const std::filesystem::path& path, const RasterParams& params,
                          const RunContext& context = {});

/// Opens a raster of which windows are read: the samples are those of read_raster(). Errors: as read_raster_header().
std::unique_ptr<HeightWindows> open_raster_windows(const std::filesystem::path& path, const RasterParams& params);

}  // namespace weald::io
