#include "stages/scenes/detail/layer_plan.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "stages/scenes/detail/competition.h"

namespace weald::scene {

namespace {

SizeClass& class_of(std::vector<SizeClass>& classes, int power) {
  const auto it = std::lower_bound(classes.begin(), classes.end(), power,
                                   [](const SizeClass& a, int wanted) { return a.power < wanted; });
  if (it != classes.end() && it->power == power) return *it;
  return *classes.insert(it, SizeClass{power, {}});
}

LayerPlan plan_layer(PlantLayer layer, const ScatterParams& params) {
  LayerPlan plan{layer, {}, {}, {}};
  for (std::uint32_t s = 0; s < params.species.size(); ++s) {
    const SpeciesParams& species = params.species[s];
    if (species.layer != layer || species.weight == 0) continue;
    const double crown = mean_crown(species);
    plan.species.push_back(s);
    plan.areas.push_back(crown * crown);
    plan.heeds_shade = plan.heeds_shade || species.shade != Shade::any;
    SizeClass& own = class_of(plan.classes, std::ilogb(crown));
    own.least = own.species.empty() ? crown : std::min(own.least, crown);
    own.species.push_back(s);
    own.largest = std::max(own.largest, species.crown * species.scale[1]);
    own.trunk = std::max(own.trunk, species.trunk * species.scale[1]);
  }
  double largest = 0;
  for (SizeClass& own : plan.classes) {
    own.largest *= 1 + 1e-6;  // radii are rounded to single precision
    own.cell = own.least * std::sqrt(math::kPi / params.seedlings);
    largest = std::max(largest, own.largest);
  }
  plan.reach = kRounds * 2 * largest;
  return plan;
}

double widest_cell(const LayerPlan& plan) {
  double widest = 0;
  for (const SizeClass& own : plan.classes) widest = std::max(widest, own.cell);
  return widest;
}

/// Metres up to which plants of `lower` depend on those of `upper`.
double reach_between(const LayerPlan& upper, const LayerPlan& lower) {
  double trunks = 0, crown = 0, lower_trunk = 0;
  for (const SizeClass& own : upper.classes) trunks = std::max(trunks, own.trunk), crown = std::max(crown, own.largest);
  for (const SizeClass& own : lower.classes) lower_trunk = std::max(lower_trunk, own.trunk);
  return std::max(trunks + lower_trunk, lower.heeds_shade ? crown : 0);
}

}  // namespace

double mean_crown(const SpeciesParams& species) { return species.crown * 0.5 * (species.scale[0] + species.scale[1]); }

std::vector<LayerPlan> plan_layers(const ScatterParams& params) {
  std::vector<LayerPlan> plans;
  for (std::size_t layer = 0; layer < kPlantLayers; ++layer) {
    LayerPlan plan = plan_layer(static_cast<PlantLayer>(layer), params);
    if (!plan.species.empty()) plans.push_back(std::move(plan));
  }
  for (std::size_t upper = plans.size(); upper-- > 0;) {
    double needed = 0;
    for (std::size_t lower = upper + 1; lower < plans.size(); ++lower) {
      needed = std::max(needed, plans[lower].halo + reach_between(plans[upper], plans[lower]));
    }
    plans[upper].halo = needed + plans[upper].reach + 2 * widest_cell(plans[upper]);
  }
  return plans;
}

}  // namespace weald::scene
