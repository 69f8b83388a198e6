#include "stages/land/erosion/detail/hydraulic_scales.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "schema/wording.h"
#include "stages/land/erosion/hydraulic_erosion.h"

namespace weald::terrain::detail {

namespace {

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

int batches_of(double droplets, const Strata& strata) {
  return static_cast<int>(std::ceil(droplets / strata.droplets_per_sample()));
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

}  // namespace

double brush_radius(const HydraulicErosionParams& params, double cell_size, int scale) {
  const double radius = params.radius.value_or(kUsualBrush * cell_size) / std::ldexp(cell_size, scale);
  return std::clamp(radius, kMinBrush, kMaxBrush);
}

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

}  // namespace weald::terrain::detail
