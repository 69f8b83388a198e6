#include "stages/land/erosion/hydraulic_erosion.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/clamped.h"
#include "base/math/math.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "schema/wording.h"
#include "stages/land/erosion/detail/hydraulic_rain.h"
#include "stages/land/erosion/detail/hydraulic_scale.h"

namespace weald::terrain {

namespace {

/// What follows from the parameters and the grid of the whole map.
struct ScalePlan {
  int scales = 1;
  int lifetime = 64;        ///< of a droplet in a batch, steps
  detail::Strata strata{};  ///< on all scales; first_x and first_y are 0
  int most_split = 1;       ///< most batches on a coarse scale for each one on the map's own scale
  int batches = 0;          ///< on the map's own scale
  bool is_bounded = false;  ///< whether a sample depends only on those within `reach`

  /// Coarse scales are cheap, so they run more batches with a smaller effect each.
  int batch_split(int scale) const { return 1 << std::min(scale, most_split); }
};

/// Sides of the smallest map that is eroded, samples.
constexpr int kLeastSide = 4;

constexpr double kCoarsestSide = 48;  // default width of the coarsest scale, in samples
constexpr int kMaxScales = 12;
constexpr int kMaxBatchSplit = 2;
constexpr double kMinBrush = 1.5;     // samples; a narrower brush leaves grooves of single samples
constexpr double kUsualBrush = 2;     // samples
constexpr int kStratum = 3;           // samples
constexpr int kBoundedStratum = 2;    // more droplets in fewer batches get farther within the same reach
constexpr int kLeastLife = 4;         // steps
constexpr int kLeastLifeOfMore = 16;  // steps; a further scale is added only if droplets still live so long

int scale_count(const GridSpec& grid, double coarsest) {
  int count = 1;
  const double side = std::min(grid.width, grid.height);
  while (count < kMaxScales) {
    const double factor = std::ldexp(1.0, count);
    if (coarsest > 0 ? grid.cell_size * factor > coarsest : side / factor < kCoarsestSide) break;
    if (side / factor < kLeastSide) break;
    ++count;
  }
  return count;
}

int batches_of(double droplets, const detail::Strata& strata) {
  return static_cast<int>(std::ceil(droplets / strata.droplets_per_sample()));
}

/// Radius of the bed that a droplet erodes on a scale, in its samples.
double brush_radius(const HydraulicErosionParams& params, double cell_size, int scale) {
  const double radius = params.radius.value_or(kUsualBrush * cell_size) / std::ldexp(cell_size, scale);
  return std::clamp(radius, kMinBrush, detail::kMaxBrush);
}

/// How far a sample of `scales` scales depends on others: `fixed` samples of the map's own scale, and `per_step` more
/// for each step of a droplet's life in a batch.
///
/// In a batch a sample depends on droplets that came from up to `lifetime` samples away, which took over what had ended
/// in their stratum, on the samples around their way, and on changes within the brush. What ends in a stratum is as far
/// from its other samples. Between scales, samples and strata lie between those of the coarser scale.
struct Dependence {
  double fixed = 0;
  double per_step = 0;

