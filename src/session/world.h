#pragma once
// Worlds: a preset whose heightmaps are cut into tiles, each of which is built on its own.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/diagnostics.h"
#include "data/heightmap.h"
#include "engine/preset/preset.h"
#include "engine/preset/world_params.h"

namespace weald::session {

/// The place of a tile among the tiles of a world.
struct TileId {
  int column = 0;  ///< from the west
  int row = 0;     ///< from the north
  bool operator==(const TileId&) const = default;
};

/// How the heightmaps of a world are cut into tiles.
struct TileLayout {
  preset::WorldParams params;
  GridSpec grid;  ///< of the heightmaps that are written or made into meshes
  int columns = 0;
  int rows = 0;

  /// Number of tiles.
  std::int64_t count() const { return std::int64_t{columns} * rows; }
  /// The tile with this number: row by row from the north. Pre: from 0 to count() - 1.
  TileId tile(std::int64_t number) const;
  /// The number of a tile.
  std::int64_t number_of(const TileId& tile) const { return std::int64_t{tile.row} * columns + tile.column; }
  /// The row of a tile as it is numbered in the names of files.
  int named_row(const TileId& tile) const;
  /// The samples of a tile, its apron included.
  Region region_of(const TileId& tile) const;
};

/// The tiles of a preset with `world`. Reports heightmaps on different grids, a map that is no whole number of tiles
/// (with sizes that are), and everything that cannot be built in regions; unset after an error. Pre: the preset has
/// `world`.
std::optional<TileLayout> tile_layout(const preset::Preset& preset, Diagnostics& diagnostics);

/// The graph of one tile: that of the preset for the tile's samples, with the column and the row in place of {x} and
/// {y} in the names of its files.
pipeline::Graph tile_graph(const pipeline::Graph& graph, const TileLayout& layout, const TileId& tile);

/// Most bytes of results that the tiles of one run share in memory, if they have no cache.
inline constexpr std::size_t kSharedTileBytes = std::size_t{2} << 30;

}  // namespace weald::session
