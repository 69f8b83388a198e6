#pragma once
// Outlets: the sides of a map over which water leaves.

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "data/heightmap.h"
#include "methods/raster/cells.h"
#include "schema/field.h"

namespace weald::hydrology {

/// Sides of the map over which water leaves.
enum class OutletSides { all, north, east, south, west };

/// Whether water leaves the map on `grid` at a sample.
bool is_outlet(OutletSides sides, const GridSpec& grid, int column, int row);

/// An array over `cells`: 1 along the sides where water leaves, 0 elsewhere.
std::vector<std::uint8_t> side_outlets(const Cells& cells, OutletSides sides);

}  // namespace weald::hydrology

template <>
struct weald::schema::EnumNames<weald::hydrology::OutletSides> {
  static constexpr auto names = names_in_order<weald::hydrology::OutletSides>("all", "north", "east", "south", "west");
};
