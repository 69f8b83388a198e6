#include "session/world.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "base/text/counted.h"
#include "engine/graph/graph.h"
#include "engine/graph/region.h"
#include "engine/graph/stage_record.h"
#include "engine/plan/field_reads.h"
#include "engine/plan/graph_estimate.h"
#include "engine/plan/picture_faults.h"
#include "schema/codec.h"
#include "session/selection.h"

namespace weald::session {

namespace {

/// A number of a stage; unset if it has none of that name.
std::optional<int> number_of(const pipeline::StageDecl& decl, std::string_view name) {
  const schema::Node parameters = pipeline::record_of(decl).parameters;
  const auto number = schema::parse_integer(parameters.text_at(name));
  return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

/// Warns of an apron that a mesh cannot use, since it takes only one sample of `step`.
void check_step(const pipeline::StageDecl& decl, int apron, Diagnostics& diagnostics) {
  const int step = number_of(decl, "step").value_or(1);
  if (apron == 0 || apron >= step) return;
  diagnostics.warning(decl.place_of("apron"),
                      fmt::format("stage '{}' ({}) has an apron of {} and a step of {}, so its normals along the edges "
                                  "of tiles do not take in the samples beyond",
                                  decl.name, decl.kind->kind, apron, step),
                      fmt::format("give it and the world 'apron: {}'", step));
}

/// What lies between the meshes of neighbouring tiles that share `shared` samples, which may be negative.
std::string meeting_text(int shared) {
  const std::string cells = counted_noun(std::abs(shared - 1), "cell", "cells");
  return shared > 1 ? "overlap by " + cells : "have gaps of " + cells + " between them";
}

/// Reports each stage that is built for a tile and has another `apron` than the world: an error if it places copies on
/// the land, since tiles would not have each of them once; a warning if meshes of neighbouring tiles do not meet for
/// that reason. Warns of an apron narrower than the `step` of a mesh, which has no effect. `tile` is the graph of a
/// tile. False after an error.
bool check_aprons(const pipeline::Graph& tile, const preset::WorldParams& params, Diagnostics& diagnostics) {
  const auto before = diagnostics.error_count();
  const std::vector<pipeline::RegionRole> roles = pipeline::region_roles(tile);
  for (std::size_t i = 0; i < tile.stages.size(); ++i) {
    const pipeline::StageDecl& decl = tile.stages[i].decl;
    if (roles[i] != pipeline::RegionRole::region || pipeline::field_inputs(tile, i).empty()) continue;
    const std::optional<int> apron = number_of(decl, "apron");
    if (apron) check_step(decl, *apron, diagnostics);
    if (!apron || *apron == params.apron) continue;
    const std::string what = fmt::format("stage '{}' ({}) has an apron of {} and the world one of {}", decl.name,
                                         decl.kind->kind, *apron, params.apron);
    const std::string help = fmt::format("give it 'apron: {}'", params.apron);
    const int shared = params.overlap + 2 * (params.apron - *apron);  // samples of neighbours' meshes
    if (decl.bound->cut.surroundings)
      diagnostics.error(decl.place_of("apron"), what + ", so the tiles would not have each copy once", help);
    else if (shared != 1)
      diagnostics.warning(decl.place_of("apron"), what + ": meshes of neighbouring tiles " + meeting_text(shared),
                          help);
  }
  return diagnostics.error_count() == before;
}

/// Replaces `mark` wherever it occurs.
void replace_mark(std::string& text, std::string_view mark, int number) {
  const std::string value = std::to_string(number);
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
    text.replace(at, mark.size(), value);
}

/// Tiles along a side of `samples`, and the next sizes that are whole numbers of tiles.
struct Division {
  int tiles = 0;
  bool fits = false;
  std::int64_t smaller = 0, larger = 0;  ///< samples
};

/// Divides a side of the map into tiles of the coarsest level.
Division divide(int samples, const preset::WorldParams& params) {
  const std::int64_t step = std::int64_t{params.tile - params.overlap} << (params.levels - 1);
  const int extra = params.overlap + 2 * params.apron;
  Division result;
  result.tiles = static_cast<int>(std::max(0, samples - extra) / step);
  result.fits = result.tiles > 0 && result.tiles * step + extra == samples;
  result.smaller = result.tiles * step + extra;
  result.larger = result.smaller + step;
  return result;
}

/// The stages whose heightmaps are written, or cut for stages that are built for a region.
std::vector<std::size_t> cut_maps(const pipeline::Graph& graph) {
  std::set<std::size_t> result;
  const auto makes_map = [&](std::size_t stage) { return pipeline::makes_map(graph.stages[stage].decl); };
  for (const pipeline::GraphOutput& output : graph.outputs) {
    if (makes_map(output.stage)) result.insert(output.stage);
  }
  const std::vector<pipeline::RegionRole> roles = pipeline::region_roles(graph);
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    if (roles[i] != pipeline::RegionRole::region) continue;
    if (graph.stages[i].decl.bound->cut.surroundings) {  // the other heightmaps of copies may lie on any grid
      const std::vector<std::size_t> maps = pipeline::field_inputs(graph, i);
      if (!maps.empty()) result.insert(maps.front());
      continue;
    }
    for (const std::size_t input : graph.stages[i].inputs) {
      if (makes_map(input)) result.insert(input);
    }
  }
  return {result.begin(), result.end()};
}

/// The heightmaps that the stages of outputs read, or their inputs that are no heightmaps themselves.
std::vector<std::size_t> nearest_maps(const pipeline::Graph& graph) {
  std::vector<bool> is_seen(graph.stages.size(), false);
  for (const pipeline::GraphOutput& output : graph.outputs) is_seen[output.stage] = true;
  std::vector<std::size_t> maps;
  for (std::size_t i = graph.stages.size(); i-- > 0;) {  // readers come after their inputs
    if (!is_seen[i]) continue;
    if (pipeline::makes_map(graph.stages[i].decl)) {
      maps.push_back(i);
      continue;
    }
    for (const std::size_t input : graph.stages[i].inputs) is_seen[input] = true;
  }
  return {maps.rbegin(), maps.rend()};
}

/// The heightmaps whose grid is cut into tiles.
std::vector<std::size_t> tiled_maps(const pipeline::Graph& graph) {
  const std::vector<std::size_t> cut = cut_maps(graph);
  return cut.empty() ? nearest_maps(graph) : cut;
}

/// The grid of the heightmaps that are cut into tiles; unset after an error, or if there are none.
std::optional<GridSpec> common_grid(const pipeline::Graph& graph, Diagnostics& diagnostics) {
  const pipeline::GraphEstimate known = pipeline::estimate(graph);
  std::optional<GridSpec> grid;
  std::string first;
  for (const std::size_t stage : tiled_maps(graph)) {
    const pipeline::StageDecl& decl = graph.stages[stage].decl;
    const std::optional<GridSpec>& own = known.stages[stage].grid;
    if (!own) {
      diagnostics.error(decl.where,
                        fmt::format("the size of '{}' is known only once it has been built, so it cannot be "
                                    "cut into tiles",
                                    decl.name));
      return std::nullopt;
    }
    if (!grid) {
      grid = own;
      first = decl.name;
    } else if (*grid != *own) {
      diagnostics.error(
          decl.where,
          fmt::format("'{}' and '{}' are cut into the same tiles, but lie on different grids", first, decl.name),
          "the stage resample puts a heightmap on another grid");
      return std::nullopt;
    }
  }
  return grid;
}

/// The grid that is cut into the tiles of a world; unset after an error.
std::optional<GridSpec> grid_of_world(const preset::Preset& preset, Diagnostics& diagnostics) {
  if (preset.world_grid && cut_maps(preset.graph).empty()) return preset.world_grid;
  const auto before = diagnostics.error_count();
  const auto grid = common_grid(preset.graph, diagnostics);
  if (!grid && diagnostics.error_count() == before)
    diagnostics.error(preset.world_where,
                      "a preset with 'world' needs an output that is made from a heightmap of its stages");
  return grid;
}

/// Number of tiles whose names are compared with each other. In larger worlds only the first ones are, and numbers must
/// not meet in names.
constexpr std::int64_t kMostCompared = 20000;

/// Whether only digits, or nothing, stand between two marks of a name: `{x}{y}` is 111 for the tiles 1,11 and 11,1. The
/// level counts only if there are several.
bool has_meeting_numbers(const std::string& pattern, bool has_levels) {
  std::size_t end = std::string::npos;  // of the last mark
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const std::string_view rest = std::string_view(pattern).substr(at);
    const auto is_mark = [&](std::string_view mark) { return rest.starts_with(mark); };
    const bool is_level = has_levels && is_mark(preset::kZoomMark);
    if (!is_mark(preset::kColumnMark) && !is_mark(preset::kRowMark) && !is_level) continue;
    if (end != std::string::npos && pattern.find_first_not_of("0123456789", end) == at) return true;
    end = at + preset::kColumnMark.size();
  }
  return false;
}

/// Whether an output is the same for all tiles: a texture that is not made from the map.
bool is_of_all_tiles(const pipeline::GraphOutput& output, const pipeline::Graph& graph,
                     const std::vector<pipeline::RegionRole>& roles) {
  return output.decl.is_texture && roles[output.stage] == pipeline::RegionRole::whole &&
         !pipeline::makes_map(graph.stages[output.stage].decl);
}

/// Reports names that are too long with the largest numbers, which are those of a tile at a corner of the world.
bool check_lengths(const pipeline::Graph& graph, const TileLayout& layout, Diagnostics& diagnostics) {
  const auto before = diagnostics.error_count();
  for (const int row : {0, layout.rows - 1}) {
    const TileId corner{layout.columns - 1, row, 0};
    const pipeline::Graph own = tile_graph(graph, layout, corner);
    for (const pipeline::GraphOutput& output : own.outputs) {
      const auto& file = output.decl.spec.file;
      const std::string what = fmt::format("'file' of the tile {}", layout.text_of(corner));
      if (std::string why = pipeline::length_fault(file.value, what); !why.empty())
        diagnostics.error(file.where, std::move(why));
    }
    if (diagnostics.error_count() != before) return false;
  }
  return true;
}

/// Reports the first file that two tiles write, or two outputs of one.
bool check_names(const pipeline::Graph& graph, const TileLayout& layout, Diagnostics& diagnostics) {
  constexpr const char* kHelp = "give each file {x} and {y} with a character between them, such as {x}_{y}";
  const std::vector<pipeline::RegionRole> roles = pipeline::region_roles(graph);
  for (const pipeline::GraphOutput& output : graph.outputs) {
    const auto& file = output.decl.spec.file;
    if (layout.count() <= kMostCompared || is_of_all_tiles(output, graph, roles)) continue;
    if (!has_meeting_numbers(file.value, layout.levels > 1)) continue;
    diagnostics.error(file.where, fmt::format("several tiles write the same file '{}'", file.value), kHelp);
    return false;
  }
  std::map<std::string, TileId> owners;
  for (std::int64_t number = 0; number < std::min(layout.count(), kMostCompared); ++number) {
    const TileId tile = layout.tile(number);
    const pipeline::Graph own = tile_graph(graph, layout, tile);
    for (const pipeline::GraphOutput& output : own.outputs) {
      if (is_of_all_tiles(output, graph, roles)) continue;
      const std::string& file = output.decl.spec.file.value;
      const auto [place, is_new] = owners.try_emplace(file, tile);
      if (is_new) continue;
      diagnostics.error(
          output.decl.spec.file.where,
          fmt::format("the tiles {} and {} both write '{}'", layout.text_of(place->second), layout.text_of(tile), file),
          kHelp);
      return false;
    }
  }
  return true;
}

/// Whether an output is written for all levels.
bool has_levels(const pipeline::GraphOutput& output) {
  return output.decl.spec.file.value.find(preset::kZoomMark) != std::string::npos;
}

/// Reports stages of coarser levels that place copies.
bool check_copies(const pipeline::Graph& coarse, Diagnostics& diagnostics) {
  const auto before = diagnostics.error_count();
  for (const pipeline::GraphStage& stage : coarse.stages) {
    if (!stage.decl.bound->cut.surroundings) continue;
    diagnostics.error(stage.decl.where,
                      fmt::format("stage '{}' ({}) places copies, which have no coarser levels", stage.decl.name,
                                  stage.decl.kind->kind),
                      "files without {z} in their names are written for the finest level only");
  }
  return diagnostics.error_count() == before;
}

/// Reports what cannot be built of a level.
bool check_level(const pipeline::Graph& graph, const TileLayout& layout, int level, Diagnostics& diagnostics) {
  const pipeline::Graph first = tile_graph(graph, layout, {0, 0, level});
  return pipeline::check_cuts(first, diagnostics) && (level == 0 || check_copies(first, diagnostics)) &&
         pipeline::check_picture_faults(first, diagnostics);
}

/// The share of a tile in the curves of the world. What lies on the border of two tiles belongs to the one towards +x
/// and +z, what lies beyond the map to the tiles along its border.
pipeline::RegionShare share_of(const TileLayout& layout, const TileId& tile, const Region& region) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  const int apron = layout.params.apron, shared = layout.params.overlap;
  const GridSpec grid = layout.grid_at(tile.level);
  // The next tile begins where the last samples that both have begin; without such samples, with its own first one.
  const Vec2 low = grid.position(region.x + apron, region.y + apron);
  const Vec2 high = grid.position(region.x + region.width - apron - shared, region.y + region.height - apron - shared);
  const bool is_east = tile.column + 1 == layout.columns >> tile.level;
  const bool is_south = tile.row + 1 == layout.rows >> tile.level;
  return {{tile.column == 0 ? -kFar : low.x, tile.row == 0 ? -kFar : low.y},
          {is_east ? kFar : high.x, is_south ? kFar : high.y}};
}

