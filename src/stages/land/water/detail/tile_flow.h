#pragma once
// Drainage areas tile by tile, for a world that no machine holds at once.
//
// Each sample passes its water to one neighbour, which may lie in another tile.
// 1. flow_summary() adds up the areas within a tile, and follows the water that would come in at each sample of the
//    perimeter to the sample where it leaves the tile again.
// 2. solve_inflow() takes the summary of every tile, and finds how much comes in at each of these samples.
// 3. tile_areas() adds up the areas of a tile once more, with what comes in.
// Areas are whole numbers of samples, so the result is exactly that of one sum over the world, whatever the tiles.
//
// Source: [barnes2017]; [zhou2019] (order of the sum within a tile).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "data/grid.h"
#include "stages/land/water/detail/tile_perimeter.h"

namespace weald::hydrology::detail {

/// What the rest of the world has to know of the flow in a tile: 13 bytes per sample on the perimeter.
struct FlowSummary {
  /// The end of a path inside the tile.
  static constexpr std::uint32_t kEndsInside = 0xFFFFFFFFu;

  int width = 0;
  int height = 0;
  /// Of each sample on the perimeter, in the order of perimeter_place(): the direction of its water, as a Direction.
  std::vector<std::uint8_t> directions;
  /// Of each sample on the perimeter: the place of the sample from which its water leaves the tile (its own, if that
  /// goes straight to another tile), or kEndsInside.
  std::vector<std::uint32_t> exits;
  /// Of each sample on the perimeter: the number of samples of the tile that drain through it, itself included.
  std::vector<std::uint64_t> areas;
  bool operator==(const FlowSummary&) const = default;
};

/// The summary of a tile. `directions` has a Direction for each sample; water ends at samples with kOutlet or kPit.
/// Pre: at least one sample, no cycles. Time: O(n).
FlowSummary flow_summary(const Grid<std::uint8_t>& directions);

/// The number of samples of other tiles that drain into each sample of each tile's perimeter over the border of the
/// tile. `summaries` are those of the tiles in the order of their numbers. Water that leaves the world ends there.
/// Returns nothing if a summary does not have the size of its tile, or if water runs in a circle. Time: O(p) for p
/// samples on perimeters.
std::optional<std::vector<std::vector<std::uint64_t>>> solve_inflow(const TileCuts& cuts,
                                                                    std::span<const FlowSummary> summaries);

/// The number of samples of the world that drain through each sample of a tile, itself included. `inflow` is that of
/// its perimeter. Pre: as for flow_summary(); one number per sample on the perimeter. Time: O(n).
Grid<std::uint64_t> tile_areas(const Grid<std::uint8_t>& directions, std::span<const std::uint64_t> inflow);

/// A summary as bytes, the same on every machine: little-endian numbers after the letters WFA1.
std::vector<std::byte> to_bytes(const FlowSummary& summary);
/// The summary that to_bytes() wrote; nothing if the bytes are not those of a valid one.
std::optional<FlowSummary> flow_summary_from(std::span<const std::byte> bytes);

}  // namespace weald::hydrology::detail
