#include "stages/land/erosion/strata.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "base/rng.h"
#include "stages/land/noise/grid_params.h"

namespace weald::terrain {

namespace {

enum RockStream : std::uint64_t { kBoundaries, kStrengths };

// Limits reached at full irregularity.
constexpr double kWeakest = 0.5;      // strength of the weakest hard layer
constexpr double kCliffChange = 0.6;  // largest change of the hard rock's share of a bed
constexpr double kMaxHard = 0.97;
constexpr double kMaxBeds = 1e15;  // bed indices up to this are exact in doubles

std::uint64_t place(double index) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(index)); }

}  // namespace

RockBed bed_at(const StrataParams& params, double level, std::uint64_t seed) {
  const Rng rng(seed);
  // Boundaries lie close to multiples of the thickness, so each can be found without knowing the others.
  const auto boundary = [&](double index) {
    return params.thickness * (index + params.irregularity * (rng.uniform(place(index), kBoundaries) - 0.5));
  };
  double index = std::floor(level / params.thickness);
  if (level < boundary(index))
    index -= 1;
  else if (level >= boundary(index + 1))
    index += 1;
  const auto chance = rng.four_uniforms(place(index), kStrengths);
  const double change = 1 + kCliffChange * params.irregularity * (2 * chance[0] - 1);
  const double hard_share = std::min(params.cliff * change, kMaxHard);
  RockBed bed{.foot = boundary(index), .top = boundary(index + 1)};
  bed.edge = bed.top - hard_share * (bed.top - bed.foot);
  bed.strength = 1 - (1 - kWeakest) * params.irregularity * chance[1];
  return bed;
}

double eroded_level(const StrataParams& params, const RockBed& bed, double hardness, double level) {
  const double hard = hardness * bed.strength;
  if (hard <= 0) return level;
  // Levels below `turn` map to the soft part of the bed, levels above it to the hard part.
  const double turn = bed.edge + (bed.top - bed.edge) * hard;
  if (level >= turn) return bed.top - (bed.top - level) / (1 - hard);
  const double share = (level - bed.foot) / (turn - bed.foot);
  const double bent = params.bench * hard;
  return bed.foot + (bed.edge - bed.foot) * share * ((1 - bent) + bent * share);
}

GridSpec Strata::grid(const Params& params, const InputGrids& inputs) {
  const GridSpec& grid = inputs[params.from];
  require_same_grid(grid, inputs, params.hardness, "hardness");
  require_same_grid(grid, inputs, params.warp, "warp");
  return grid;
}

FieldKernel Strata::kernel(const Params& params, const schema::Inputs&, const GridSpec&, const RunContext& context) {
  const double dip = math::tan_deg(params.dip);
  const Vec2 down{math::sin_deg(params.dip_direction) * dip, -math::cos_deg(params.dip_direction) * dip};
  return {.radius = 0, .fill = [params, down, seed = context.seed](const FieldWindow& window) {
            const HeightView& from = window.inputs[params.from];
            const schema::DrivenSamples hardness = driven_samples(window.inputs, params.hardness);
            const schema::DrivenSamples warp = driven_samples(window.inputs, params.warp);
            const Region& region = window.out.region;
            RockBed bed;  // bed of the previous sample, reused because the next sample often lies in the same one
            for (int y = region.y; y < region.y + region.height; ++y) {
              for (int x = region.x; x < region.x + region.width; ++x) {
                const Vec2 at = window.grid.position(x, y);
                const double raised = params.offset + warp.at(x, y) - (at.x * down.x + at.y * down.y);
                const double level = from.at(x, y) - raised;
                window.out.at(x, y) = from.at(x, y);
                if (!(std::abs(level) <= kMaxBeds * params.thickness)) continue;
                if (level < bed.foot || level >= bed.top) bed = bed_at(params, level, seed);
                window.out.at(x, y) = static_cast<float>(raised + eroded_level(params, bed, hardness.at(x, y), level));
              }
            }
          }};
}

}  // namespace weald::terrain