  Dependence(int scales, const ScalePlan& plan, const HydraulicErosionParams& params, double cell_size) {
    fixed = std::ldexp(plan.strata.side, scales - 1);  // windows begin at a stratum of the coarsest scale
    for (int scale = 0; scale < scales; ++scale) {
      const double brush = std::ceil(brush_radius(params, cell_size, scale));
      const double beside = plan.strata.side + 3 + std::max<double>(brush, plan.strata.side);
      fixed += std::ldexp(plan.batches * beside + plan.strata.side + 3, scale);
      per_step += std::ldexp(std::max(plan.batches, 1), scale);
    }
  }
  double lifetime_within(double reach) const { return std::floor((reach - fixed) / per_step); }
};

ScalePlan bounded_plan(const GridSpec& whole, const HydraulicErosionParams& params) {
  ScalePlan plan;
  plan.is_bounded = true;
  plan.strata = {.side = kBoundedStratum, .is_anchored = true};
  plan.most_split = 0;
  plan.batches = batches_of(params.droplets, plan.strata);
  const double reach = std::ceil(*params.reach / whole.cell_size);
  const auto dependence = [&](int scales) { return Dependence(scales, plan, params, whole.cell_size); };
  const double least = dependence(1).fixed + kLeastLife * dependence(1).per_step;
  if (reach < least) {
    throw StageError("the reach is too short for so many batches of droplets: give at least " +
                         schema::readable_number(least * whole.cell_size) + " m, or fewer droplets",
                     "reach");
  }
  const int most = scale_count(whole, params.coarsest);
  while (plan.scales < most && dependence(plan.scales + 1).lifetime_within(reach) >= kLeastLifeOfMore) ++plan.scales;
  plan.lifetime = static_cast<int>(std::min<double>(params.lifetime, dependence(plan.scales).lifetime_within(reach)));
  return plan;
}

/// The plan for a map. Throws StageError (key "reach") if droplets cannot live for four steps within the reach.
ScalePlan scale_plan(const GridSpec& whole, const HydraulicErosionParams& params) {
  if (params.reach) return bounded_plan(whole, params);
  ScalePlan plan;
  plan.scales = scale_count(whole, params.coarsest);
  plan.lifetime = params.lifetime;
  plan.strata = {.side = kStratum};
  plan.most_split = kMaxBatchSplit;
  plan.batches = batches_of(params.droplets, plan.strata);
  return plan;
}

using detail::Scale;

constexpr double kMemory = 0.7;  // weight of the previous flow when a batch updates it
// Number of depression searches on the map's own scale, and on coarser scales, where they are cheap and depressions
// matter more.
constexpr int kFineSpillSearches = 2;
constexpr int kSpillSearches = 6;
constexpr double kMaxSteps = 1e12;
constexpr double kNoSea = -1e9;     // metres
constexpr double kMostFlow = 1e12;  // samples
constexpr int kUnitsOfCell = 16;    // log2 of the units in a cell, if the unit does not follow from the relief

// `count` rounded up to a multiple of `step`.
int padded_to(int count, int step) { return (count + step - 1) / step * step; }

// The part of a window that is eroded: it begins at a stratum of the coarsest scale, counted from the whole map's first
// sample.
struct Part {
  int x = 0, y = 0;              // columns and rows of the window before it
  int whole_x = 0, whole_y = 0;  // its first sample in the whole map
};

Part part_of(const Heightmap& map, const ScalePlan& plan) {
  if (!map.place || !plan.is_bounded) return {};
  const int step = plan.strata.side << (plan.scales - 1);
  const int x = padded_to(map.place->x, step), y = padded_to(map.place->y, step);
  return {x - map.place->x, y - map.place->y, x, y};
}

// The part of a grid from column `part.x` and row `part.y` on, padded by repeating its outermost values.
Grid<float> padded(const Grid<float>& map, const Part& part, int step) {
  Grid<float> result(padded_to(map.width() - part.x, step), padded_to(map.height() - part.y, step));
  for (int y = 0; y < result.height(); ++y) {
    const auto row = map.row(std::min(part.y + y, map.height() - 1));
    for (int x = 0; x < result.width(); ++x) {
      result.at(x, y) = row[static_cast<std::size_t>(std::min(part.x + x, map.width() - 1))];
    }
  }
  return result;
}

// The land on all scales, the map's own scale first.
struct Pyramid {
  std::vector<Grid<float>> land;
  std::vector<Grid<float>> erodibility;  // empty if erodibility is uniform
  std::vector<Grid<float>> area;         // that drains to each sample, m2; empty if none is given
};

Grid<float> erodibility_of(const schema::Driven& parameter, const Heightmap& field) {
  const schema::DrivenSamples samples(parameter, view(field));
  Grid<float> result(field.width(), field.height());
  for (int y = 0; y < field.height(); ++y) {
    for (int x = 0; x < field.width(); ++x) result.at(x, y) = static_cast<float>(samples.at(x, y));
  }
  return result;
}

Pyramid build_pyramid(const Heightmap& map, const HydraulicFields& fields, const schema::Driven& parameter,
                      const Part& part, int scales) {
  const int step = 1 << (scales - 1);
  Pyramid pyramid{{padded(map.heights, part, step)}, {Grid<float>{}}, {Grid<float>{}}};
  if (fields.erodibility != nullptr)
    pyramid.erodibility[0] = padded(erodibility_of(parameter, *fields.erodibility), part, step);
  if (fields.area != nullptr) pyramid.area[0] = padded(fields.area->heights, part, step);
  for (int s = 1; s < scales; ++s) {
    pyramid.land.push_back(detail::halved(pyramid.land.back()));
    pyramid.erodibility.push_back(detail::halved(pyramid.erodibility.back()));
    pyramid.area.push_back(detail::halved_to_largest(pyramid.area.back()));
  }
  return pyramid;
}

class Erosion {
 public:
  Erosion(const Heightmap& map, const HydraulicErosionParams& params, const RunContext& context)
      : map_(map),
        params_(params),
        context_(context),
        plan_(scale_plan(map.whole_grid(), params)),
        part_(part_of(map, plan_)) {
    // A power of two, so that scaling is exact.
    if (plan_.is_bounded) {
      unit_ = std::ldexp(1.0, std::ilogb(map.cell_size) - kUnitsOfCell);
    } else {  // less than a millionth of the relief
      const HeightRange range = height_range(map);
      const double relief = std::max(static_cast<double>(range.max) - range.min, cell_size(plan_.scales - 1) * 0.01);
      unit_ = std::ldexp(1.0, std::ilogb(relief) - 22);
    }
    for (int s = 0; s < plan_.scales; ++s) work_ += work_of(s);
    const double samples = static_cast<double>(map.width()) * map.height();
    if (samples * work_ * plan_.strata.droplets_per_sample() * plan_.lifetime > kMaxSteps) {
      throw StageError(
          "the droplets would take more than 10^12 steps: there are too many of them, or they live too "
          "long",
          "droplets");
    }
  }

