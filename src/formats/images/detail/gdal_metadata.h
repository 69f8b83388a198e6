#pragma once
// What GDAL's `.aux.xml` says of the raster beside it.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "formats/images/elevation_grid.h"

namespace weald::io {

/// What the metadata of a raster say of it and of its first band.
struct GdalMetadata {
  std::string system{};              ///< a code or a definition: see system_in(); empty if they name none
  std::optional<GridPlace> place{};  ///< without its system; unset if they give none
  SampleMeaning samples{};           ///< of the first band

  bool operator==(const GdalMetadata&) const = default;
};

/// The metadata in a text; `name` is its file's, in messages. Errors: IoError if it is no XML, a number in it is none
/// or not finite, or its place is that of a rotated grid.
GdalMetadata gdal_metadata_in(std::string_view text, const std::string& name);

/// The file with the metadata of `file`.
std::filesystem::path gdal_metadata_file(const std::filesystem::path& file);

/// The metadata of `file`; they say nothing if there are none. Errors: as gdal_metadata_in(), and IoError if they have
/// more than 4 MiB.
GdalMetadata read_gdal_metadata(const std::filesystem::path& file);

}  // namespace weald::io
