#pragma once
// Filling of depressions tile by tile: the level surface of hydrology::flood for a world that no machine holds at once.
//
// 1. fill_summary() floods each tile from its perimeter inwards and from the outlets in it. Every sample is then in the
//    watershed of the perimeter sample, or of the outlets, from which the flood came.
// 2. solve_spills() takes the summary of every tile: the lowest places where one watershed borders another, and the
//    heights on the perimeter. It finds the level of every sample on a perimeter, before water leaves the world.
// 3. filled_tile() floods each tile again, from these levels.
// The result is that of one flood over the world, whatever the tiles, except that zeros may differ in sign.
//
// Source: [barnes2016].

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/heightmap.h"
#include "data/perimeter_work.h"
#include "stages/land/water/detail/outlets.h"

namespace weald::hydrology::detail {

/// Number of a watershed in a tile; 0 is the watershed of the tile's outlets.
using Watershed = std::uint32_t;
inline constexpr Watershed kOutletWatershed = 0;

/// The lowest way between two watersheds of a tile.
struct Spill {
  Watershed a = 0;
  Watershed b = 0;
  float height = 0;  ///< metres, of the highest sample on the way
  bool operator==(const Spill&) const = default;
};

/// What the rest of the world has to know of a tile. Some 8 bytes per sample on the perimeter, and 12
/// bytes per spill, of which there are fewer than watersheds.
struct FillSummary {
  Watershed count = 1;
  std::vector<float> heights;         ///< of the samples on the perimeter, in the order of perimeter_samples()
  std::vector<Watershed> watersheds;  ///< of these samples
  std::vector<Spill> spills;          ///< a forest: no watershed is connected to another one twice
};

/// Floods a tile. Water leaves the world where `outlets` is not 0. Time: O(n log n). Pre: finite heights; grids of
/// equal size, at least one sample.
FillSummary fill_summary(const Grid<float>& heights, const Grid<std::uint8_t>& outlets);

/// The level of the filled map at each sample of the perimeter of each tile, metres, in the order of
/// perimeter_samples(); infinity if there is no way out of the map. `summaries` are those of the tiles in the order of
/// their numbers. Time: O(p log p) for p samples on perimeters.
std::vector<std::vector<float>> solve_spills(const TileCuts& cuts, std::span<const FillSummary> summaries);

/// The filled heights of a tile: `heights`, flooded from its outlets and from the `levels` of its perimeter. Where
/// there is no way out, samples keep their heights. Throws InternalError if the levels are not those of this tile.
Grid<float> filled_tile(const Grid<float>& heights, const Grid<std::uint8_t>& outlets, std::span<const float> levels);

/// The round that finds the levels along the perimeter of every tile, for water that leaves over `sides` of the map.
PerimeterRound fill_round(OutletSides sides);
/// The filled heights of a tile, from its solution of fill_round().
Grid<float> filled_tile(const Heightmap& tile, OutletSides sides, std::span<const std::byte> solution);

}  // namespace weald::hydrology::detail
