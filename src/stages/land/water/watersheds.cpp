#include "stages/land/water/watersheds.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/tile_basins_round.h"
#include "stages/land/water/detail/tile_bytes.h"
#include "stages/land/water/detail/tile_watersheds.h"

namespace weald::hydrology {

namespace {

constexpr double kSquareMetres = 1e6;  // of a square kilometre

detail::WatershedRules rules_of(const WatershedsParams& params) {
  detail::WatershedRules rules{params.outlets, {}, params.min_area * kSquareMetres, {}};
  if (params.sea_level) rules.sea_level = static_cast<float>(*params.sea_level);
  if (params.split_area) rules.split_area = *params.split_area * kSquareMetres;
  return rules;
}

detail::WatershedTile labelled(const Heightmap& tile, const detail::WatershedRules& rules, const TileSolution& basins) {
  const auto solution = detail::basin_solution_from(basins);
  WEALD_CHECK(solution);
  auto labels = detail::label_ends(tile, rules, *solution);
  WEALD_CHECK(labels);
  return std::move(*labels);
}

std::vector<TileSolution> solved_watersheds(const TileCuts& cuts, std::span<const std::vector<std::byte>> summaries,
                                            const RunContext&) {
  const auto numbers = detail::solve_watersheds(cuts, detail::read_all(summaries, detail::watershed_summary_from));
  WEALD_CHECK(numbers);
  std::vector<TileSolution> solutions;
  for (const std::vector<detail::WatershedNumber>& of_tile : *numbers) solutions.push_back(detail::to_bytes(of_tile));
  return solutions;
}

SummaryWatch watch_count() {
  return [count = std::make_shared<detail::WatershedCount>()](std::span<const std::byte> bytes) {
    const auto summary = detail::watershed_summary_from(bytes);
    WEALD_CHECK(summary);
    count->add(*summary);
  };
}

/// The number of the watershed of each sample, on `grid`.
Heightmap numbered(const GridSpec& grid, const detail::WatershedTile& tile,
                   std::span<const detail::WatershedNumber> solution) {
  const auto numbers = detail::numbers_of(tile, solution);
  WEALD_CHECK(numbers);
  Heightmap map(grid);
  for (std::size_t i = 0; i < map.heights.size(); ++i)
    map.heights.values()[i] = static_cast<float>((*numbers)[tile.end.values()[i]]);
  return map;
}

}  // namespace

Heightmap watersheds_of(const Heightmap& map, const WatershedsParams& params) {
  require_finite(map, "from");
  const auto tile = detail::label_ends(map, rules_of(params), {});
  WEALD_CHECK(tile);
  const std::vector summaries{detail::summary_of(*tile)};
  const auto numbers = detail::solve_watersheds({{map.width()}, {map.height()}}, summaries);
  WEALD_CHECK(numbers);
  return numbered(map.grid(), *tile, numbers->front());
}

std::optional<PerimeterWork> Watersheds::perimeter(const Params& params) {
  const detail::WatershedRules rules = rules_of(params);
  PerimeterWork work;
  work.halo = 1;
  work.tile_bytes = 18;
  work.rounds.push_back(detail::basins_round(rules.sides, rules.sea_level));
  work.rounds.push_back({[rules](const Heightmap& tile, std::span<const TileSolution> known) {
                           return to_bytes(detail::summary_of(labelled(tile, rules, known.front())));
                         },
                         solved_watersheds, watch_count});
  work.finish = [rules](const Heightmap& tile, std::span<const TileSolution> solutions, const schema::WantedParts&) {
    const auto numbers = detail::watershed_numbers_from(solutions[1]);
    WEALD_CHECK(numbers);
    const Region& own = tile.place->region;
    const GridSpec& whole = tile.place->whole;
    const GridSpec grid{own.width, own.height, whole.cell_size, whole.position(own.x, own.y)};
    Heightmap map = numbered(grid, labelled(tile, rules, solutions[0]), *numbers);
    map.place = CutPlace{whole, own.x, own.y, own};
    return schema::WithParts<Heightmap, Heightmap>{std::move(map), {}};
  };
  return work;
}

Heightmap Watersheds::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  context.check_stop();
  Heightmap numbers = watersheds_of(inputs[params.from], params);
  if (height_range(numbers).max == 0)
    context.warn("no watershed has a number: all of them are smaller than 'min_area', or in the sea", "min_area");
  return numbers;
}

}  // namespace weald::hydrology
