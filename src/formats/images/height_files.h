#pragma once
// The files that heights are read from: the one list of their extensions.

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/images/elevation_grid.h"
#include "formats/images/height_reader.h"

namespace weald::io {

/// Stands for the format of a GeoTIFF, which formats/gdal reads.
struct GeoTiffFormat {
  bool operator==(const GeoTiffFormat&) const = default;
};

/// The files with an extension.
struct HeightFiles {
  std::string_view extension;  ///< in lower case, with its dot
  std::variant<HeightFormat, ElevationFormat, GeoTiffFormat> format;
};

/// All files that heights are read from. Spellings of one format follow each other, the usual one first.
inline constexpr std::array kHeightFiles{
    HeightFiles{".png", HeightFormat::png},    HeightFiles{".r16", HeightFormat::r16},
    HeightFiles{".r32", HeightFormat::r32},    HeightFiles{".exr", HeightFormat::exr},
    HeightFiles{".tif", GeoTiffFormat{}},      HeightFiles{".tiff", GeoTiffFormat{}},
    HeightFiles{".asc", ElevationFormat::asc}, HeightFiles{".hgt", ElevationFormat::hgt},
    HeightFiles{".bil", ElevationFormat::bil}, HeightFiles{".flt", ElevationFormat::flt}};

/// The element of kHeightFiles for files of this name, in any case; null for all other extensions.
const HeightFiles* height_files(const std::filesystem::path& path);

/// Whether files of this name are elevation grids: they say how far apart their samples are and where they lie, and may
/// have samples without data.
bool is_elevation_grid(const std::filesystem::path& path);

/// The extensions of kHeightFiles, each format with its usual one.
std::vector<std::string_view> height_extensions();

/// Why a file that is none of kHeightFiles, and no PNG, is not read: the extensions that are, and how GDAL converts
/// other rasters.
std::string unread_heights_text(const std::filesystem::path& path);

}  // namespace weald::io
