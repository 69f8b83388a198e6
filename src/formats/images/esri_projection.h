#pragma once
// Definitions of coordinate reference systems as programs of Esri write them.

#include <optional>
#include <string>

namespace weald::io {

/// The text of a `.prj` for the system with this code of EPSG: WGS 84 (4326), Web Mercator (3857), and the zones of UTM
/// on WGS 84 (32601 to 32660, 32701 to 32760), ETRS89 (25828 to 25838) and NAD83 (26901 to 26923). Unset for others,
/// whose definitions are in a database that weald does not have. Source: [prj-spec].
std::optional<std::string> esri_projection(int epsg);

}  // namespace weald::io
