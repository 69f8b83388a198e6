#pragma once
// Watersheds of a map tile by tile: at which sample does the water of each sample leave the land?
//
// 1. label_ends() follows the water of a tile: to the samples at which watersheds end, and to those by which it leaves
//    the tile.
// 2. solve_watersheds() takes the summary of every tile: where the water of each sample on its perimeter gets to. It
//    follows the water from tile to tile, and numbers the watersheds of the whole map.
// 3. numbers_of() gives the ends of a tile their numbers.
// Samples are counted in integers, and no two outlets are the same, so the numbers do not depend on the tiles. A whole
// map is a single tile.
//
// Source: [barnes2017] (links between tiles).

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "data/grid.h"
#include "data/heightmap.h"
#include "stages/land/water/detail/outlets.h"
#include "stages/land/water/detail/tile_basins.h"

namespace weald::hydrology::detail {

/// Where watersheds end.
struct WatershedRules {
  OutletSides sides = OutletSides::all;
  std::optional<float> sea_level;    ///< metres; samples below it are sea, and belong to no watershed
  double min_area = 0;               ///< m^2 that drain through its outlet, at which a watershed has a number
  std::optional<double> split_area;  ///< m^2; where rivers with so much meet, the watershed of each ends
};

/// A sample at which a watershed ends, or by which its water leaves a tile.
struct WatershedEnd {
  std::uint32_t sample = 0;          ///< row * width + column in the tile
  std::uint8_t direction = kOutlet;  ///< a Direction, out of the tile; kOutlet: the watershed ends here
  bool is_numbered = false;          ///< whether a watershed that ends here is large enough for a number
  bool is_river = false;             ///< whether it ends here if it meets another one
  std::uint64_t samples = 0;         ///< of the tile, whose water gets here before it gets to another end
  bool operator==(const WatershedEnd&) const = default;
};

/// Number of an end in its tile, from 1 on; 0 is the sea.
using EndNumber = std::uint32_t;

/// The water of a tile.
struct WatershedTile {
  Grid<EndNumber> end;                  ///< to which the water of each sample gets first
  std::vector<WatershedEnd> ends;       ///< in the order of their numbers, that of their samples row by row
  std::vector<std::uint8_t> junctions;  ///< of perimeter_place(): 1 where two rivers that end when they meet flow in
};

/// Follows the water of a tile. `land` holds the samples of a tile, its CutPlace::region, and those next to it as far
/// as the map has them; or a whole map. `basins` is the tile's solution of solve_basins(); {} for a whole map. Returns
/// nothing if it is not one of this tile. Time: linear, but for that of TileBasins; memory: 15 bytes per sample.
std::optional<WatershedTile> label_ends(const Heightmap& land, const WatershedRules& rules,
                                        const BasinSolution& basins);

/// What the rest of the world has to know of a tile's watersheds: 5 bytes for each sample on the perimeter, and 14 for
/// each end that has a number or lies below a sample on the perimeter.
struct WatershedSummary {
  int width = 0;
  int height = 0;
  std::vector<EndNumber> perimeter;     ///< 0: sea; else 1 + the index in `ends`; in the order of perimeter_place()
  std::vector<std::uint8_t> junctions;  ///< as in WatershedTile
  std::vector<WatershedEnd> ends;
  bool operator==(const WatershedSummary&) const = default;
};

/// The summary of a tile.
WatershedSummary summary_of(const WatershedTile& tile);

/// Number of a watershed, from 1 on; 0 stands for the sea and for watersheds that are too small.
using WatershedNumber = std::uint32_t;

/// Most watersheds that get numbers: a heightmap holds these exactly.
inline constexpr std::size_t kMostWatersheds = std::size_t{1} << 24;

/// The numbers of the watersheds of WatershedSummary::ends of each tile. They are numbered from the one with most
/// samples on; of equal ones, that whose outlet comes first, row by row. `summaries` are those of the tiles in the
/// order of their numbers. Returns nothing if a summary does not fit its tile, or the water goes in a circle. Throws
/// StageError (key "min_area") for more than `most` watersheds. Time: O(n log n) in the ends.
std::optional<std::vector<std::vector<WatershedNumber>>> solve_watersheds(const TileCuts& cuts,
                                                                          std::span<const WatershedSummary> summaries,
                                                                          std::size_t most = kMostWatersheds);

/// Counts watersheds while the summaries of tiles are made, so that too many of them do not fill the memory.
class WatershedCount {
 public:
  /// `most`: watersheds that may get numbers.
  explicit WatershedCount(std::size_t most = kMostWatersheds) : most_(most) {}
  /// Adds those of a summary that end in its tile: all but the ones that end where rivers meet beyond its border. May
  /// be called from several threads. Throws StageError as solve_watersheds() does.
  void add(const WatershedSummary& summary);

 private:
  const std::size_t most_;
  std::atomic<std::size_t> count_ = 0;
};

/// The number of the watershed of each EndNumber of a tile. `solution` is the tile's. Returns nothing if it is not one
/// of this tile.
std::optional<std::vector<WatershedNumber>> numbers_of(const WatershedTile& tile,
                                                       std::span<const WatershedNumber> solution);

/// A summary as bytes, the same on every machine: little-endian numbers after the letters WWS1; and the numbers of a
/// solution, after the letters WWN1.
std::vector<std::byte> to_bytes(const WatershedSummary& summary);
std::vector<std::byte> to_bytes(std::span<const WatershedNumber> numbers);
/// What to_bytes() wrote; nothing if the bytes are not those of a valid summary or of numbers.
std::optional<WatershedSummary> watershed_summary_from(std::span<const std::byte> bytes);
std::optional<std::vector<WatershedNumber>> watershed_numbers_from(std::span<const std::byte> bytes);

}  // namespace weald::hydrology::detail
