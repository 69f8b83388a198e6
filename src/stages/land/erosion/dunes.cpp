#include "stages/land/erosion/dunes.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "data/tile_cuts.h"
#include "stages/land/erosion/detail/dune_sheet.h"

namespace weald::terrain {

namespace {

using detail::SheetGrid;

void require_least_size(const GridSpec& map) {
  if (map.width < 3 || map.height < 3) throw StageError("dunes need at least 3 x 3 samples", "size");
}

void require_sheet_size(const GridSpec& sheet) {
  if (std::int64_t{sheet.width} * sheet.height > kMaxSamples)
    throw StageError(
        "sand moves on the whole map at once: at most 16385 x 16385 samples, or cells of a coarser 'sheet'", "sheet");
}

Heightmap on_sheet(const Heightmap& map, const SheetGrid& sheet) {
  Heightmap result(sheet.grid);
  for (int y = 0; y < sheet.grid.height; ++y) {
    for (int x = 0; x < sheet.grid.width; ++x) result.heights.at(x, y) = detail::height_below(sheet, map, x, y);
  }
  return result;
}

}  // namespace

DuneLand blow_dunes(const DunesParams& params, const GridSpec& grid, const DuneFields& fields,
                    const RunContext& context) {
  const SheetGrid sheet = detail::sheet_grid(params, grid);
  const Region all{0, 0, grid.width, grid.height};
  if (!sheet.is_coarser)
    return lay_sand(detail::blow_sheet(params, grid, fields, context), sheet, grid, all, fields.bedrock);
  Heightmap bedrock, sand;
  DuneFields coarse;
  if (fields.bedrock != nullptr) coarse.bedrock = &(bedrock = on_sheet(*fields.bedrock, sheet));
  if (fields.sand != nullptr) coarse.sand = &(sand = on_sheet(*fields.sand, sheet));
  const detail::SheetSand blown = detail::blow_sheet(params, sheet.grid, coarse, context);
  return lay_sand(part_for(blown, sheet, all), sheet, grid, all, fields.bedrock);
}

namespace {

// The common grid of the given inputs; throws if they disagree.
GridSpec map_grid(const DunesParams& params, const DuneFields& fields) {
  if (fields.bedrock != nullptr && fields.sand != nullptr)
    require_same_grid(fields.bedrock->grid(), fields.sand->grid(), "sand");
  const GridSpec grid = fields.bedrock != nullptr ? fields.bedrock->grid()
                        : fields.sand != nullptr  ? fields.sand->grid()
                                                  : noise::grid_spec(params);
  require_least_size(grid);
  if (std::int64_t{grid.width} * grid.height > kMaxSamples)
    throw StageError("dunes need the whole map at once: at most 16385 x 16385 samples", "size");
  return grid;
}

// ---- tile by tile ----

// The columns or rows of the sheet that lie in samples [begin, begin + count) of `all` along an axis of the map. Each
// lies in one tile; those beyond the map lie in the last one.
std::vector<int> lines_in(const SheetGrid& sheet, int lines, int begin, int count, int all) {
  std::vector<int> found;
  for (int line = 0; line < lines; ++line) {
    const int sample = sheet.is_coarser ? static_cast<int>(std::min(line * sheet.ratio(), all - 1.0)) : line;
    if (sample >= begin && sample < begin + count) found.push_back(line);
  }
  return found;
}

struct SheetTile {
  std::vector<int> columns, rows;
};

SheetTile tile_of(const SheetGrid& sheet, const GridSpec& map, const Region& region) {
  return {lines_in(sheet, sheet.grid.width, region.x, region.width, map.width),
          lines_in(sheet, sheet.grid.height, region.y, region.height, map.height)};
}

struct SheetGround {
  double map_cell = 1;         // cell size of the map
  std::vector<float> heights;  // at the samples of the sheet in a tile
};

SheetGround ground_of(const DunesParams& params, const Heightmap& tile) {
  require_least_size(tile.place->whole);
  const SheetGrid sheet = detail::sheet_grid(params, tile.place->whole);
  require_sheet_size(sheet.grid);
  const SheetTile in_tile = tile_of(sheet, tile.place->whole, tile.place->region);
  SheetGround ground{tile.cell_size, {}};
  for (const int row : in_tile.rows) {
    for (const int column : in_tile.columns) ground.heights.push_back(detail::height_below(sheet, tile, column, row));
  }
  return ground;
}

// Simulates the sand on the ground of all tiles. Returns the part of it on which each tile depends.
std::vector<TileSolution> sand_of_tiles(const DunesParams& params, const TileCuts& cuts,
                                        std::span<const SheetGround> grounds, const RunContext& context) {
  GridSpec map{0, 0, grounds.front().map_cell};
  for (const int width : cuts.widths) map.width += width;
  for (const int height : cuts.heights) map.height += height;
  const SheetGrid sheet = detail::sheet_grid(params, map);
  const std::vector<Region> regions = cuts.regions();
  Heightmap ground(sheet.grid);
  for (std::size_t tile = 0; tile < regions.size(); ++tile) {
    const SheetTile in_tile = tile_of(sheet, map, regions[tile]);
    WEALD_CHECK(grounds[tile].heights.size() == in_tile.columns.size() * in_tile.rows.size());
    auto next = grounds[tile].heights.begin();
    for (const int y : in_tile.rows) {
      for (const int x : in_tile.columns) ground.heights.at(x, y) = *next++;
    }
  }
  const detail::SheetSand sand = detail::blow_sheet(params, sheet.grid, {.bedrock = &ground}, context);
  std::vector<TileSolution> parts;
  for (const Region& region : regions) parts.push_back(pipeline::archive_of(part_for(sand, sheet, region)));
  return parts;
}

schema::WithParts<Heightmap, Heightmap> finished_tile(const DunesParams& params, const Heightmap& tile,
                                                      std::span<const std::byte> bytes) {
  const auto sand = pipeline::from_archive<detail::SheetSand>(bytes);
  WEALD_CHECK(sand);
  const Region& region = tile.place->region;
  const SheetGrid sheet = detail::sheet_grid(params, tile.place->whole);
  Heightmap ground(GridSpec{region.width, region.height, tile.cell_size, {}});
  for (int y = 0; y < region.height; ++y) {
    const float* row = &tile.heights.at(region.x - tile.place->x, region.y - tile.place->y + y);
    std::copy_n(row, region.width, ground.heights.row(y).data());
  }
  DuneLand land = lay_sand(*sand, sheet, tile.place->whole, region, &ground);
  land.heights.place = land.sand.place = CutPlace{tile.place->whole, region.x, region.y, region};
  return {std::move(land.heights), {{"sand", std::move(land.sand)}}};
}

}  // namespace

std::optional<PerimeterWork> Dunes::perimeter(const Params& params) {
  if (!params.from.given() || params.sand.given() || !params.sheet) return std::nullopt;
  PerimeterWork work;
  work.halo = 1;  // samples of the sheet lie between those of the map
  work.tile_bytes = 16;
  work.rounds.push_back(
      {[params](const Heightmap& tile, std::span<const TileSolution>) { return ground_of(params, tile); },
       [params](const TileCuts& cuts, std::vector<TileSummary> grounds, const RunContext& context) {
         return sand_of_tiles(params, cuts, summaries_as<SheetGround>(std::move(grounds)), context);
       }});
  work.finish = [params](const Heightmap& tile, std::span<const TileSolution> solutions, const schema::WantedParts&) {
    return finished_tile(params, tile, solutions.front());
  };
  return work;
}

Estimate Dunes::estimate(const Params& params, const schema::Estimates& inputs) {
  return noise::estimate_on_grid(params, schema::uses_of(params).inputs, kParts, inputs);
}

void Dunes::require_grid(const Params& params, const GridSpec& grid) {
  require_least_size(grid);
  static_cast<void>(detail::cells_of_hop(params, detail::sheet_grid(params, grid).grid));
}

schema::WithParts<Heightmap, Heightmap> Dunes::run(const Params& params, const schema::Inputs& inputs,
                                                   const RunContext& context) {
  const DuneFields fields{inputs.maybe(params.from), inputs.maybe<Heightmap>(params.sand)};
  DuneLand land = blow_dunes(params, map_grid(params, fields), fields, context);
  return {std::move(land.heights), {{"sand", std::move(land.sand)}}};
}

}  // namespace weald::terrain
