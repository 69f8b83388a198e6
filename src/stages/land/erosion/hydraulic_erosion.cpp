#include "stages/land/erosion/hydraulic_erosion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/math/math.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "stages/land/erosion/detail/hydraulic_scale.h"

namespace weald::terrain {

namespace {

using detail::Scale;

constexpr int kStratum = 3;  // side of a stratum in samples; one droplet per batch starts in each stratum
constexpr double kDropletsPerSample = 1.0 / (kStratum * kStratum);
constexpr int kMinSide = 4;           // samples
constexpr double kCoarsestSide = 48;  // default width of the coarsest scale, in samples
constexpr int kMaxScales = 12;
constexpr double kMinBrush = 1.5;    // samples; a narrower brush leaves grooves of single samples
constexpr double kDefaultBrush = 2;  // samples
constexpr double kMemory = 0.7;      // weight of the previous flow when a batch updates it
// Number of depression searches on the map's own scale, and on coarser scales, where they are cheap and depressions
// matter more.
constexpr int kFineSpillSearches = 2;
constexpr int kSpillSearches = 6;
constexpr int kMaxBatchSplit = 2;
constexpr double kMaxSteps = 1e12;
constexpr double kNoSea = -1e9;  // metres

int strata(int samples) { return (samples + kStratum - 1) / kStratum; }

// `count` rounded up to a multiple of `step`.
int padded_to(int count, int step) { return (count + step - 1) / step * step; }

// Pads a grid by repeating its outermost values.
Grid<float> padded(const Grid<float>& map, int step) {
  Grid<float> result(padded_to(map.width(), step), padded_to(map.height(), step));
  for (int y = 0; y < result.height(); ++y) {
    const auto row = map.row(std::min(y, map.height() - 1));
    for (int x = 0; x < result.width(); ++x) {
      result.at(x, y) = row[static_cast<std::size_t>(std::min(x, map.width() - 1))];
    }
  }
  return result;
}

int scale_count(const GridSpec& grid, double coarsest) {
  int count = 1;
  const double side = std::min(grid.width, grid.height);
  while (count < kMaxScales) {
    const double factor = std::ldexp(1.0, count);
    if (coarsest > 0 ? grid.cell_size * factor > coarsest : side / factor < kCoarsestSide) break;
    if (side / factor < kMinSide) break;
    ++count;
  }
  return count;
}

// Load and water of droplets that ended in a stratum; the next droplet that starts there takes them over.
struct Handed {
  std::int64_t load = 0;   // units of height
  std::int64_t water = 0;  // units of water
};
using HandedGrid = Grid<Handed>;
constexpr std::int64_t kMaxLoad = 1 << 28;
constexpr std::int64_t kMaxWater = 1 << 30;

// Simulates one batch of rain on one scale.
class Rain {
 public:
  Rain(Scale& scale, HandedGrid& handed, const detail::DropletRules& rules, const Rng& rng, float sea,
       const RunContext& context)
      : scale_(scale), handed_(handed), rules_(rules), rng_(rng), sea_(sea), context_(context) {}

  // Returns the material that left across the border, in units.
  std::int64_t fall(std::uint64_t batch) {
    parallel_blocks(static_cast<std::size_t>(handed_.height()), 16, [&](std::size_t begin, std::size_t end) {
      for (int sy = static_cast<int>(begin); sy < static_cast<int>(end); ++sy) {
        for (int sx = 0; sx < handed_.width(); ++sx) {
          const int x = sx * kStratum;
          const int y = sy * kStratum;
          scale_.take_waiting(x, y, std::min(x + kStratum, scale_.width()), std::min(y + kStratum, scale_.height()),
                              handed_.at(sx, sy).load);
        }
      }
    });
    const detail::DropletGround ground = scale_.ground(static_cast<float>(kDropletsPerSample), sea_);
    // Tiles of the same colour are so far apart that their droplets never touch the same sample.
    const int tile = (2 * (rules_.lifetime + 2) + kStratum - 1) / kStratum;
    const int tiles_x = (handed_.width() + tile - 1) / tile;
    const int tiles_y = (handed_.height() + tile - 1) / tile;
    std::vector<std::int64_t> left(static_cast<std::size_t>(tiles_x * tiles_y));
    HandedGrid after(handed_.width(), handed_.height());
    for (int colour = 0; colour < 4; ++colour) {
      const int columns = (tiles_x + 1 - colour % 2) / 2;
      const int rows = (tiles_y + 1 - colour / 2) / 2;
      parallel_blocks(static_cast<std::size_t>(columns * rows), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          context_.check_stop();
          const int tx = 2 * (static_cast<int>(i) % columns) + colour % 2;
          const int ty = 2 * (static_cast<int>(i) / columns) + colour / 2;
          left[static_cast<std::size_t>(ty * tiles_x + tx)] =
              run_tile(ground, batch, tx * tile, ty * tile, tile, after);
        }
      });
    }
    handed_ = std::move(after);
    std::int64_t sum = 0;
    for (const std::int64_t v : left) sum += v;
    return sum;
  }

