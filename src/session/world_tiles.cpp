// The tiles of a world: their order, their numbers and their samples.

#include "session/world.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace weald::session {

std::int64_t tiles_below(int levels) {
  std::int64_t tiles = 0;
  for (int level = 0; level < levels; ++level) tiles = 4 * tiles + 1;
  return tiles;
}

std::int64_t TileLayout::count() const { return count_at(levels - 1) * tiles_below(levels); }

TileId TileLayout::tile(std::int64_t number) const {
  int level = levels - 1;
  const std::int64_t root = number / tiles_below(levels), across = columns >> level;
  TileId tile{static_cast<int>(root % across), static_cast<int>(root / across), level};
  std::int64_t left = number % tiles_below(levels);
  while (left < tiles_below(level + 1) - 1) {  // it is below `tile`, not `tile` itself
    const auto quarter = static_cast<int>(left / tiles_below(level));
    left %= tiles_below(level);
    tile = {2 * tile.column + quarter % 2, 2 * tile.row + quarter / 2, --level};
  }
  return tile;
}

std::int64_t TileLayout::number_of(const TileId& tile) const {
  const int up = levels - 1 - tile.level;
  const std::int64_t across = columns >> (levels - 1);
  std::int64_t number = ((tile.row >> up) * across + (tile.column >> up)) * tiles_below(levels);
  for (int level = levels - 2; level >= tile.level; --level) {
    const int shift = level - tile.level;
    const int quarter = ((tile.row >> shift) % 2) * 2 + (tile.column >> shift) % 2;
    number += quarter * tiles_below(level + 1);
  }
  return number + tiles_below(tile.level + 1) - 1;
}

void TileLayout::put_together(std::vector<std::int64_t>& numbers) const {
  const std::int64_t below = tiles_below(levels), across = columns >> (levels - 1);
  // At least one tile of the coarsest level, with all that lie below it.
  const std::int64_t samples = std::int64_t{params.tile - params.overlap} << (levels - 1);
  const std::int64_t side = std::max<std::int64_t>(1, pipeline::kPerimeterTile / samples);
  std::ranges::sort(numbers, {}, [&](std::int64_t number) {
    const std::int64_t row = number / below / across, column = number / below % across;
    return std::tuple{row / side, column / side, number};
  });
}

TileId TileLayout::typical(const std::vector<std::int64_t>& numbers) const {
  const TileId middle{columns / 2, rows / 2, 0};
  return std::ranges::find(numbers, number_of(middle)) != numbers.end() ? middle : tile(numbers.front());
}

TileName TileLayout::name_of(const TileId& tile) const {
  const bool is_upwards = params.order == preset::TileOrder::tms;
  const int row = is_upwards ? (rows >> tile.level) - 1 - tile.row : tile.row;
  return {tile.column, row, params.levels - 1 - tile.level};
}

std::optional<TileId> TileLayout::find(const TileName& name) const {
  const std::int64_t up = params.levels - 1 - std::int64_t{name.z};
  if (up < 0 || up >= levels) return std::nullopt;
  const int level = static_cast<int>(up), rows_here = rows >> level;
  if (name.x < 0 || name.y < 0 || name.x >= columns >> level || name.y >= rows_here) return std::nullopt;
  const bool is_upwards = params.order == preset::TileOrder::tms;
  return TileId{name.x, is_upwards ? rows_here - 1 - name.y : name.y, level};
}

std::string TileLayout::text_of(const TileId& tile) const {
  const TileName name = name_of(tile);
  return has_zoom() ? fmt::format("{},{},{}", name.z, name.x, name.y) : fmt::format("{},{}", name.x, name.y);
}

Region TileLayout::region_of(const TileId& tile) const {
  const int step = params.tile - params.overlap, side = params.tile + 2 * params.apron;
  return {tile.column * step, tile.row * step, side, side};
}

}  // namespace weald::session
