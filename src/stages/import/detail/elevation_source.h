#pragma once
// The elevation grids that heightmap_import reads, whatever their format.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/run_context.h"
#include "formats/gdal/geotiff_reader.h"
#include "formats/images/elevation_grid.h"
#include "formats/images/height_files.h"
#include "formats/images/height_windows.h"
#include "formats/images/projection_reader.h"
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

  /// Whether its samples without data are marked as such in grid().
  bool marks_voids() const { return !format_; }
  /// Errors: IoError if it cannot be read.
  ElevationHeader header() const {
    return format_ ? read_elevation_header(file_, *format_) : read_geotiff_header(file_, tiff_);
  }
  /// Errors: IoError if it cannot be read.
  ElevationGrid grid(const RunContext& context) const {
    return format_ ? read_elevation(file_, *format_) : read_geotiff(file_, tiff_, context);
  }
  /// Opens it for reading windows; null for an .asc. Errors: IoError if it cannot be read.
  std::unique_ptr<HeightWindows> windows() const {
    return format_ ? open_elevation_windows(file_, *format_) : open_geotiff_windows(file_, tiff_);
  }
  /// The files beside it that are read if they are there.
  std::vector<std::string> files_beside() const {
    std::vector<std::filesystem::path> paths;
    if (!format_) paths = geotiff_sidecars(file_);
    if (format_ && format_ != ElevationFormat::hgt) paths = system_files(file_);
    if (format_ == ElevationFormat::bil || format_ == ElevationFormat::flt) paths.push_back(header_file_of(file_));
    std::vector<std::string> files;
    for (const std::filesystem::path& path : paths) files.push_back(path.string());
    return files;
  }

 private:
  explicit ElevationSource(std::string file) : file_(std::move(file)) {}

  std::string file_;
  std::optional<ElevationFormat> format_;  // unset: a GeoTIFF
  GeoTiffParams tiff_;
};

}  // namespace weald::io
