#pragma once
// Lakes of a map tile by tile: how large and deep is a body of standing water that several tiles share?
//
// 1. label_lakes() numbers the bodies of water of each tile, and measures them.
// 2. solve_lakes() takes the summary of every tile: which of its bodies lie on its perimeter, and where. It joins those
//    that touch across the borders of tiles.
// Areas are counted in samples, and the greatest depth does not depend on an order, so the result is that of the whole
// map, whatever the tiles.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "data/grid.h"
#include "stages/land/water/detail/tile_perimeter.h"

namespace weald::hydrology::detail {

/// Number of a body of water in a tile; 0 is dry land.
using LakeNumber = std::uint32_t;

/// Size of a body of water.
struct LakeSize {
  std::uint64_t samples = 0;
  double deepest = 0;  ///< greatest depth, metres
  bool operator==(const LakeSize&) const = default;
};

/// The bodies of standing water of a tile.
struct LakeLabels {
  Grid<LakeNumber> lake;        ///< of each sample
  std::vector<LakeSize> sizes;  ///< of each number inside the tile; the first one stands for the land
};

/// Labels the samples where `level` lies above `ground`, metres. Those that touch, also diagonally, belong to one body
/// of water. Bodies are numbered by their first samples, row by row. Time: linear; memory: 4 bytes per sample. Pre:
/// grids of equal size.
LakeLabels label_lakes(const Grid<float>& ground, const Grid<float>& level);

/// What the rest of the world has to know of a tile's water: 4 bytes per sample on the perimeter, and 16 bytes for each
/// body of water there.
struct LakeSummary {
  int width = 0;
  int height = 0;
  std::vector<LakeNumber> perimeter;  ///< 0: dry; else 1 + the index in `sizes`; in the order of perimeter_place()
  std::vector<LakeSize> sizes;        ///< of the bodies on the perimeter inside the tile, in the order of their numbers
  bool operator==(const LakeSummary&) const = default;
};

/// The summary of a tile.
LakeSummary summary_of(const LakeLabels& tile);

/// The sizes in the whole map of the bodies of water in LakeSummary::sizes of each tile. `summaries` are those of the
/// tiles in the order of their numbers. Returns nothing if a summary does not fit its tile.
std::optional<std::vector<std::vector<LakeSize>>> solve_lakes(const TileCuts& cuts,
                                                              std::span<const LakeSummary> summaries);

/// The sizes in the whole map of all bodies of water of a tile. `on_perimeter` is the tile's solution. Returns nothing
/// if it is not one of this tile.
std::optional<std::vector<LakeSize>> whole_sizes(const LakeLabels& tile, std::span<const LakeSize> on_perimeter);

/// A summary as bytes, the same on every machine: little-endian numbers after the letters WLK1; and the sizes of a
/// solution, after the letters WLS1.
std::vector<std::byte> to_bytes(const LakeSummary& summary);
std::vector<std::byte> to_bytes(std::span<const LakeSize> sizes);
/// What to_bytes() wrote; nothing if the bytes are not those of a valid summary or of sizes.
std::optional<LakeSummary> lake_summary_from(std::span<const std::byte> bytes);
std::optional<std::vector<LakeSize>> lake_sizes_from(std::span<const std::byte> bytes);

}  // namespace weald::hydrology::detail
