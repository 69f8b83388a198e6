#include "stages/land/water/amplify.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/math/math.h"
#include "base/rng.h"
#include "stages/land/water/detail/amplify_level.h"

namespace weald::hydrology {

namespace {

constexpr int kBlock = 512;                    // columns and rows that are computed at once
constexpr int kAreaReach = 24;                 // coarse samples upstream that are counted if no drainage area is given
constexpr std::int64_t kMostSamples = 131072;  // steps along an axis
constexpr double kSecondsPerSample = 1.2e-7, kSecondsPerStep = 1e-8;
constexpr float kNoGround = std::numeric_limits<float>::infinity();

using detail::AmplifyLevel;
using detail::LandTile;
using detail::Tile;

int refined_count(int samples, int levels) { return ((samples - 1) << levels) + 1; }

std::vector<AmplifyLevel> levels_of(const AmplifyParams& params, const GridSpec& from, std::uint64_t seed) {
  std::vector<AmplifyLevel> levels;
  for (int i = 1; i <= params.levels; ++i) {
    AmplifyLevel level;
    level.rules = {.detail = params.detail,
                   .winding = params.winding,
                   .incision = params.incision,
                   .steps = params.steps,
                   .talus = math::tan_deg(params.talus),
                   .creep = params.creep,
                   .source_area = params.source_area.value_or(from.cell_size * from.cell_size)};
    level.width = refined_count(from.width, i);
    level.height = refined_count(from.height, i);
    level.cell_size = from.cell_size / (1 << i);
    level.first_x = static_cast<std::int64_t>(std::floor(from.origin.x / from.cell_size + 0.5)) * (1 << i);
    level.first_y = static_cast<std::int64_t>(std::floor(from.origin.y / from.cell_size + 0.5)) * (1 << i);
    level.seed = sub_seed(seed, static_cast<std::uint64_t>(i));
    levels.push_back(level);
  }
  return levels;
}

// The regions of the levels from the coarse input to `out`.
std::vector<Region> regions_of(const std::vector<AmplifyLevel>& levels, const Region& out) {
  std::vector<Region> regions(levels.size() + 1, out);
  for (std::size_t i = levels.size(); i-- > 0;) regions[i] = detail::coarse_region(levels[i], regions[i + 1]);
  return regions;
}

// The samples of the input that `out` depends on. Without drainage areas, those of the water that flows in, too.
Region needed(const AmplifyParams& params, const std::vector<AmplifyLevel>& levels, const Region& out) {
  const Region coarse = regions_of(levels, out).front();
  if (params.area.given()) return coarse;
  return grown(coarse, kAreaReach + 2, {levels.front().coarse_width(), levels.front().coarse_height()});
}

Tile<float> tile_of(const HeightView& map, const Region& region, float beyond) {
  Tile<float> tile(region, beyond);
  for (int y = region.y; y < region.y + region.height; ++y)
    std::copy_n(map.row(y) + region.x, region.width, tile.row(y) + region.x);
  return tile;
}

LandTile coarse_land(const AmplifyParams& params, const std::vector<AmplifyLevel>& levels, const InputViews& inputs,
                     const Region& out) {
  const Region region = regions_of(levels, out).front();
  LandTile land{tile_of(inputs[params.from], region, kNoGround), {}};
  if (const HeightView* area = inputs.maybe(params.area)) {
    land.areas = tile_of(*area, region, 0);
  } else {
    const Tile<float> wide = tile_of(inputs[params.from], needed(params, levels, out), kNoGround);
    const Tile<float> areas = detail::local_areas(levels.front(), wide, kAreaReach);
    land.areas = tile_of({areas.region(), areas.row(areas.top()) + areas.left(), areas.stride()}, region, 0);
  }
  return land;
}

void fill(const AmplifyParams& params, const std::vector<AmplifyLevel>& levels, const InputViews& inputs,
          const MutableHeightView& out) {
  const std::vector<Region> regions = regions_of(levels, out.region);
  LandTile land = coarse_land(params, levels, inputs, out.region);
  for (std::size_t i = 0; i < levels.size(); ++i) land = detail::refined(levels[i], land, regions[i + 1]);
  for (int y = out.region.y; y < out.region.y + out.region.height; ++y)
    std::copy_n(land.heights.row(y) + out.region.x, out.region.width, out.row(y) + out.region.x);
}

// Fills a window block by block: the arrays of a block are small enough for the caches.
void fill_blocks(const AmplifyParams& params, const std::vector<AmplifyLevel>& levels, const FieldWindow& window) {
  const MutableHeightView& out = window.out;
  const Region& all = out.region;
  for (int y = all.y; y < all.y + all.height; y += kBlock) {
    for (int x = all.x; x < all.x + all.width; x += kBlock) {
      const Region block{x, y, std::min(kBlock, all.x + all.width - x), std::min(kBlock, all.y + all.height - y)};
      fill(params, levels, window.inputs, {block, out.row(y) + x, out.stride});
    }
  }
}

}  // namespace

GridSpec Amplify::grid(const Params& params, const InputGrids& inputs) {
  const GridSpec& from = inputs[params.from];
  require_same_grid(from, inputs, params.area, "area");
  if (from.width < 2 || from.height < 2) throw StageError("the heightmap has fewer than 2 x 2 samples", "from");
  const std::int64_t longer = std::int64_t{std::max(from.width, from.height) - 1} << params.levels;
  if (longer > kMostSamples) throw StageError("more than 131073 samples would lie along an axis", "levels");
  return {refined_count(from.width, params.levels), refined_count(from.height, params.levels),
          from.cell_size / (1 << params.levels), from.origin};
}

Estimate Amplify::estimate(const Params& params, const schema::Estimates& inputs) {
  const std::optional<GridSpec>& from = inputs[params.from].grid;
  if (!from) return {};
  const FieldInput<GridSpec> known[] = {{params.from.stage, *from}};
  AmplifyParams alone = params;
  alone.area.stage.clear();
  Estimate result = Estimate::of_heightmap(grid(alone, InputGrids(known)));
  result.seconds = result.pixels * (kSecondsPerSample + kSecondsPerStep * params.steps);
  result.cause = "levels";
  return result;
}

FieldKernel Amplify::kernel(const Params& params, const schema::Inputs&, const GridSpec&, const RunContext& context,
                            const InputGrids& grids) {
  const GridSpec& from = grids[params.from];
  const std::vector<AmplifyLevel> levels = levels_of(params, from, context.seed);
  FieldKernel kernel;
  kernel.rows_at_once = kBlock;
  kernel.needs = [params, levels](std::string_view, const Region& out) { return needed(params, levels, out); };
  kernel.fill = [params, levels](const FieldWindow& window) { fill_blocks(params, levels, window); };
  return kernel;
}

}  // namespace weald::hydrology