/// Of all levels: lists of them fit into memory, and folders can hold their files.
constexpr std::int64_t kMaxTiles = std::int64_t{1} << 21;

/// Reports worlds of too many tiles.
bool check_count(const TileLayout& layout, const SourceLoc& where, Diagnostics& diagnostics) {
  if (layout.count() <= kMaxTiles) return true;
  diagnostics.error(
      where,
      fmt::format("the world has {}, more than the limit of {}", counted_noun(layout.count(), "tile"), kMaxTiles),
      "give its tiles more samples");
  return false;
}

}  // namespace

std::optional<GridSpec> tiled_grid(const pipeline::Graph& graph) {
  Diagnostics unreported;  // tile_layout() reports them
  return common_grid(graph, unreported);
}

std::optional<TileLayout> tile_layout(const preset::Preset& preset, Diagnostics& diagnostics) {
  const auto grid = grid_of_world(preset, diagnostics);
  if (!grid) return std::nullopt;
  TileLayout layout{*preset.world, *grid, 0, 0};
  const Division columns = divide(grid->width, layout.params), rows = divide(grid->height, layout.params);
  for (const auto& [division, samples, side] :
       {std::tuple{columns, grid->width, "wide"}, std::tuple{rows, grid->height, "high"}}) {
    if (division.fits) continue;
    diagnostics.error(
        preset.world_where,
        fmt::format("a map that is {} samples {} is no whole number of tiles of {} that share {}{}{}", samples, side,
                    layout.params.tile, layout.params.overlap,
                    layout.params.apron > 0 ? fmt::format(" and have an apron of {}", layout.params.apron) : "",
                    layout.params.levels > 1 ? fmt::format(", at each of {} levels", layout.params.levels) : ""),
        division.tiles > 0 ? fmt::format("for example {} or {} samples", division.smaller, division.larger)
                           : fmt::format("it needs at least {} samples", division.larger));
    return std::nullopt;
  }
  const int finer = layout.params.levels - 1;
  layout.columns = columns.tiles << finer;
  layout.rows = rows.tiles << finer;
  if (std::ranges::any_of(preset.graph.outputs, has_levels)) layout.levels = layout.params.levels;
  if (!check_count(layout, preset.world_where, diagnostics) || !check_level(preset.graph, layout, 0, diagnostics) ||
      (layout.levels > 1 && !check_level(preset.graph, layout, 1, diagnostics)) ||
      !check_aprons(tile_graph(preset.graph, layout, {0, 0}), layout.params, diagnostics) ||
      !check_lengths(preset.graph, layout, diagnostics) || !check_names(preset.graph, layout, diagnostics))
    return std::nullopt;
  pipeline::warn_of_cut_ranges(tile_graph(preset.graph, layout, {0, 0}), diagnostics);
  return layout;
}

