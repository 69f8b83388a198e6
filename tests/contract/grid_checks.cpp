#include "contract/grid_checks.h"

#include "support/catch.h"

#include "formats/gdal/raster_reader.h"

namespace weald::contract {

namespace fs = std::filesystem;

void check_geotiff(const Heightmap& map, const fs::path& file) {
  const io::ElevationGrid grid = io::read_raster(file, {});
  CHECK(grid.heights == map.heights);
  REQUIRE(grid.header.place);
  CHECK(grid.header.place->first.x == Approx(map.origin.x).margin(1e-9));
  CHECK(grid.header.place->first.y == Approx(-map.origin.y).margin(1e-9));
  CHECK(grid.header.place->step == Vec2{map.cell_size, map.cell_size});
}

}  // namespace weald::contract
