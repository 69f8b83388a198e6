#include "stages/land/water/fluvial.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>

#include "base/error.h"
#include "base/math/math.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/incision.h"
#include "stages/land/water/detail/multigrid.h"

namespace weald::hydrology {

namespace {

constexpr double kRoutingSpread = 0.4;
constexpr double kLastCreep = 0.12;       // cells^2; smooths single-sample artefacts of single steps
constexpr double kYearsOnCoarsest = 0.5;  // share of the total years
// Rivers are longer on finer grids, because they wind more: their length scales with this power of the cell size, which
// follows from their fractal dimension. Without a correction, their total drop would grow with their length.
constexpr double kWinding = 0.08;
constexpr double kMinExtent = 10000;  // metres
constexpr int kRockOctaves = 4;
constexpr std::size_t kRowsPerRockBlock = 32;

// Streams of random numbers under the seed of the stage.
enum Stream : std::uint64_t { kGround, kRouting, kBending, kRock };

bool is_sea(const FluvialParams& params, float first_height) { return params.sea && first_height <= *params.sea; }

// Ground that starts as sea stays sea, so the coastline has the detail of the grid, even if it was coarse on earlier
// levels.
std::vector<std::uint8_t> outlets_of(const FluvialParams& params, const Heightmap& first) {
  const Cells cells = cells_of(first.grid());
  std::vector<std::uint8_t> outlets = side_outlets(cells, params.outlets);
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) {
      if (is_sea(params, first.heights.at(x, y))) outlets[cells.at(x, y)] = 1;
    }
  }
  return outlets;
}

// Sets the sea to its level, and raises lower land to this level.
void level_sea(const FluvialParams& params, const Heightmap& first, Heightmap& heights) {
  if (!params.sea) return;
  const auto sea = static_cast<float>(*params.sea);
  std::ranges::transform(
      heights.heights.values(), first.heights.values(), heights.heights.values().begin(),
      [&](float height, float start) { return is_sea(params, start) ? sea : std::max(height, sea); });
}

// Initial ground, sampled for each level of detail.
class FirstGround {
 public:
  FirstGround(const FluvialParams& params, const FluvialFields& fields, std::vector<GridSpec> grids, std::uint64_t seed)
      : roughness_(params.roughness), from_(fields.from), grids_(std::move(grids)), seed_(sub_seed(seed, kGround)) {
    const GridSpec& last = grids_.back();
    longest_ = std::max(last.width - 1, last.height - 1) * last.cell_size / 8;
  }

  Heightmap on(std::size_t level) const {
    if (from_ != nullptr) return resampled(*from_, grids_[level]);
    return rough_ground(grids_[level], longest_, roughness_, 0, octaves(level), seed_);
  }

  // Longest wavelength of the random roughness, metres.
  double longest() const { return longest_; }

 private:
  // Number of octaves with wavelengths of at least four cells.
  static int octaves(std::size_t level) { return static_cast<int>(level) + 2; }

  double roughness_;
  const Heightmap* from_;
  std::vector<GridSpec> grids_;
  std::uint64_t seed_;
  double longest_ = 1;
};

std::vector<float> driven_cells(const schema::Driven& parameter, const Heightmap* field, const GridSpec& grid,
                                double factor) {
  if (field == nullptr) return {};
  const Heightmap values = resampled(*field, grid);
  const schema::DrivenSamples samples(parameter, view(values));
  Heightmap result(grid);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) result.heights.at(x, y) = static_cast<float>(samples.at(x, y) * factor);
  }
  return in_cells(result, 0);
}

constexpr double kMetresPerMillimetre = 1e-3;

// Erodibility on one level of detail: the given values times the variation of the rock. The rock varies over the same
// wavelengths on every level.
std::vector<float> erodibility_cells(const FluvialParams& params, const FluvialFields& fields, const GridSpec& grid,
                                     double longest, std::uint64_t seed) {
  std::vector<float> cells = driven_cells(params.erodibility, fields.erodibility, grid, 1);
  if (params.variety == 0) return cells;
  Heightmap rock = rough_ground(grid, longest, params.variety, 0, kRockOctaves, seed);
  parallel_blocks(static_cast<std::size_t>(grid.height), kRowsPerRockBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) {
      for (float& value : rock.heights.row(static_cast<int>(y))) value = static_cast<float>(math::exp2(value));
    }
  });
  const std::vector<float> factors = in_cells(rock, 0);
  if (cells.empty()) cells.assign(factors.size(), static_cast<float>(params.erodibility.value));
  std::ranges::transform(cells, factors, cells.begin(), std::multiplies<>());
  return cells;
}

