#pragma once
// Elevation grids: heights with what their file says of them.

#include <optional>
#include <string>
#include <vector>

#include "data/georeference.h"
#include "data/grid.h"

namespace weald::io {

/// What a file says of an elevation grid.
struct ElevationHeader {
  int width = 0;   ///< samples along a row
  int height = 0;  ///< rows, the northernmost first
  /// Distance of samples along a row and of rows, metres; unset if the file does not say it.
  std::optional<double> cell_width, cell_height;
  std::optional<double> no_data;  ///< NaN if the file says which samples have no data
  /// The file does not name the unit of its distances: they were taken as degrees, those in metres are of the middle
  /// row, on a sphere.
  bool guesses_degrees = false;
  std::optional<GridPlace> place = {};  ///< where the grid lies, as far as the file says it
  std::string unknown_unit = {};        ///< of the heights, which were taken as metres; empty: it is known
  std::vector<std::string> warnings{};  ///< of what GDAL reports, or ignores

  bool operator==(const ElevationHeader&) const = default;
};

/// An elevation grid. Samples without data are NaN.
struct ElevationGrid {
  ElevationHeader header;
  Grid<float> heights;
};

/// Sets the place of a grid, and with it the distances of its samples, whose unit is `metres`, or degrees in a
/// geographic CRS. Without a CRS, coordinates that can only be degrees are taken as such. False if rows lie beyond a
/// pole by more than one, or the middle one at it.
bool place_grid(ElevationHeader& header, const GridPlace& place, double metres);

}  // namespace weald::io
