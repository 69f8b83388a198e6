#pragma once
// The files that heights are read from: the one list of their extensions.

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/images/height_reader.h"

namespace weald::io {

/// The files with an extension.
struct HeightFiles {
  std::string_view extension;          ///< in lower case, with its dot
  std::optional<HeightFormat> format;  ///< unset: an elevation grid, which GDAL reads
  bool is_other_spelling = false;      ///< of the format before it
};

/// The files that heights are usually read from. GDAL knows more (formats/gdal/raster_reader.h).
inline constexpr std::array kHeightFiles{
    HeightFiles{".png", HeightFormat::png}, HeightFiles{".r16", HeightFormat::r16},
    HeightFiles{".r32", HeightFormat::r32}, HeightFiles{".exr", HeightFormat::exr},
    HeightFiles{".tif", std::nullopt},      HeightFiles{".tiff", std::nullopt, true},
    HeightFiles{".asc", std::nullopt},      HeightFiles{".hgt", std::nullopt},
    HeightFiles{".bil", std::nullopt},      HeightFiles{".flt", std::nullopt}};

/// The element of kHeightFiles for files of this name, in any case; null for all other extensions.
const HeightFiles* height_files(const std::filesystem::path& path);

/// Whether files of this name are elevation grids among kHeightFiles: they say how far apart their samples are and
/// where they lie, and may have samples without data.
bool is_elevation_grid(const std::filesystem::path& path);

/// The extensions of kHeightFiles, each format with its usual one.
std::vector<std::string_view> height_extensions();

/// Why a file that is none of kHeightFiles, and no PNG, is not read: the extensions that are, and how GDAL converts
/// other rasters.
std::string unread_heights_text(const std::filesystem::path& path);

}  // namespace weald::io
