#pragma once
// Sheets: level water whose shore is a contour of the ground; and the vertical cut through it along the border of the
// map.

#include <cstddef>

#include "base/run_context.h"
#include "data/grid.h"
#include "data/heightmap.h"
#include "stages/land/water/detail/tile_perimeter.h"
#include "stages/land/water/detail/water_surface.h"

namespace weald::hydrology::detail {

/// Level of a sample that no water covers.
inline constexpr float kDry = -3.0e38f;

/// Standing water on the ground of a map, or of a region of it.
struct Sheets {
  const Heightmap& ground;
  const Grid<float>& level;  ///< per sample, metres; kDry where there is none. Wet samples lie above their ground
  double texture_size;       ///< metres
  int apron = 0;             ///< rows and columns along the border that get no faces

  /// World (x, z) of a column and a row, equal for all regions of a map.
  Vec2 position(double column, double row) const;
  /// Column and row of the first sample in the whole map.
  TileSample first() const;
};

/// Number of faces that add_sheets() will add.
std::size_t count_sheet_faces(const Sheets& sheets);

/// Position of the shore on the edge from a wet sample to a dry one, as a share of its length between 1/128 and
/// 127/128. Pre: `level` above `wet_ground`.
double shore_place(double level, double wet_ground, double dry_ground);

/// Adds standing water. A cell with four wet corners gets one face; other cells get the submerged parts of their two
/// triangles. Texture coordinates count from the south-west corner of the whole map.
void add_sheets(const Sheets& sheets, WaterSurface& out, const RunContext& context);

/// Adds outward-facing walls along the border of the whole map, from the water surface down to the ground. A region has
/// walls where it reaches that border. At most 2 (width + height) faces.
void add_sides(const Sheets& sheets, WaterSurface& out);

}  // namespace weald::hydrology::detail
