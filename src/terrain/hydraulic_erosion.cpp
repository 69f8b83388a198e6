#include "terrain/hydraulic_erosion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/math.h"
#include "core/parallel.h"
#include "core/rng.h"
#include "terrain/hydraulic_scale.h"

namespace weald::terrain {

namespace {

using detail::Scale;

constexpr int kStratum = 3;          // one droplet per batch starts in each square of so many samples
constexpr double kLeastBrush = 1.5;  // samples; a narrower brush digs needles
constexpr double kCoarsestSide = 48;
constexpr double kMemory = 0.7;
constexpr int kSpillSearches = 4;  // on each scale

constexpr double kDropletsPerSample = 1.0 / (kStratum * kStratum);

// Rounded up to a multiple of `step`.
int padded_to(int count, int step) { return (count + step - 1) / step * step; }

Grid<float> padded(const Heightmap& map, int step) {
  Grid<float> result(padded_to(map.width(), step), padded_to(map.height(), step));
  for (int y = 0; y < result.height(); ++y) {
    const auto row = map.heights.row(std::min(y, map.height() - 1));
    for (int x = 0; x < result.width(); ++x) {
      result.at(x, y) = row[static_cast<std::size_t>(std::min(x, map.width() - 1))];
    }
  }
  return result;
}

int scale_count(const GridSpec& grid, double coarsest) {
  int count = 1;
  const double side = std::min(grid.width, grid.height);
  while (count < 12) {
    const double factor = std::ldexp(1.0, count);
    if (coarsest > 0 ? grid.cell_size * factor > coarsest * 1.0001 : side / factor < kCoarsestSide) break;
    if (side / factor < 4) break;
    ++count;
  }
  return count;
}

// What droplets had where they ended, per stratum; the next one that starts there takes it along.
struct Handed {
  std::int64_t load = 0;   // units of height
  std::int64_t water = 0;  // units of water
};
using Suspended = Grid<Handed>;
constexpr std::int64_t kMostLoad = 1 << 28;
constexpr std::int64_t kMostWater = 1 << 30;

// One batch of rain over one scale.
class Rain {
 public:
  Rain(Scale& scale, Suspended& suspended, const detail::DropletRules& rules, const Rng& rng, float sea,
       const RunContext& context)
      : scale_(scale), suspended_(suspended), rules_(rules), rng_(rng), sea_(sea), context_(context) {}

  // Returns what left over the border, in units.
  std::int64_t fall(std::uint64_t batch) {
    parallel_blocks(static_cast<std::size_t>(suspended_.height()), 16, [&](std::size_t begin, std::size_t end) {
      for (int sy = static_cast<int>(begin); sy < static_cast<int>(end); ++sy) {
        for (int sx = 0; sx < suspended_.width(); ++sx) {
          const int x = sx * kStratum;
          const int y = sy * kStratum;
          scale_.take_waiting(x, y, std::min(x + kStratum, scale_.width()), std::min(y + kStratum, scale_.height()),
                              suspended_.at(sx, sy).load);
        }
      }
    });
    const detail::DropletGround ground = scale_.ground(static_cast<float>(kDropletsPerSample));
    // Tiles of one colour are so far apart that their droplets never touch the same sample.
    const int tile = (2 * (rules_.lifetime + 2) + kStratum - 1) / kStratum;
    const int tiles_x = (suspended_.width() + tile - 1) / tile;
    const int tiles_y = (suspended_.height() + tile - 1) / tile;
    std::vector<std::int64_t> left(static_cast<std::size_t>(tiles_x * tiles_y));
    Suspended after(suspended_.width(), suspended_.height());
    for (int colour = 0; colour < 4; ++colour) {
      const int columns = (tiles_x + 1 - colour % 2) / 2;
      const int rows = (tiles_y + 1 - colour / 2) / 2;
      parallel_blocks(static_cast<std::size_t>(columns * rows), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          context_.check_stop();
          const int tx = 2 * (static_cast<int>(i) % columns) + colour % 2;
          const int ty = 2 * (static_cast<int>(i) / columns) + colour / 2;
          left[static_cast<std::size_t>(ty * tiles_x + tx)] = run_tile(ground, batch, tx * tile, ty * tile, tile, after);
        }
      });
    }
    suspended_ = std::move(after);
    std::int64_t sum = 0;
    for (const std::int64_t v : left) sum += v;
    return sum;
  }

