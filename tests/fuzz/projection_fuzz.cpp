// Coordinate reference systems: codes and WKT, read, and read again from what weald makes of them.

#include <cmath>

#include "data/georeference.h"
#include "formats/images/projection_reader.h"
#include "harness.h"

namespace weald::fuzz {

void projection(std::string_view input) {
  const auto found = io::system_in(input);
  if (!found) return;
  require(!found->crs.empty(), "a system has a name or a definition");
  require(!found->metres || (std::isfinite(*found->metres) && *found->metres > 0), "a unit is a length");
  require(!found->metres || found->is_geographic == false, "degrees are no lengths");
  const auto again = io::system_in(found->crs);
  require(again.has_value() && again->crs == found->crs, "a system that is passed on is the same");
  require(epsg_code(found->crs) != 0 || again == found, "a definition keeps its unit");
}

}  // namespace weald::fuzz
