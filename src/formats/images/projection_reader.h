#pragma once
// The coordinate reference systems in the files beside an elevation grid that has none itself.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "formats/images/elevation_grid.h"

namespace weald::io {

/// A coordinate reference system, as far as a file says it.
struct GridSystem {
  std::string crs;                      ///< as in GridPlace
  std::optional<bool> is_geographic{};  ///< unset: a code alone does not say it
  std::optional<double> metres{};       ///< per unit of its coordinates; unset: unknown, or degrees

  bool operator==(const GridSystem&) const = default;
};

/// The system in a text: a code ("EPSG:32633"), or its definition as WKT, of Esri or of the OGC. The code of a
/// definition is that which it states, or that of those systems whose definition esri_projection() has, also if their
/// names and numbers are written in another way. Unset if the text is none of these, is longer than 60000 bytes, or has
/// coordinates in other angles than degrees. Source: [wkt-spec], [prj-spec].
std::optional<GridSystem> system_in(std::string_view text);

/// Whether two systems, each a code or a definition, have definitions with the same datum, projection, parameters and
/// unit, whatever these are called in WKT of Esri or the first one of the OGC. False for codes whose definition
/// esri_projection() does not have, and for other texts.
bool have_same_definition(std::string_view a, std::string_view b);

/// The file beside an .asc, .flt or .bil that may name its system: the `.prj`, whose name may be in upper case.
std::filesystem::path system_file(const std::filesystem::path& file);

/// Gives a grid the system in its `.prj`, or else `other`, that in its metadata, and with it the distances of its
/// samples in metres. If it is not understood, or its unit is unknown, `system_warning` says so. Errors: IoError if
/// coordinates of the grid are no latitudes.
void add_system(const std::filesystem::path& file, const std::string& other, ElevationHeader& header);

}  // namespace weald::io
