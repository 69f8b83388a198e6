#include "engine/outputs/detail/output_place.h"

#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/error.h"
#include "formats/gdal/coordinate_system.h"
#include "schema/wording.h"

namespace weald::pipeline {

Georeference world_of(const OutputSpec& spec) {
  Georeference world = spec.origin.georeference.value_or(Georeference{});
  if (!spec.crs) return world;
  const int code = epsg_code(*spec.crs);
  world.crs = fmt::format("EPSG:{}", code);
  const auto refuse = [&](std::string_view its, std::string_view of_map) {
    throw StageError(fmt::format("the coordinates of {} are {}, but those of the map are {}", world.crs, its, of_map),
                     "crs");
  };
  const std::optional<io::SystemUnits> units = io::units_of_system(world.crs);
  if (!units) throw StageError(fmt::format("GDAL does not know the system {}", world.crs), "crs");
  if (!units->is_geographic && !units->is_projected)
    throw StageError(fmt::format("the coordinates of {} are no eastings and northings", world.crs), "crs");
  if (world.is_geographic && units->is_projected) refuse("lengths", "degrees");
  if (!world.is_geographic && units->is_geographic) refuse("degrees", "metres");
  // A survey may have coordinates in feet, although the map that is made from it is in metres.
  if (!spec.origin.georeference && units->is_projected && std::abs(units->metres - 1) > 1e-9)
    refuse(fmt::format("units of {} m", schema::readable_number(units->metres)), "metres");
  return world;
}

GridPlace place_for(const OutputSpec& spec, const GridSpec& grid) { return place_of(world_of(spec), grid); }

}  // namespace weald::pipeline