 private:
  std::int64_t run_tile(const detail::DropletGround& ground, std::uint64_t batch, int x0, int y0, int tile,
                        HandedGrid& after) const {
    std::vector<detail::Droplet> droplets;
    const auto last_x = std::nextafter(static_cast<float>(ground.width - 1), 0.0f);
    const auto last_y = std::nextafter(static_cast<float>(ground.height - 1), 0.0f);
    for (int sy = y0; sy < std::min(y0 + tile, after.height()); ++sy) {
      for (int sx = x0; sx < std::min(x0 + tile, after.width()); ++sx) {
        const auto words = rng_.bits(static_cast<std::uint64_t>(sy) << 32 | static_cast<std::uint64_t>(sx), batch);
        const float x = (static_cast<float>(sx) + static_cast<float>(words[0] >> 8) * 0x1p-24f) * kStratum;
        const float y = (static_cast<float>(sy) + static_cast<float>(words[1] >> 8) * 0x1p-24f) * kStratum;
        const Handed& handed = handed_.at(sx, sy);
        const std::int64_t load = std::min(handed.load, kMaxLoad);
        const std::int64_t water = std::min(handed.water, kMaxWater);
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
      } else if (ground.heights[end.at] <= sea_) {
        ground.tally[end.at].change += end.load;
      } else {
        Handed& handed = after.at(end.at % ground.width / kStratum, end.at / ground.width / kStratum);
        handed.load += end.load;
        handed.water += end.water;
      }
    }
    return left;
  }

  Scale& scale_;
  HandedGrid& handed_;
  const detail::DropletRules& rules_;
  const Rng& rng_;
  float sea_;  // in cells
  const RunContext& context_;
};