  HydraulicResult run(const HydraulicFields& fields) {
    Pyramid pyramid = build_pyramid(map_, fields, params_.erodibility, part_, plan_.scales);
    std::optional<Scale> scale;
    for (int s = plan_.scales - 1; s >= 0; --s) {
      const auto at = static_cast<std::size_t>(s);
      Scale finer(std::move(pyramid.land[at]), std::move(pyramid.erodibility[at]), cell_size(s), unit_);
      if (scale) finer.continue_from(*scale);
      if (!pyramid.area[at].empty()) finer.expect_flow(in_samples(std::move(pyramid.area[at]), cell_size(s)));
      scale = std::move(finer);
      rain_on(*scale, s);
    }
    return result(*scale);
  }

 private:
  double cell_size(int scale) const { return std::ldexp(map_.cell_size, scale); }
  int batches_of(int scale) const { return plan_.batches * plan_.batch_split(scale); }
  // Cost of all batches on a scale, relative to a batch on the map's own scale.
  double work_of(int scale) const { return std::ldexp(batches_of(scale), -2 * scale); }

  static Grid<float> in_samples(Grid<float> area, double cell_size) {
    for (float& value : area.values())
      value = static_cast<float>(clamped(value / (cell_size * cell_size), 0.0, kMostFlow));
    return area;
  }

  detail::DropletRules rules(int scale) const {
    const double cell = cell_size(scale);
    const double erodibility = params_.erodibility.given() ? 1 : params_.erodibility.value;
    const double kept_water = math::pow(1 - params_.evaporation, cell / 1000);
    const int split = plan_.batch_split(scale);
    return {.lifetime = plan_.lifetime,
            .inertia = static_cast<float>(params_.inertia),
            .capacity = static_cast<float>(params_.capacity),
            .erosion = static_cast<float>(params_.erosion * erodibility / split),
            .deposition = static_cast<float>(params_.deposition / split),
            // Gorges that are too narrow for a coarse scale look like lakes there and must not be filled.
            .lake_deposition = scale == 0 ? static_cast<float>(params_.deposition) : 0,
            .kept_water = static_cast<float>(kept_water),
            .min_slope = static_cast<float>(params_.min_slope),
            .units_per_cell = static_cast<float>(cell / unit_)};
  }

  detail::Strata strata_of(int scale) const {
    detail::Strata strata = plan_.strata;
    strata.first_x = (part_.whole_x >> scale) / strata.side;
    strata.first_y = (part_.whole_y >> scale) / strata.side;
    return strata;
  }

