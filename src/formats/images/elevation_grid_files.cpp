#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "formats/files/in_any_case.h"
#include "formats/files/read_file.h"
#include "formats/images/detail/elevation_raster.h"
#include "formats/images/detail/gdal_metadata.h"
#include "formats/images/detail/header_keys.h"
#include "formats/images/elevation_grid.h"
#include "formats/images/height_windows.h"
#include "formats/images/projection_reader.h"

namespace weald::io {

namespace fs = std::filesystem;

namespace {

bool has_header_file(ElevationFormat format) {
  return format == ElevationFormat::bil || format == ElevationFormat::flt;
}

std::string header_text(const fs::path& path, ElevationFormat format) {
  if (!has_header_file(format)) return {};
  const fs::path header = header_file_of(path);
  std::error_code error;
  if (!fs::exists(header, error)) {
    const std::string stem = path.stem().string();
    fail_grid(path.string(),
              "its header file is missing: there is no '" + stem + ".hdr' or '" + stem + ".HDR' beside it");
  }
  return read_file(header, kMaxHeaderBytes);
}

/// A tile of SRTM says everything itself.
GdalMetadata metadata_of(const fs::path& path, ElevationFormat format) {
  return format == ElevationFormat::hgt ? GdalMetadata{} : read_gdal_metadata(path);
}

std::uint64_t size_of_file(const fs::path& path) {
  std::error_code error;
  const std::uint64_t size = fs::file_size(path, error);
  return error ? 0 : size;
}

/// Adds where the grid lies, as far as files beside it say it.
void add_place(const fs::path& path, ElevationFormat format, const GdalMetadata& metadata, ElevationHeader& header) {
  if (format == ElevationFormat::hgt) return;
  if (metadata.place && !header.place && !place_grid(header, *metadata.place, 1))
    fail_grid(path.string(), "its coordinates are no degrees of latitude");
  add_system(path, metadata.system, header);
}

}  // namespace

fs::path header_file_of(const fs::path& file) { return in_any_case(fs::path(file).replace_extension(".hdr")); }

std::vector<fs::path> elevation_sidecars(const fs::path& path, ElevationFormat format) {
  std::vector<fs::path> files;
  if (format != ElevationFormat::hgt) files = {gdal_metadata_file(path), system_file(path)};
  if (has_header_file(format)) files.push_back(header_file_of(path));
  return files;
}

ElevationGrid read_elevation(const fs::path& path, ElevationFormat format, const std::optional<double>& no_data) {
  GdalMetadata metadata = metadata_of(path, format);
  metadata.samples.also_no_data = no_data;
  ElevationGrid grid = decode_elevation(read_file(path, largest_elevation_file(format)), format,
                                        header_text(path, format), path.string(), metadata.samples);
  add_place(path, format, metadata, grid.header);
  return grid;
}

ElevationHeader read_elevation_header(const fs::path& path, ElevationFormat format,
                                      const std::optional<double>& no_data) {
  GdalMetadata metadata = metadata_of(path, format);
  metadata.samples.also_no_data = no_data;
  ElevationHeader header = elevation_header(read_start(path, kStartBytes), size_of_file(path), format,
                                            header_text(path, format), path.string(), metadata.samples);
  add_place(path, format, metadata, header);
  return header;
}

std::unique_ptr<HeightWindows> open_elevation_windows(const fs::path& path, ElevationFormat format,
                                                      const std::optional<double>& no_data) {
  if (format == ElevationFormat::asc) return nullptr;
  SampleMeaning meaning = metadata_of(path, format).samples;
  meaning.also_no_data = no_data;
  return windows_of(path,
                    elevation_raster(format, header_text(path, format), size_of_file(path), path.string(), meaning));
}

}  // namespace weald::io