// One level of detail. Fields are arrays over its cells; an empty field means a uniform value.
struct Level {
  double coarsest_cell = 1;  // metres
  double years = 0;          // share of the level in all years
  std::uint64_t seed = 0;    // of the routing
  std::vector<float> uplift;
  std::vector<float> erodibility;
  std::vector<std::uint8_t> outlets;
};

// Shapes one level of detail, starting from `ground`.
Incision shape_level(const FluvialParams& params, Level level, const Heightmap& ground,
                     const std::function<void(int)>& after_step) {
  const GridSpec grid = ground.grid();
  Incision land(cells_of(grid), in_cells(ground, std::numeric_limits<float>::infinity()), std::move(level.outlets),
                std::make_shared<RoutingWeights>(level.seed, kRoutingSpread));
  const IncisionStep step{.years = level.years / params.steps,
                          .cell_size = grid.cell_size,
                          .uplift = params.uplift.value * kMetresPerMillimetre,
                          .erodibility = params.erodibility.value,
                          .area_exponent = params.area_exponent,
                          .length = math::pow(grid.cell_size / level.coarsest_cell, kWinding),
                          .source_area = params.source_area,
                          .max_slope = math::tan_deg(params.max_slope),
                          .uplift_field = level.uplift,
                          .erodibility_field = level.erodibility};
  const double creep = params.creep * step.years / (grid.cell_size * grid.cell_size);
  land.fill();
  for (int i = 0; i < params.steps; ++i) {
    if (i > 0) land.creep(creep, params.source_area / (grid.cell_size * grid.cell_size));
    land.step(step);
    after_step(i);
  }
  if (params.years > 0) land.creep(kLastCreep);
  land.settle();
  return land;
}

void add(Heightmap& map, const Heightmap& other, float factor) {
  std::ranges::transform(map.heights.values(), other.heights.values(), map.heights.values().begin(),
                         [factor](float a, float b) { return a + factor * b; });
}

// Eroded height: the height without any erosion minus the actual height. Outlets are not uplifted.
Heightmap wear_of(const FluvialParams& params, const FluvialFields& fields, Heightmap start, const Heightmap& heights) {
  const GridSpec grid = heights.grid();
  const Cells cells = cells_of(grid);
  const std::vector<std::uint8_t> outlets = outlets_of(params, start);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      if (outlets[cells.at(x, y)] != 0) continue;
      const double rate = fields.uplift != nullptr ? schema::DrivenSamples(params.uplift, view(*fields.uplift)).at(x, y)
                                                   : params.uplift.value;
      start.heights.at(x, y) += static_cast<float>(rate * kMetresPerMillimetre * params.years);
    }
  }
  add(start, heights, -1);
  return start;
}

FluvialLand shape_full_size(const FluvialParams& params, const FluvialFields& fields, const GridSpec& target,
                            const RunContext& context) {
  const std::vector<GridSpec> grids = level_grids(target);
  const FirstGround first(params, fields, grids, context.seed);
  double work = 0, done = 0;
  for (const GridSpec& grid : grids) work += static_cast<double>(cells_of(grid).count()) * params.steps;
  Heightmap heights, start;
  for (std::size_t level = 0; level < grids.size(); ++level) {
    const GridSpec& grid = grids[level];
    Heightmap finer = first.on(level);
    if (level == 0) {
      heights = finer;
    } else {
      // Only the change so far is displaced; the initial ground is available at the new resolution.
      add(heights, start, -1);
      heights = bent(heights, grid, sub_seed(sub_seed(context.seed, kBending), level));
      add(heights, finer, 1);
    }
    start = std::move(finer);
    level_sea(params, start, heights);
    double share = 1;
    if (grids.size() > 1)
      share = level == 0 ? kYearsOnCoarsest : (1 - kYearsOnCoarsest) / static_cast<double>(grids.size() - 1);
    Level current{
        .coarsest_cell = grids.front().cell_size,
        .years = params.years * share,
        .seed = sub_seed(sub_seed(context.seed, kRouting), level),
        .uplift = driven_cells(params.uplift, fields.uplift, grid, kMetresPerMillimetre),
        .erodibility = erodibility_cells(params, fields, grid, first.longest(), sub_seed(context.seed, kRock)),
        .outlets = outlets_of(params, start)};
    const Incision land = shape_level(params, std::move(current), heights, [&](int) {
      done += static_cast<double>(cells_of(grid).count());
      context.progress(done / work);
    });
    heights = map_of(grid, [&](Cell cell) { return land.heights()[cell]; });
    std::ranges::transform(
        heights.heights.values(), start.heights.values(), heights.heights.values().begin(),
        [&](float height, float first_height) { return is_sea(params, first_height) ? first_height : height; });
    if (level + 1 < grids.size()) continue;
    const auto cell_area = static_cast<float>(grid.cell_size * grid.cell_size);
    return {heights,
            map_of(grid, [&](Cell cell) { return static_cast<float>(land.drainage().areas()[cell]) * cell_area; }),
            wear_of(params, fields, start, heights)};
  }
  return {};
}

