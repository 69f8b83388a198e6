#pragma once
// Drainage out of depressions tile by tile, for a world that no machine holds at once.
//
// Each sample passes its water to the steepest of its eight neighbours, and belongs to the basin of the pit in which
// that ends. Two basins touch at sills: pairs of neighbouring samples. Sills have a strict order, by the height of the
// higher sample, that of the lower one, then by chance, and by position. The minimum spanning tree of the basins by
// this order, with the outlets as its root, is therefore unique. Each basin drains over the sill that leads to the
// root, and the path from there down to its pit is reversed. No water comes higher than it must.
//
// Being unique, the tree can be found in parts. A sill that is the highest of a circle inside a tile is not in the tree
// of the map, whatever lies outside; and the lowest sill of a group of basins that touches no other tile is in it.
// 1. TileBasins cuts the basins along the borders of a tile, and joins all parts that do not touch the perimeter to
//    others. Its summary() has the remaining groups, and the sills between them that may be in the tree.
// 2. solve_basins() takes the summary of every tile, and finds the tree of all groups, and how much water comes into
//    each tile. The groups of a tile that the tree connects there drain through one sample of its perimeter.
// 3. directions() follows the tree inside the tile, and tile_areas() counts the samples that drain through each one.
//
// Source: [cordonnier2019] (basins, tree, reversal of paths), [barnes2017] (accumulation tile by tile), [zhou2019]
// (order of the sum).

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/disjoint_sets.h"
#include "data/heightmap.h"
#include "data/perimeter_work.h"
#include "methods/raster/cells.h"
#include "stages/land/water/detail/outlets.h"
#include "stages/land/water/detail/tile_perimeter.h"

namespace weald::hydrology::detail {

/// A pair of neighbouring samples of a tile. Lower sills are less.
struct BasinSill {
  /// The ordered() height of the higher sample in the upper 32 bits, that of the lower one in the others.
  std::uint64_t heights = 0;
  /// level_chance() of level sills in the upper 32 bits, or 0; then 4 * (row * width + column) of a sample, plus the
  /// direction, kEast to kSouthWest, that leads from it to the other one.
  std::uint64_t tie = 0;
  auto operator<=>(const BasinSill&) const = default;
};

/// Ordered heights of a pair; see BasinSill.
std::uint64_t sill_heights(float a, float b);
/// Half of the directions lead to each pair of neighbours once.
inline constexpr int kSillDirections = 4;
/// Random bits of the pair of samples of equal height in `direction`, kEast to kSouthWest, from a column and a row of
/// the whole map: they decide where water runs over level ground.
std::uint32_t level_chance(std::int64_t column, std::int64_t row, int direction);

/// A sill between two groups of basins.
struct GroupSill {
  BasinSill sill;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

/// What the rest of the world has to know of the basins of a tile: 9 bytes for each sample of the perimeter, and at
/// most 32 bytes for each group. Group 0 drains over the outlets in the tile, and may be empty.
struct BasinSummary {
  std::vector<std::uint64_t> samples;    ///< number of samples of each group
  std::vector<float> heights;            ///< of the samples on the perimeter, in the order of perimeter_samples()
  std::vector<std::uint8_t> directions;  ///< of these samples: steepest descent as a Direction, also out of the tile
  std::vector<std::uint32_t> groups;     ///< of these samples
  std::vector<GroupSill> sills;          ///< ascending; a forest
};

/// A sample of the perimeter through which connected groups leave a tile.
struct WayOut {
  std::uint32_t place = 0;
  std::uint8_t direction = 0;  ///< a Direction, out of the tile
};

/// Water that comes into a tile.
struct Inflow {
  std::uint32_t place = 0;    ///< on the perimeter
  std::uint64_t samples = 0;  ///< that drain into it from outside; places may be repeated
};

/// What a tile has to know of the rest of the world.
struct BasinSolution {
  std::vector<std::uint8_t> is_crossed;  ///< of the summary's sills: 1 if water crosses it
  std::vector<WayOut> ways_out;  ///< one for all groups that crossed sills connect, unless group 0 is among them
  std::vector<Inflow> inflow;
};

/// The basins of a tile.
class TileBasins {
 public:
  /// `land` holds the samples of a tile, its CutPlace::region, and those next to it as far as the map has them; or a
  /// whole map. Heights must be finite. Water leaves the map over `sides`, and at samples below `sea_level`, if it is
  /// given. Time: O(n log n); memory: 10 bytes per sample, and 40 bytes per basin.
  TileBasins(const Heightmap& land, OutletSides sides, std::optional<float> sea_level = std::nullopt);

  BasinSummary summary() const;
  /// The direction of each sample, kOutlet at outlets. Throws InternalError if the solution is not one of this tile.
  Grid<std::uint8_t> directions(const BasinSolution& solution) const;

 private:
  using Part = std::uint32_t;  // of a basin, inside the tile; 0: what drains over the tile's outlets
  struct Ends {
    Cell a, b;
    int direction;  // from a to b
  };

  void take_heights(const Heightmap& land);
  void find_directions(OutletSides sides, std::optional<float> sea_level);
  void find_parts();
  void join_level_pits();
  std::uint64_t lowest_level_tie(Cell pit);
  std::uint64_t tie_of(Cell from, int direction, bool is_level) const;
  void find_sills();
  void find_groups();
  void keep_lowest();
  Ends ends_of(const BasinSill& sill) const;
  bool touches_other_tile(TileSample at) const;

  GridSpec whole_;
  Region own_;
  Cells cells_;
  std::array<Cell, kDirections> steps_;
  std::vector<float> heights_;
  std::vector<std::uint8_t> directions_;
  std::vector<Part> parts_;       // of each sample
  std::vector<Cell> sinks_;       // of each part: the pit, or the sample that drains out of the tile
  DisjointSets level_sets_;       // parts that level sills join; until there are groups
  std::vector<BasinSill> sills_;  // while they are gathered
  std::vector<BasinSill> joined_, open_;
  std::vector<std::uint32_t> groups_;  // of each part
  std::uint32_t group_count_ = 0;
};

/// The number of samples of the world that drain through each sample of a tile, itself included. `directions` has a
/// Direction for each sample; water ends at samples with kOutlet or kPit, and where it leaves the tile. The samples of
/// a circle of directions, which no land has, keep what they have without it. Pre: the inflow is on the perimeter.
/// Time: O(n); memory: 10 bytes per sample. The areas are whole numbers, so the sum is exact in any order.
Grid<std::uint64_t> tile_areas(const Grid<std::uint8_t>& directions, std::span<const Inflow> inflow);

/// The solution of each tile. `summaries` are those of the tiles in the order of their numbers. Time: O(p log p) for p
/// samples on perimeters. Memory: some 100 bytes for each group.
std::vector<BasinSolution> solve_basins(const TileCuts& cuts, std::span<const BasinSummary> summaries);

/// The round that finds the solution of every tile. Its tiles have a halo of 1.
PerimeterRound basins_round(OutletSides sides);
/// The solution of a tile, from its bytes after basins_round(). Throws InternalError for other bytes.
BasinSolution basin_solution_from(std::span<const std::byte> bytes);

}  // namespace weald::hydrology::detail
