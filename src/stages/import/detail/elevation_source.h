#pragma once
// The elevation grids that heightmap_import reads, whatever their format.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/run_context.h"
#include "formats/gdal/geotiff_reader.h"
#include "formats/gdal/masked_elevation.h"
#include "formats/images/elevation_grid.h"
#include "formats/images/height_files.h"
#include "formats/images/height_windows.h"
#include "formats/images/heightmap_files.h"
#include "stages/import/heightmap_import.h"

namespace weald::io {

/// A file that is an elevation grid by its name.
class ElevationSource {
 public:
  /// Unset if the file of `params` is none.
  static std::optional<ElevationSource> of(const HeightmapImportParams& params) {
    ElevationSource source{params.file.resolved};
    if (!is_elevation_grid(source.file_)) return std::nullopt;
    source.format_ = elevation_format(source.file_);
    source.tiff_ = {params.band, params.no_data};
    return source;
  }

  /// Errors: IoError if it cannot be read.
  ElevationHeader header() const {
    return format_ ? read_masked_elevation_header(file_, *format_, no_data()) : read_geotiff_header(file_, tiff_);
  }
  /// Samples without data are marked as such. Errors: IoError if it cannot be read.
  ElevationGrid grid(const RunContext& context) const {
    return format_ ? read_masked_elevation(file_, *format_, no_data()) : read_geotiff(file_, tiff_, context);
  }
  /// Opens it for reading windows; null for an .asc. Errors: IoError if it cannot be read.
  std::unique_ptr<HeightWindows> windows() const {
    return format_ ? open_masked_elevation_windows(file_, *format_, no_data()) : open_geotiff_windows(file_, tiff_);
  }
  /// The files beside it that are read if they are there.
  std::vector<std::string> files_beside() const {
    std::vector<std::string> files;
    for (const std::filesystem::path& path :
         format_ ? masked_elevation_sidecars(file_, *format_) : geotiff_sidecars(file_))
      files.push_back(path.string());
    return files;
  }

 private:
  explicit ElevationSource(std::string file) : file_(std::move(file)) {}

  /// Value of samples without data, besides that of the file.
  std::optional<double> no_data() const { return tiff_.no_data ? tiff_.no_data : sidecar_of(file_).no_data; }

  std::string file_;
  std::optional<ElevationFormat> format_;  // unset: a GeoTIFF
  GeoTiffParams tiff_;
};

}  // namespace weald::io