 private:
  std::int64_t run_tile(const detail::DropletGround& ground, std::uint64_t batch, int x0, int y0, int tile,
                        Suspended& after) const {
    std::vector<detail::Droplet> droplets;
    const auto last_x = std::nextafter(static_cast<float>(ground.width - 1), 0.0f);
    const auto last_y = std::nextafter(static_cast<float>(ground.height - 1), 0.0f);
    for (int sy = y0; sy < std::min(y0 + tile, after.height()); ++sy) {
      for (int sx = x0; sx < std::min(x0 + tile, after.width()); ++sx) {
        const auto words = rng_.bits(static_cast<std::uint64_t>(sy) << 32 | static_cast<std::uint64_t>(sx), batch);
        const float x = (static_cast<float>(sx) + static_cast<float>(words[0] >> 8) * 0x1p-24f) * kStratum;
        const float y = (static_cast<float>(sy) + static_cast<float>(words[1] >> 8) * 0x1p-24f) * kStratum;
        const Handed& handed = suspended_.at(sx, sy);
        const std::int64_t load = std::min(handed.load, kMostLoad);
        const std::int64_t water = std::min(handed.water, kMostWater);
        after.at(sx, sy).load += handed.load - load;
        droplets.push_back({.x = std::min(x, last_x),
                            .y = std::min(y, last_y),
                            .water = 1 + static_cast<float>(water) / detail::kWaterUnits,
                            .load = static_cast<std::int32_t>(load)});
      }
    }
    std::vector<detail::DropletEnd> ends(droplets.size());
    detail::run_droplets(ground, rules_, droplets, ends);
    std::int64_t left = 0;
    for (const detail::DropletEnd& end : ends) {
      if (end.left) {
        left += end.load;
      } else {
        Handed& handed = after.at(end.at % ground.width / kStratum, end.at / ground.width / kStratum);
        handed.load += end.load;
        if (ground.heights[end.at] > sea_) handed.water += end.water;
      }
    }
    return left;
  }

  Scale& scale_;
  Suspended& suspended_;
  const detail::DropletRules& rules_;
  const Rng& rng_;
  float sea_;  // in cells
  const RunContext& context_;
};

// The load of each stratum of a scale is shared by the strata of the next that it covers.
Suspended refined(const Suspended& coarse, int width, int height) {
  Suspended fine(width, height);
  for (int y = 0; y < coarse.height(); ++y) {
    for (int x = 0; x < coarse.width(); ++x) {
      // A unit of height on one sample is one on each of four; so is the rain of a droplet.
      const std::int64_t load = coarse.at(x, y).load;
      const std::int64_t water = coarse.at(x, y).water;
      for (const int fy : {2 * y, std::min(2 * y + 1, height - 1)}) {
        for (const int fx : {2 * x, std::min(2 * x + 1, width - 1)}) {
          fine.at(fx, fy).load += load;
          fine.at(fx, fy).water += water;
        }
      }
    }
  }
  return fine;
}

}  // namespace