GridSpec enlarged(const GridSpec& grid, double factor) {
  return {grid.width, grid.height, grid.cell_size * factor, grid.origin * factor};
}

// The map on an enlarged grid, with its values multiplied by `height_factor`; unset for a null map.
std::optional<Heightmap> enlarged(const Heightmap* map, double factor, double height_factor) {
  if (map == nullptr) return std::nullopt;
  Heightmap result(enlarged(map->grid(), factor));
  std::ranges::transform(map->heights.values(), result.heights.values().begin(),
                         [height_factor](float v) { return static_cast<float>(v * height_factor); });
  return result;
}

const Heightmap* pointer_to(const std::optional<Heightmap>& map) { return map ? &*map : nullptr; }

Heightmap brought_back(const Heightmap& map, const GridSpec& grid, double height_factor) {
  Heightmap result = *enlarged(&map, 1, height_factor);
  result.cell_size = grid.cell_size;
  result.origin = grid.origin;
  return result;
}

}  // namespace

FluvialLand shape_land(const FluvialParams& params, const FluvialFields& fields, const GridSpec& target,
                       const RunContext& context) {
  const double own = std::max(target.width - 1, target.height - 1) * target.cell_size;
  const double factor = params.extent.value_or(std::max(own, kMinExtent)) / own;
  if (factor == 1) return shape_full_size(params, fields, target, context);
  FluvialParams large = params;
  if (large.sea) *large.sea *= factor;
  const std::optional<Heightmap> from = enlarged(fields.from, factor, factor);
  const std::optional<Heightmap> uplift = enlarged(fields.uplift, factor, 1);
  const std::optional<Heightmap> erodibility = enlarged(fields.erodibility, factor, 1);
  const FluvialLand land = shape_full_size(large, {pointer_to(from), pointer_to(uplift), pointer_to(erodibility)},
                                           enlarged(target, factor), context);
  return {brought_back(land.heights, target, 1 / factor), brought_back(land.flow, target, 1 / (factor * factor)),
          brought_back(land.wear, target, 1 / factor)};
}

namespace {

// The common grid of the given inputs; throws if they disagree.
GridSpec common_grid(const FluvialParams& params, const FluvialFields& fields) {
  std::optional<GridSpec> grid;
  const auto take = [&](const Heightmap* map, std::string_view key) {
    if (map == nullptr) return;
    if (grid && *grid != map->grid())
      throw StageError("the heightmaps of a fluvial stage must lie on the same grid", std::string(key));
    grid = map->grid();
    require_finite(*map, key);
    if (grid->width < 2 || grid->height < 2)
      throw StageError("the heightmap has fewer than 2 x 2 samples", std::string(key));
  };
  take(fields.from, "from");
  take(fields.uplift, "uplift");
  take(fields.erodibility, "erodibility");
  if (grid) return *grid;
  const GridSpec own = noise::grid_spec(params);
  if (std::int64_t{own.width} * own.height > kMaxSamples)
    throw StageError("rivers need the whole map at once: at most 16385 x 16385 samples", "size");
  return own;
}

}  // namespace

Estimate Fluvial::estimate(const Params& params, const schema::Estimates& inputs) {
  return noise::estimate_on_grid(params, schema::uses_of(params).inputs, kParts, inputs);
}

schema::WithParts<Heightmap, Heightmap> Fluvial::run(const Params& params, const schema::Inputs& inputs,
                                                     const RunContext& context) {
  const FluvialFields fields{inputs.maybe(params.from), inputs.maybe<Heightmap>(params.uplift),
                             inputs.maybe<Heightmap>(params.erodibility)};
  FluvialLand land = shape_land(params, fields, common_grid(params, fields), context);
  return {std::move(land.heights), {{"flow", std::move(land.flow)}, {"wear", std::move(land.wear)}}};
}

}  // namespace weald::hydrology