std::string file_of(const std::string& pattern, const TileName& name) {
  std::string file = pattern;
  replace_mark(file, preset::kColumnMark, name.x);
  replace_mark(file, preset::kRowMark, name.y);
  replace_mark(file, preset::kZoomMark, name.z);
  return file;
}

pipeline::Graph tile_graph(const pipeline::Graph& graph, const TileLayout& layout, const TileId& tile) {
  pipeline::Graph result = graph;
  if (tile.level > 0) keep_outputs_that(result, has_levels);
  result.region = layout.region_of(tile);
  result.level = tile.level;
  result.levels = layout.levels;
  const int apron = layout.params.apron;
  result.apron = apron;
  if (layout.params.origin == preset::TileOrigin::tile)
    result.local_origin = layout.grid_at(tile.level).position(result.region->x + apron, result.region->y + apron);
  result.share = share_of(layout, tile, *result.region);
  const TileName numbers = layout.name_of(tile);
  const auto rename = [&](std::string& name) { name = file_of(name, numbers); };
  for (pipeline::GraphOutput& output : result.outputs) {
    rename(output.decl.spec.file.value);
    if (!output.decl.spec.textures) continue;
    for (pipeline::NamedTexture& texture : output.decl.spec.textures->named) {
      rename(texture.file.value);
      rename(texture.mask_file);
    }
  }
  return result;
}

// The tiles of a world: their order, their numbers and their samples.

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