// Passes the load and water of each coarse stratum on to the strata of the next scale that it covers.
HandedGrid refined(const HandedGrid& coarse, int width, int height) {
  HandedGrid fine(width, height);
  for (int y = 0; y < coarse.height(); ++y) {
    for (int x = 0; x < coarse.width(); ++x) {
      // One unit of height on a coarse sample is one unit on each of its four fine samples; the same holds for the rain
      // of a droplet.
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

// The land on all scales, the map's own scale first.
struct Pyramid {
  std::vector<Grid<float>> land;
  std::vector<Grid<float>> erodibility;  // empty if erodibility is uniform
};

Grid<float> erodibility_of(const schema::Driven& parameter, const Heightmap& field) {
  const schema::DrivenSamples samples(parameter, view(field));
  Grid<float> result(field.width(), field.height());
  for (int y = 0; y < field.height(); ++y) {
    for (int x = 0; x < field.width(); ++x) result.at(x, y) = static_cast<float>(samples.at(x, y));
  }
  return result;
}

Pyramid build_pyramid(const Heightmap& map, const Heightmap* erodibility, const schema::Driven& parameter, int scales) {
  const int step = 1 << (scales - 1);
  Pyramid pyramid{{padded(map.heights, step)}, {Grid<float>{}}};
  if (erodibility != nullptr) pyramid.erodibility[0] = padded(erodibility_of(parameter, *erodibility), step);
  for (int s = 1; s < scales; ++s) {
    pyramid.land.push_back(detail::halved(pyramid.land.back()));
    pyramid.erodibility.push_back(detail::halved(pyramid.erodibility.back()));
  }
  return pyramid;
}

// Coarse scales are cheap, so they run more batches with a smaller effect each.
int batch_split(int scale) { return 1 << std::min(scale, kMaxBatchSplit); }

class Erosion {
 public:
  Erosion(const Heightmap& map, const HydraulicErosionParams& params, const RunContext& context)
      : map_(map), params_(params), context_(context), scales_(scale_count(map.grid(), params.coarsest)) {
    // A unit is less than a millionth of the relief, and a power of two so that scaling is exact.
    const HeightRange range = height_range(map);
    const double relief = std::max(static_cast<double>(range.max) - range.min, cell_size(scales_ - 1) * 0.01);
    unit_ = std::ldexp(1.0, std::ilogb(relief) - 22);
    for (int s = 0; s < scales_; ++s) work_ += work_of(s);
    const double samples = static_cast<double>(map.width()) * map.height();
    if (samples * work_ * kDropletsPerSample * params.lifetime > kMaxSteps) {
      throw StageError(
          "the droplets would take more than 10^12 steps: there are too many of them, or they live too "
          "long",
          "droplets");
    }
  }

  HydraulicResult run(const Heightmap* erodibility) {
    Pyramid pyramid = build_pyramid(map_, erodibility, params_.erodibility, scales_);
    std::optional<Scale> scale;
    for (int s = scales_ - 1; s >= 0; --s) {
      Scale finer(std::move(pyramid.land[static_cast<std::size_t>(s)]),
                  std::move(pyramid.erodibility[static_cast<std::size_t>(s)]), cell_size(s), unit_);
      if (scale) finer.continue_from(*scale);
      scale = std::move(finer);
      rain_on(*scale, s);
    }
    return result(*scale);
  }

 private:
  double cell_size(int scale) const { return std::ldexp(map_.cell_size, scale); }
  int batches_of(int scale) const {
    return static_cast<int>(std::ceil(params_.droplets / kDropletsPerSample)) * batch_split(scale);
  }
  // Cost of all batches on a scale, relative to a batch on the map's own scale.
  double work_of(int scale) const { return std::ldexp(batches_of(scale), -2 * scale); }

  detail::DropletRules rules(int scale) const {
    const double cell = cell_size(scale);
    const double erodibility = params_.erodibility.given() ? 1 : params_.erodibility.value;
    const double kept_water = math::pow(1 - params_.evaporation, cell / 1000);
    return {.lifetime = params_.lifetime,
            .inertia = static_cast<float>(params_.inertia),
            .capacity = static_cast<float>(params_.capacity),
            .erosion = static_cast<float>(params_.erosion * erodibility / batch_split(scale)),
            .deposition = static_cast<float>(params_.deposition / batch_split(scale)),
            // Gorges that are too narrow for a coarse scale look like lakes there and must not be filled.
            .lake_deposition = scale == 0 ? static_cast<float>(params_.deposition) : 0,
            .kept_water = static_cast<float>(kept_water),
            .min_slope = static_cast<float>(params_.min_slope),
            .units_per_cell = static_cast<float>(cell / unit_)};
  }

  void rain_on(Scale& scale, int s) {
    const double cell = cell_size(s);
    const double radius = params_.radius.value_or(kDefaultBrush * map_.cell_size) / cell;
    const std::vector<double> brush = detail::brush_weights(std::clamp(radius, kMinBrush, detail::kMaxBrush));
    const int strata_x = strata(scale.width());
    const int strata_y = strata(scale.height());
    handed_ = handed_.empty() ? HandedGrid(strata_x, strata_y) : refined(handed_, strata_x, strata_y);
    const double sea = params_.sea_level.value_or(kNoSea) / cell;
    // Scales are numbered from the coarsest, so that the same land at another resolution gets the same rain there.
    const Rng rng(sub_seed(context_.seed, static_cast<std::uint64_t>(scales_ - s)));
    const detail::DropletRules rules_here = rules(s);
    Rain rain(scale, handed_, rules_here, rng, static_cast<float>(sea), context_);
    const int batches = batches_of(s);
    const int spill_interval = std::max(1, batches / (s == 0 ? kFineSpillSearches : kSpillSearches));
    scale.fill_hollows(scale.spills(sea));
    std::int64_t left = 0;
    for (int b = 0; b < batches; ++b) {
      context_.progress(done_ / work_);
      if (b > 0 && b % spill_interval == 0) {
        // The depression search is serial, so it runs beside a batch of droplets; the next batch uses its result.
        Grid<float> spills;
        parallel_blocks(2, 1, [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) {
            if (i == 0)
              spills = scale.spills(sea);
            else
              left += rain.fall(static_cast<std::uint64_t>(b));
          }
        });
        scale.fill_hollows(std::move(spills));
      } else {
        left += rain.fall(static_cast<std::uint64_t>(b));
      }
      scale.settle(brush, kDropletsPerSample, b == 0 ? 0 : kMemory);
      done_ += std::ldexp(1.0, -2 * s);
      droplets_ += static_cast<std::int64_t>(handed_.size());
    }
    // One unit on a sample of this scale is one unit on each of four samples of the next.
    left_ = left_ * 4 + static_cast<std::uint64_t>(left);
  }

  Heightmap unset_map() const {
    Heightmap map;
    map.heights = Grid<float>(map_.width(), map_.height(), kUnset);
    map.cell_size = map_.cell_size;
    map.origin = map_.origin;
    return map;
  }

  // Copies the part of a row that lies on the map into the results. Returns the balance of the whole row.
  HydraulicBalance take_row(const Scale& scale, int y, HydraulicResult& out) const {
    const double metres = unit_ / (1 << detail::kBrushBits);
    const double area = map_.cell_size * map_.cell_size;
    // Rain also falls on the padding beyond the border.
    const double whole = area * map_.width() * map_.height();
    HydraulicBalance sum;
    for (int x = 0; x < scale.width(); ++x) {
      const std::int64_t worn = scale.eroded().at(x, y);
      const std::int64_t laid = scale.laid().at(x, y);
      sum.worn += static_cast<std::uint64_t>(worn);
      sum.laid += static_cast<std::uint64_t>(laid);
      if (x >= map_.width() || y >= map_.height()) continue;
      out.heights.heights.at(x, y) =
          static_cast<float>(map_.heights.at(x, y) + static_cast<double>(laid - worn) * metres);
      out.wear.heights.at(x, y) = static_cast<float>(static_cast<double>(worn) * metres);
      out.deposit.heights.at(x, y) = static_cast<float>(static_cast<double>(laid) * metres);
      out.flow.heights.at(x, y) = static_cast<float>(std::min(scale.flow().at(x, y) * area, whole));
    }
    return sum;
  }

  HydraulicResult result(const Scale& scale) const {
    HydraulicResult out{unset_map(), unset_map(), unset_map(), unset_map(), {}, droplets_};
    std::vector<HydraulicBalance> sums(static_cast<std::size_t>(scale.height()));
    parallel_blocks(sums.size(), 32, [&](std::size_t begin, std::size_t end) {
      for (std::size_t y = begin; y < end; ++y) sums[y] = take_row(scale, static_cast<int>(y), out);
    });
    for (const HydraulicBalance& sum : sums) {
      out.balance.worn += sum.worn;
      out.balance.laid += sum.laid;
    }
    std::uint64_t carried = left_;
    for (const Handed& handed : handed_.values()) carried += static_cast<std::uint64_t>(handed.load);
    out.balance.left = (carried << detail::kBrushBits) + scale.waiting();
    return out;
  }

  const Heightmap& map_;
  const HydraulicErosionParams& params_;
  const RunContext& context_;
  int scales_;
  double unit_ = 1;
  double work_ = 0;
  double done_ = 0;
  HandedGrid handed_;
  std::uint64_t left_ = 0;
  std::int64_t droplets_ = 0;
};

}  // namespace

HydraulicResult erode_hydraulically(const Heightmap& map, const Heightmap* erodibility,
                                    const HydraulicErosionParams& params, const RunContext& context) {
  if (erodibility != nullptr && erodibility->grid() != map.grid()) {
    throw StageError(
        "the heightmap of 'erodibility' lies on a different grid: it needs the same size, cell size and origin",
        "erodibility");
  }
  if (std::min(map.width(), map.height()) < kMinSide) {
    Heightmap flow(map.grid());
    for (float& v : flow.heights.values()) v = static_cast<float>(map.cell_size * map.cell_size);
    return {map, Heightmap(map.grid()), Heightmap(map.grid()), std::move(flow), {}, 0};
  }
  return Erosion(map, params, context).run(erodibility);
}

schema::WithParts<Heightmap, Heightmap> HydraulicErosion::run(const Params& params, const schema::Inputs& inputs,
                                                              const RunContext& context) {
  HydraulicResult result = erode_hydraulically(inputs[params.from], inputs.maybe(params.erodibility), params, context);
  return {std::move(result.heights),
          {{"wear", std::move(result.wear)}, {"deposit", std::move(result.deposit)}, {"flow", std::move(result.flow)}}};
}

}  // namespace weald::terrain
