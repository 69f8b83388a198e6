#pragma once
// Worlds: a preset whose heightmaps are cut into tiles, each of which is built on its own.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "data/heightmap.h"
#include "engine/graph/region.h"
#include "engine/preset/preset.h"
#include "engine/preset/world_params.h"
#include "engine/run/finished_tiles.h"
#include "engine/run/finished_windows.h"

namespace weald::session {

/// The place of a tile among the tiles of its level.
struct TileId {
  int column = 0;  ///< from the west
  int row = 0;     ///< from the north
  int level = 0;   ///< 0: the finest
  bool operator==(const TileId&) const = default;
};

/// The numbers of a tile in the names of files, and wherever people see them.
struct TileName {
  int x = 0;  ///< column
  int y = 0;  ///< row, from the north or from the south
  int z = 0;  ///< level, the coarsest first
  bool operator==(const TileName&) const = default;
};

/// How the heightmaps of a world are cut into tiles.
struct TileLayout {
  preset::WorldParams params;
  GridSpec grid;    ///< of the heightmaps that are written or made into meshes
  int columns = 0;  ///< of the finest level
  int rows = 0;
  int levels = 1;  ///< that are built: all, or the finest one if no file has {z} in its name

  /// Whether tiles have three numbers.
  bool has_zoom() const { return params.levels > 1; }
  /// Number of tiles of one level.
  std::int64_t count_at(int level) const { return std::int64_t{columns >> level} * (rows >> level); }
  /// Number of all tiles.
  std::int64_t count() const;
  /// The tile with this number: the tiles of the coarsest level row by row from the north, each after the four finer
  /// ones that it covers. Pre: from 0 to count() - 1.
  TileId tile(std::int64_t number) const;
  /// The number of a tile.
  std::int64_t number_of(const TileId& tile) const;
  /// Sorts numbers of tiles by squares of about the size of a stage's tiles (engine/run/finished_tiles.h), row by row
  /// from the north, so that tiles in the same square come together.
  void put_together(std::vector<std::int64_t>& numbers) const;
  /// The numbers of a tile in the names of files.
  TileName name_of(const TileId& tile) const;
  /// Of tiles with these numbers, one that needs as much as any other: the middle one of the world, which has most
  /// neighbours, or else the first. Pre: there are some.
  TileId typical(const std::vector<std::int64_t>& numbers) const;
  /// The tile with this name; unset if there is none.
  std::optional<TileId> find(const TileName& name) const;
  /// "3,0", or "2,3,0" with the level first.
  std::string text_of(const TileId& tile) const;
  /// The grid of a level.
  GridSpec grid_at(int level) const { return pipeline::level_grid(grid, level, params.apron); }
  /// The samples of a tile on the grid of its level, its apron included.
  Region region_of(const TileId& tile) const;
};

/// The grid of the heightmaps of a graph that are cut into tiles, or, if there are none, of those that its curves and
/// meshes of the whole map are made from. Unset if there are none, or if they differ.
std::optional<GridSpec> tiled_grid(const pipeline::Graph& graph);

/// The tiles of a preset with `world`. Reports heightmaps on different grids, a map that is no whole number of tiles
/// (with sizes that are), and everything that cannot be built in regions; unset after an error. Pre: the preset has
/// `world`.
std::optional<TileLayout> tile_layout(const preset::Preset& preset, Diagnostics& diagnostics);

/// The number of tiles of `levels` levels below one tile of the coarsest of them, itself included. Pre: 1 to 24.
std::int64_t tiles_below(int levels);

/// `pattern`, a name with {x}, {y} and {z}, with the numbers of a tile in their places.
std::string file_of(const std::string& pattern, const TileName& name);

/// The graph of one tile: that of the preset for the tile's samples, with the column, the row and the level in place of
/// {x}, {y} and {z} in the names of its files. That of a coarser level has the outputs with {z} and what they need.
pipeline::Graph tile_graph(const pipeline::Graph& graph, const TileLayout& layout, const TileId& tile);

/// Most bytes of results that the tiles of one run share in memory, if they have no cache.
inline constexpr std::size_t kSharedTileBytes = std::size_t{2} << 30;

}  // namespace weald::session
