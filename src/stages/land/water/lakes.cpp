#include "stages/land/water/lakes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "base/check.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/tile_bytes.h"
#include "stages/land/water/detail/tile_fill_round.h"
#include "stages/land/water/detail/tile_lakes.h"
#include "stages/land/water/fill_depressions.h"

namespace weald::hydrology {

namespace {

constexpr double kUsualLakeShare = 1.0 / 5000;  // default: least area of a lake as a share of the map

/// `filled` without the water of lakes that are too small or too shallow; `sizes` are those of the lakes of `labels`.
Grid<float> lake_level(const Heightmap& ground, Grid<float> filled, const detail::LakeLabels& labels,
                       std::span<const detail::LakeSize> sizes, const LakesParams& params) {
  const GridSpec whole = ground.whole_grid();
  const double min_area =
      params.min_area.value_or(kUsualLakeShare * whole.width * whole.height * whole.cell_size * whole.cell_size);
  std::vector<std::uint8_t> is_lake;
  for (const detail::LakeSize& size : sizes) {
    const double area = static_cast<double>(size.samples) * whole.cell_size * whole.cell_size;
    is_lake.push_back(size.deepest >= params.min_depth && area >= min_area ? 1 : 0);
  }
  is_lake.front() = 0;  // the land
  for (std::size_t i = 0; i < filled.size(); ++i) {
    float& level = filled.values()[i];
    // Zeros may differ in sign, depending on the tiles.
    level = is_lake[labels.lake.values()[i]] != 0 ? level + 0.0f : ground.heights.values()[i];
  }
  return filled;
}

Grid<float> whole_level(const Heightmap& ground, const LakesParams& params) {
  Grid<float> raised = filled(ground, FillSurface::level, params.outlets).heights;
  const detail::LakeLabels labels = detail::label_lakes(ground.heights, raised);
  return lake_level(ground, std::move(raised), labels, labels.sizes, params);
}

Heightmap with_heights(const Heightmap& ground, Grid<float> heights) {
  Heightmap map;
  map.heights = std::move(heights);
  map.cell_size = ground.cell_size, map.origin = ground.origin, map.place = ground.place;
  return map;
}

/// A map of of(ground, level) for each sample.
template <class Of>
Heightmap map_by_level(const Heightmap& ground, const Grid<float>& level, const Of& of) {
  Grid<float> heights(level.width(), level.height(), kUnset);
  std::ranges::transform(ground.heights.values(), level.values(), heights.values().begin(), of);
  return with_heights(ground, std::move(heights));
}

schema::WithParts<Heightmap, Heightmap> lake_maps(const Heightmap& ground, Grid<float> level,
                                                  const schema::WantedParts& wanted) {
  schema::WithParts<Heightmap, Heightmap> result;
  result.main = map_by_level(ground, level, [](float low, float high) { return high - low; });
  if (wanted.has("mask")) {
    result.parts.push_back(
        {"mask", map_by_level(ground, level, [](float low, float high) { return high > low ? 1.0f : 0.0f; })});
  }
  if (wanted.has("level")) result.parts.push_back({"level", with_heights(ground, std::move(level))});
  return result;
}

std::vector<TileSolution> solved_lakes(const TileCuts& cuts, std::span<const std::vector<std::byte>> summaries,
                                       const RunContext&) {
  const auto sizes = detail::solve_lakes(cuts, detail::read_all(summaries, detail::lake_summary_from));
  WEALD_CHECK(sizes);
  std::vector<TileSolution> solutions;
  for (const std::vector<detail::LakeSize>& of_tile : *sizes) solutions.push_back(detail::to_bytes(of_tile));
  return solutions;
}

}  // namespace

LakeMaps lakes_on(const Heightmap& map, const LakesParams& params) {
  schema::WithParts<Heightmap, Heightmap> made = lake_maps(map, whole_level(map, params), {});
  LakeMaps maps{std::move(made.main), {}, {}};
  for (auto& [name, part] : made.parts) (name == "level" ? maps.level : maps.mask) = std::get<Heightmap>(part);
  return maps;
}

std::optional<PerimeterWork> Lakes::perimeter(const Params& params) {
  PerimeterWork work;
  work.tile_bytes = 38;
  work.rounds.push_back(detail::fill_round(params.outlets));
  work.rounds.push_back({[sides = params.outlets](const Heightmap& tile, std::span<const TileSolution> known) {
                           const Grid<float> raised = detail::filled_tile(tile, sides, known.front());
                           return to_bytes(summary_of(detail::label_lakes(tile.heights, raised)));
                         },
                         solved_lakes});
  work.finish = [params](const Heightmap& tile, std::span<const TileSolution> solutions,
                         const schema::WantedParts& wanted) {
    Grid<float> raised = detail::filled_tile(tile, params.outlets, solutions[0]);
    const detail::LakeLabels labels = detail::label_lakes(tile.heights, raised);
    const auto shared = detail::lake_sizes_from(solutions[1]);
    WEALD_CHECK(shared);
    const auto sizes = detail::whole_sizes(labels, *shared);
    WEALD_CHECK(sizes);
    return lake_maps(tile, lake_level(tile, std::move(raised), labels, *sizes, params), wanted);
  };
  return work;
}

schema::WithParts<Heightmap, Heightmap> Lakes::run(const Params& params, const schema::Inputs& inputs,
                                                   const RunContext& context, const schema::WantedParts& wanted) {
  context.check_stop();
  const Heightmap& ground = inputs[params.from];
  auto maps = lake_maps(ground, whole_level(ground, params), wanted);
  if (height_range(maps.main).max == 0)
    context.warn("there are no lakes: no depression is both as deep as 'min_depth' and as large as 'min_area'",
                 "min_depth");
  return maps;
}

}  // namespace weald::hydrology
