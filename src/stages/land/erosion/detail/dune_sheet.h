#pragma once
// The sand of dunes on the grid on which it moves, and its depth on the map.

#include <cstdint>

#include "base/run_context.h"
#include "data/byte_archive.h"
#include "data/grid.h"
#include "data/heightmap.h"
#include "stages/land/erosion/dunes.h"

namespace weald::terrain::detail {

/// The grid on which the sand of a map moves: that of the map, or a coarser one with the same origin.
struct SheetGrid {
  GridSpec grid;
  double map_cell = 1;  ///< cell size of the map
  bool is_coarser = false;

  double ratio() const { return grid.cell_size / map_cell; }
};

/// The grid of the sand for a map. Throws StageError (key "sheet") for less than 3 x 3 cells.
SheetGrid sheet_grid(const DunesParams& params, const GridSpec& map);

/// Heights of the map at a sample of the sheet, by bilinear interpolation. `map` may be a region of the map.
float height_below(const SheetGrid& sheet, const Heightmap& map, int column, int row);

/// Depths of sand on a sheet, or on a part of it.
struct SheetSand {
  Grid<std::int32_t> units;
  double unit = 1;  ///< metres
  /// Column and row of the first sample; the sheet is periodic, so they may be negative.
  int first_x = 0;
  int first_y = 0;

  double depth(int x, int y) const { return units.at(x, y) * unit; }
};

/// Length of a hop in cells of the sheet. Throws StageError (key "hop") if it is not 1 to 200.
double cells_of_hop(const DunesParams& params, const GridSpec& sheet);

/// Simulates the dunes on a sheet. `fields` lie on its grid.
SheetSand blow_sheet(const DunesParams& params, const GridSpec& grid, const DuneFields& fields,
                     const RunContext& context);

/// The part of a sheet on which the sand in `region` of the map depends.
SheetSand part_for(const SheetSand& sand, const SheetGrid& sheet, const Region& region);

/// Ground and sand in a region of the map. `bedrock` has the samples of the region (null: level ground), and `sand` is
/// part_for() it. Throws InternalError for the sand of another region.
DuneLand lay_sand(const SheetSand& sand, const SheetGrid& sheet, const GridSpec& map, const Region& region,
                  const Heightmap* bedrock);

/// Archives of sand are kept between builds.
template <class A>
void describe(A& a, pipeline::Ref<A, SheetSand>& sand) {
  a(sand.units, sand.unit, sand.first_x, sand.first_y);
}

}  // namespace weald::terrain::detail
