#include "hydrology/fluvial.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>

#include "core/error.h"
#include "core/math.h"
#include "core/parallel.h"
#include "core/rng.h"
#include "hydrology/incision.h"
#include "hydrology/levels.h"
#include "hydrology/surface.h"

namespace weald::hydrology {

namespace {

constexpr double kRoutingSpread = 0.4;
constexpr double kLastCreep = 0.12;       // cells^2: what single steps of single samples leave behind
constexpr double kYearsOnCoarsest = 0.5;  // share of all

// Streams of random numbers under the seed of the stage.
enum Stream : std::uint64_t { kGround, kRouting, kBending };

bool is_sea(const FluvialParams& params, float first_height) { return params.sea && first_height <= *params.sea; }

// Sea is what begins as sea: the coast is then as fine as the grid, however coarse the levels before it were.
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

// While rivers work the sea is level, and no land lies below it.
void level_sea(const FluvialParams& params, const Heightmap& first, Heightmap& heights) {
  if (!params.sea) return;
  const auto sea = static_cast<float>(*params.sea);
  std::ranges::transform(
      heights.heights.values(), first.heights.values(), heights.heights.values().begin(),
      [&](float height, float start) { return is_sea(params, start) ? sea : std::max(height, sea); });
}

// The ground to begin with, as each level of detail sees it.
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

 private:
  // Wavelengths of four cells and more.
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

// One level of detail: the land that its steps make of `ground`.
Incision shape_level(const FluvialParams& params, const FluvialFields& fields, const Heightmap& ground,
                     std::vector<std::uint8_t> outlets, double years, std::uint64_t seed,
                     const std::function<void(int)>& after_step) {
  const GridSpec grid = ground.grid();
  const std::vector<float> uplift = driven_cells(params.uplift, fields.uplift, grid, kMetresPerMillimetre);
  const std::vector<float> erodibility = driven_cells(params.erodibility, fields.erodibility, grid, 1);
  Incision land(cells_of(grid), in_cells(ground, std::numeric_limits<float>::infinity()), std::move(outlets),
                std::make_shared<RoutingWeights>(seed, kRoutingSpread));
  const IncisionStep step{.years = years / params.steps,
                          .cell_size = grid.cell_size,
                          .uplift = params.uplift.value * kMetresPerMillimetre,
                          .erodibility = params.erodibility.value,
                          .area_exponent = params.area_exponent,
                          .max_slope = math::tan_deg(params.max_slope),
                          .uplift_field = uplift,
                          .erodibility_field = erodibility};
  const double creep = params.creep * step.years / (grid.cell_size * grid.cell_size);
  land.fill();
  for (int i = 0; i < params.steps; ++i) {
    if (i > 0) land.creep(creep);
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

// What would stand there if nothing had been worn, less what does. Outlets do not rise.
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

}  // namespace

FluvialLand shape_land(const FluvialParams& params, const FluvialFields& fields, const GridSpec& target,
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
      // What has changed so far is bent; the ground to begin with is known better than it was.
      add(heights, start, -1);
      heights = bent(heights, grid, sub_seed(sub_seed(context.seed, kBending), level));
      add(heights, finer, 1);
    }
    start = std::move(finer);
    level_sea(params, start, heights);
    double share = 1;
    if (grids.size() > 1)
      share = level == 0 ? kYearsOnCoarsest : (1 - kYearsOnCoarsest) / static_cast<double>(grids.size() - 1);
    const Incision land = shape_level(params, fields, heights, outlets_of(params, start), params.years * share,
                                      sub_seed(sub_seed(context.seed, kRouting), level), [&](int) {
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

namespace {

// The grid of the first of the inputs that is given; all must agree.
GridSpec common_grid(const FluvialParams& params, const FluvialFields& fields) {
  std::optional<GridSpec> grid;
  const auto take = [&](const Heightmap* map, std::string_view key) {
    if (map == nullptr) return;
    if (grid && *grid != map->grid())
      throw StageError("the heightmaps of a fluvial stage must lie on the same grid", std::string(key));
    grid = map->grid();
    require_finite(*map, key);
    if (grid->width < 2 || grid->height < 2)
      throw StageError("the heightmap has less than 2 x 2 samples", std::string(key));
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

schema::WithParts<Heightmap, Heightmap> Fluvial::run(const Params& params, const schema::Inputs& inputs,
                                                     const RunContext& context) {
  const FluvialFields fields{inputs.maybe(params.from), inputs.maybe<Heightmap>(params.uplift),
                             inputs.maybe<Heightmap>(params.erodibility)};
  FluvialLand land = shape_land(params, fields, common_grid(params, fields), context);
  return {std::move(land.heights), {{"flow", std::move(land.flow)}, {"wear", std::move(land.wear)}}};
}

}  // namespace weald::hydrology
