#pragma once
// WorldParams: the map under `world` in a preset, which cuts its heightmaps into tiles.

#include <array>
#include <string_view>
#include <utility>

#include "schema/codec.h"
#include "schema/decode.h"

namespace weald::preset {

/// How rows of tiles are numbered.
enum class TileOrder {
  xyz,  ///< from the north
  tms   ///< from the south
};

/// Where the origin of a tile's meshes is.
enum class TileOrigin {
  tile,  ///< at the tile's first sample, so that coordinates stay small
  world  ///< at the origin of the preset
};

struct WorldParams {
  int tile = 1025;  ///< samples along each side
  int overlap = 1;  ///< samples that neighbours share
  int apron = 0;    ///< samples around each tile
  int levels = 1;   ///< levels of detail
  TileOrder order = TileOrder::xyz;
  TileOrigin origin = TileOrigin::tile;
};

/// What the column and the row of a tile replace in the names of files.
inline constexpr std::string_view kColumnMark = "{x}";
inline constexpr std::string_view kRowMark = "{y}";
/// What the number of its level of detail replaces.
inline constexpr std::string_view kZoomMark = "{z}";
/// Most levels: the coarsest tile of 2 samples then stands for a map that is as large as maps can be.
inline constexpr int kMostLevels = 24;

}  // namespace weald::preset

template <>
struct weald::schema::EnumNames<weald::preset::TileOrder> {
  static constexpr auto names = names_in_order<weald::preset::TileOrder>("xyz", "tms");
};

template <>
struct weald::schema::EnumNames<weald::preset::TileOrigin> {
  static constexpr auto names = names_in_order<weald::preset::TileOrigin>("tile", "world");
};

template <>
struct weald::schema::Schema<weald::preset::WorldParams> {
  using P = weald::preset::WorldParams;
  static constexpr auto fields =
      Fields{Field{&P::tile, "tile", "Samples along each side of a tile.", "px", Range{2, 16385}},
             Field{&P::overlap, "overlap",
                   "Samples that neighbouring tiles share; with 1 their meshes meet at the shared samples.", "px",
                   Range{0, 64}},
             Field{&P::apron, "apron",
                   "Samples around each tile that meshes read for normals and colours along their edges; the map has "
                   "so many more on each side.",
                   "px", Range{0, 64}},
             Field{&P::levels, "levels",
                   "Levels of detail: a tile of a level covers four tiles of the next finer one, with samples twice as "
                   "far apart. Files with {z} in their names are written for all levels, others for the finest one.",
                   "", Range{1, weald::preset::kMostLevels}},
             Field{&P::order, "order",
                   "Numbers of the rows of tiles, {y} in the names of files: xyz counts from the north, tms from the "
                   "south; columns, {x}, count from the west."},
             Field{&P::origin, "origin",
                   "Origin of the meshes and scenes of a tile: tile, the tile's north-western sample, or world, that "
                   "of the preset."}};
  /// Checks that tiles are larger than what they share, also at coarser levels.
  static void check(const P& params, Checker& checker) {
    if (params.overlap >= params.tile)
      checker.error("overlap", "neighbouring tiles cannot share all of their samples");
    else if (params.levels > 1 && params.overlap > 1)
      checker.error("overlap", "tiles at several levels share one sample or none");
  }
};