HydraulicResult erode_hydraulically(const Heightmap& map, const Heightmap* erodibility,
                                    const HydraulicErosionParams& params, const RunContext& context) {
  const GridSpec grid = map.grid();
  const HeightRange range = height_range(map);
  const int scales = scale_count(grid, params.coarsest);
  // Units of about a millionth of the relief; a power of two, so that scaling is exact.
  const double relief = std::max({static_cast<double>(range.max) - range.min, grid.cell_size * 1e-3, 1e-6});
  const double unit = std::ldexp(1.0, std::ilogb(relief) - 22);

  std::vector<Grid<float>> bases{padded(map, 1 << (scales - 1))};
  std::vector<Grid<float>> hardness{erodibility != nullptr ? padded(*erodibility, 1 << (scales - 1)) : Grid<float>{}};
  for (float& v : hardness[0].values()) v = static_cast<float>(std::clamp<double>(v, 0, 10));
  for (int s = 1; s < scales; ++s) {
    bases.push_back(detail::halved(bases.back()));
    hardness.push_back(hardness.back().empty() ? Grid<float>{} : detail::halved(hardness.back()));
  }

  const int base_batches = std::max(1, static_cast<int>(std::ceil(params.droplets / kDropletsPerSample)));
  HydraulicResult result;
  std::optional<Scale> coarser;
  Suspended suspended;
  const double sea = params.sea_level.value_or(-1e9);
  double done = 0;
  double total = 0;
  for (int s = 0; s < scales; ++s) total += std::ldexp(1.0, -2 * s);
  for (int s = scales - 1; s >= 0; --s) {
    const double cell = std::ldexp(grid.cell_size, s);
    const int finer_steps = 1 << std::min(s, 2);
    const int batches = base_batches * finer_steps;
    Scale scale(std::move(bases[static_cast<std::size_t>(s)]), std::move(hardness[static_cast<std::size_t>(s)]), cell,
                unit);
    if (coarser) scale.continue_from(*coarser);
    const double radius = std::clamp(params.radius.value_or(2 * grid.cell_size) / cell, kLeastBrush, detail::kMostBrush);
    const std::vector<double> brush = detail::brush_weights(radius);
    const detail::DropletRules rules{.lifetime = params.lifetime,
                                     .inertia = static_cast<float>(params.inertia),
                                     .capacity = static_cast<float>(params.capacity),
                                     .erosion = static_cast<float>(params.erosion * params.strength / finer_steps),
                                     .deposition = static_cast<float>(params.deposition / finer_steps),
                                     .evaporation = static_cast<float>(1 - math::pow(1 - params.evaporation, cell / 1000)),
                                     .min_slope = static_cast<float>(params.min_slope),
                                     .units_per_cell = static_cast<float>(cell / unit)};
    const Rng rng(sub_seed(context.seed, static_cast<std::uint64_t>(scales - s)));
    const int spill_interval = std::max(1, batches / kSpillSearches);
    std::int64_t left = 0;
    const int strata_x = (scale.width() + kStratum - 1) / kStratum;
    const int strata_y = (scale.height() + kStratum - 1) / kStratum;
    suspended = suspended.empty() ? Suspended(strata_x, strata_y) : refined(suspended, strata_x, strata_y);
    Rain rain(scale, suspended, rules, rng, static_cast<float>(sea / cell), context);
    for (int b = 0; b < batches; ++b) {
      context.progress((done + std::ldexp(1.0, -2 * s) * b / batches) / total);
      if (b % spill_interval == 0) scale.find_spills(sea);
      left += rain.fall(static_cast<std::uint64_t>(b));
      result.droplets += static_cast<std::int64_t>(suspended.size());
      scale.settle(brush, kDropletsPerSample, b == 0 ? 0 : kMemory);
    }
    if (s == 0) {
      for (const Handed& handed : suspended.values()) left += handed.load;
    }
    done += std::ldexp(1.0, -2 * s);
    result.left = result.left * 4 + (left << detail::kBrushBits) + (s == 0 ? scale.waiting() : 0);
    coarser = std::move(scale);
  }

  const double metres = unit / (1 << detail::kBrushBits);
  result.heights = Heightmap(grid);
  result.wear = Heightmap(grid);
  result.deposit = Heightmap(grid);
  result.flow = Heightmap(grid);
  const double area = grid.cell_size * grid.cell_size;
  for (int y = 0; y < coarser->height(); ++y) {
    for (int x = 0; x < coarser->width(); ++x) {
      const std::int64_t worn = coarser->worn().at(x, y);
      const std::int64_t laid = coarser->laid().at(x, y);
      result.net += laid - worn;
      if (x >= grid.width || y >= grid.height) continue;
      const double net = static_cast<double>(laid - worn) * metres;
      result.heights.heights.at(x, y) = static_cast<float>(map.heights.at(x, y) + net);
      result.wear.heights.at(x, y) = static_cast<float>(static_cast<double>(worn) * metres);
      result.deposit.heights.at(x, y) = static_cast<float>(static_cast<double>(laid) * metres);
      result.flow.heights.at(x, y) = static_cast<float>(coarser->flow().at(x, y) * area);
    }
  }
  return result;
}

schema::WithParts<Heightmap, Heightmap> HydraulicErosion::run(const Params& params, const schema::Inputs& inputs,
                                                              const RunContext& context) {
  HydraulicResult result = erode_hydraulically(inputs[params.from], inputs.maybe(params.erodibility), params, context);
  return {std::move(result.heights),
          {{"wear", std::move(result.wear)},
           {"deposit", std::move(result.deposit)},
           {"flow", std::move(result.flow)}}};
}

}  // namespace weald::terrain