  void rain_on(Scale& scale, int s) {
    const std::vector<double> brush = detail::brush_weights(brush_radius(params_, map_.cell_size, s));
    const detail::Strata strata = strata_of(s);
    const int strata_x = strata.count(scale.width());
    const int strata_y = strata.count(scale.height());
    handed_ = handed_.empty() ? detail::HandedGrid(strata_x, strata_y) : detail::refined(handed_, strata_x, strata_y);
    const double sea = params_.sea_level.value_or(kNoSea) / cell_size(s);
    // Scales are numbered from the coarsest, so that the same land at another resolution gets the same rain there.
    const Rng rng(sub_seed(context_.seed, static_cast<std::uint64_t>(plan_.scales - s)));
    detail::Rain rain(scale, handed_, {rules(s), strata, static_cast<float>(sea)}, rng, context_);
    const int batches = batches_of(s);
    const int spill_interval = std::max(1, batches / (s == 0 ? kFineSpillSearches : kSpillSearches));
    // How water leaves a hollow depends on land at any distance.
    const bool searches_spills = !plan_.is_bounded;
    if (searches_spills) scale.fill_hollows(scale.spills(sea));
    std::int64_t left = 0;
    for (int b = 0; b < batches; ++b) {
      context_.progress(done_ / work_);
      if (searches_spills && b > 0 && b % spill_interval == 0) {
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
      scale.settle(brush, strata.droplets_per_sample(), b == 0 ? 0 : kMemory);
      done_ += std::ldexp(1.0, -2 * s);
      droplets_ += static_cast<std::int64_t>(handed_.size());
    }
    // One unit on a sample of this scale is one unit on each of four samples of the next.
    left_ = left_ * 4 + static_cast<std::uint64_t>(left);
  }

  // A map of zeros where nothing is eroded, before the part, and with values to be set elsewhere.
  Heightmap unset_map() const {
    Heightmap map;
    map.heights = part_.x > 0 || part_.y > 0 ? Grid<float>(map_.width(), map_.height())
                                             : Grid<float>(map_.width(), map_.height(), kUnset);
    map.cell_size = map_.cell_size;
    map.origin = map_.origin;
    return map;
  }

  // Copies what a row of the scale has on the map into the results. Returns the balance of the whole row.
  HydraulicBalance take_row(const Scale& scale, int y, HydraulicResult& out) const {
    const double metres = unit_ / (1 << detail::kBrushBits);
    const double area = map_.cell_size * map_.cell_size;
    // Rain also falls on the padding beyond the border.
    const GridSpec all = map_.whole_grid();
    const double whole = area * all.width * all.height;
    HydraulicBalance sum;
    const int row = part_.y + y;
    for (int x = 0; x < scale.width(); ++x) {
      const std::int64_t worn = scale.eroded().at(x, y);
      const std::int64_t laid = scale.laid().at(x, y);
      sum.worn += static_cast<std::uint64_t>(worn);
      sum.laid += static_cast<std::uint64_t>(laid);
      const int column = part_.x + x;
      if (column >= map_.width() || row >= map_.height()) continue;
      out.heights.heights.at(column, row) =
          static_cast<float>(map_.heights.at(column, row) + static_cast<double>(laid - worn) * metres);
      out.wear.heights.at(column, row) = static_cast<float>(static_cast<double>(worn) * metres);
      out.deposit.heights.at(column, row) = static_cast<float>(static_cast<double>(laid) * metres);
      out.flow.heights.at(column, row) = static_cast<float>(std::min(scale.flow().at(x, y) * area, whole));
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
    for (const detail::Handed& handed : handed_.values()) carried += static_cast<std::uint64_t>(handed.load);
    out.balance.left = (carried << detail::kBrushBits) + scale.waiting();
    return out;
  }

  const Heightmap& map_;
  const HydraulicErosionParams& params_;
  const RunContext& context_;
  ScalePlan plan_;
  Part part_;
  double unit_ = 1;
  double work_ = 0;
  double done_ = 0;
  detail::HandedGrid handed_;
  std::uint64_t left_ = 0;
  std::int64_t droplets_ = 0;
};

void require_grid(const Heightmap& map, const Heightmap* field, std::string_view key) {
  if (field == nullptr || field->grid() == map.grid()) return;
  throw StageError(
      fmt::format("the heightmap of '{}' lies on a different grid: it needs the same size, cell size and origin", key),
      std::string(key));
}

}  // namespace

HydraulicResult erode_hydraulically(const Heightmap& map, const HydraulicFields& fields,
                                    const HydraulicErosionParams& params, const RunContext& context) {
  require_grid(map, fields.erodibility, "erodibility");
  require_grid(map, fields.area, "area");
  const GridSpec whole = map.whole_grid();
  if (std::min(whole.width, whole.height) < kLeastSide) {
    Heightmap flow(map.grid());
    for (float& v : flow.heights.values()) v = static_cast<float>(map.cell_size * map.cell_size);
    return {map, Heightmap(map.grid()), Heightmap(map.grid()), std::move(flow), {}, 0};
  }
  return Erosion(map, params, context).run(fields);
}

void HydraulicErosion::require_grid(const Params& params, const GridSpec& grid) {
  if (params.reach && std::min(grid.width, grid.height) >= kLeastSide) static_cast<void>(scale_plan(grid, params));
}

schema::WithParts<Heightmap, Heightmap> HydraulicErosion::run(const Params& params, const schema::Inputs& inputs,
                                                              const RunContext& context) {
  const HydraulicFields fields{inputs.maybe(params.erodibility), inputs.maybe(params.area)};
  HydraulicResult result = erode_hydraulically(inputs[params.from], fields, params, context);
  return {std::move(result.heights),
          {{"wear", std::move(result.wear)}, {"deposit", std::move(result.deposit)}, {"flow", std::move(result.flow)}}};
}

}  // namespace weald::terrain
