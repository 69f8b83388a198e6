#include "stages/scenes/detail/sower.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/math/math.h"
#include "stages/scenes/detail/standing.h"

namespace weald::scene {

namespace {

/// Purposes of random numbers, apart from those of a scatter without species.
enum class SowDraw : std::uint64_t { places = 16, chances, lots, patches };

std::uint64_t sow_seed(const RunContext& context, SowDraw draw) {
  return sub_seed(context.seed, static_cast<std::uint64_t>(draw));
}

/// The random numbers of a class of a layer.
Rng random_of(std::uint64_t seed, const CellAddress& cell) {
  const auto layer = static_cast<std::uint64_t>(cell.layer.layer);
  const auto power = static_cast<std::uint64_t>(cell.size_class.power + 1024);
  return Rng(sub_seed(seed, layer << 32 | power));
}

std::uint64_t address(std::int64_t coordinate) { return static_cast<std::uint64_t>(coordinate); }

Seedling no_seedling() { return {Vec2{std::numeric_limits<double>::infinity(), 0}}; }

/// The number of random numbers in a block: what each of those of a plant decides.
enum ChanceIndex : std::size_t { kGrowth, kKeep, kMesh, kTurn };

}  // namespace

Sower::Sower(const ScatterGround& ground, const ScatterParams& params, const RunContext& context)
    : ground_(ground),
      params_(params),
      habitat_(ground, params, sow_seed(context, SowDraw::patches)),
      variation_(ground, params, context),
      places_(sow_seed(context, SowDraw::places)),
      chances_(sow_seed(context, SowDraw::chances)),
      lots_(sow_seed(context, SowDraw::lots)) {
  const GridSpec grid = ground.ground.whole_grid();
  low_ = grid.position(0, 0);
  high_ = grid.position(grid.width - 1, grid.height - 1);
  std::uint32_t first = 0;
  for (const SpeciesParams& species : params.species) {
    meshes_.push_back(first);
    double reach = 0;
    for (std::size_t k = 0; k < species.meshes.size() && first + k < ground.boxes.size(); ++k) {
      for (int corner = 0; corner < 8; ++corner)
        reach = std::max(reach, glm::length(ground.boxes[first + k].corner(corner)));
    }
    reaches_.push_back(reach);
    first += static_cast<std::uint32_t>(species.meshes.size());
  }
}

Sower::Choice Sower::choose(const CellAddress& cell, const Vec2& place, double uniform,
                            const HigherLayers& higher) const {
  const LayerPlan& layer = cell.layer;
  Choice choice{{}, habitat_.density(place)};
  if (!(choice.density > 0)) return choice;
  const std::optional<bool> is_shaded = layer.heeds_shade ? std::optional(higher.is_shaded(place)) : std::nullopt;
  std::array<double, kMaxSpecies> fits{};
  habitat_.suitabilities(place, is_shaded, layer.species, {fits.data(), layer.species.size()});
  double total = 0, best = 0;
  for (std::size_t i = 0; i < layer.species.size(); ++i) {
    best = std::max(best, fits[i]);
    fits[i] *= params_.species[layer.species[i]].weight;
    total += fits[i] * layer.areas[i];
  }
  choice.density *= best;
  // Each class has as many cells as its smallest species needs alone. A seedling becomes a plant in the share of the
  // cells that gives every species its share of the numbers, and all crowns together the same area everywhere.
  double target = uniform * total / (cell.size_class.least * cell.size_class.least);
  for (std::size_t i = 0, own = 0; i < layer.species.size() && own < cell.size_class.species.size(); ++i) {
    if (layer.species[i] != cell.size_class.species[own]) continue;
    ++own;
    if (target < fits[i]) {
      choice.species = layer.species[i];
      return choice;
    }
    target -= fits[i];
  }
  return choice;
}

double Sower::age_at(const Vec2& place, double growth) const {
  return std::clamp(height_at(*ground_.age, place) + params_.age_spread * (growth - 0.5), 0.0, 1.0);
}

Seedling Sower::sow(const CellAddress& cell, const HigherLayers& higher) const {
  const auto random = random_of(places_, cell).four_uniforms(address(cell.x), address(cell.z));
  Seedling seedling = no_seedling();
  const Vec2 at{static_cast<double>(cell.x) + random[0], static_cast<double>(cell.z) + random[1]};
  const Vec2 place = at * cell.size_class.cell;
  if (!(place.x >= low_.x && place.y >= low_.y && place.x <= high_.x && place.y <= high_.y)) return seedling;
  const Choice choice = choose(cell, place, random[2], higher);
  if (!choice.species) return seedling;
  const SpeciesParams& species = params_.species[*choice.species];
  const auto chance = random_of(chances_, cell).four_uniforms(address(cell.x), address(cell.z));
  const double growth = ground_.age != nullptr ? age_at(place, chance[kGrowth]) : chance[kGrowth];
  double size = species.scale[0] + (species.scale[1] - species.scale[0]) * growth;
  if (const auto varied = variation_.scale(*choice.species, place))
    size = std::clamp(*varied, species.scale[0], species.scale[1]);
  if (ground_.size != nullptr) size *= std::clamp(height_at(*ground_.size, place), 0.0, 1.0);
  if (!(size > 1e-6)) return seedling;
  seedling.species = static_cast<std::uint16_t>(*choice.species);
  seedling.size = static_cast<float>(size);
  seedling.crown = static_cast<float>(species.crown * size);
  // An exponential clock: the probability to be first among rivals is proportional to the strength.
  seedling.rank = static_cast<float>(-math::log(1 - random[3]) / (species.strength * size));
  seedling.is_kept = chance[kKeep] < choice.density && variation_.keeps(*choice.species, place);
  if (higher.has_trunk_near(place, species.trunk * seedling.size)) return seedling;
  if (ground_.obstacles != nullptr && ground_.obstacles->may_reach(place, reaches_[*choice.species] * size)) {
    seedling.place = place;
    if (is_obstructed(plant(cell, seedling))) return no_seedling();
  }
  seedling.place = place;
  return seedling;
}

Plant Sower::plant(const CellAddress& cell, const Seedling& seedling) const {
  const SpeciesParams& species = params_.species[seedling.species];
  const auto chance = random_of(chances_, cell).four_uniforms(address(cell.x), address(cell.z));
  const double choice = ground_.age != nullptr ? age_at(seedling.place, chance[kGrowth]) : chance[kMesh];
  const double count = static_cast<double>(species.meshes.size());
  Plant plant{seedling.place, seedling.size, static_cast<float>(species.turn * chance[kTurn]), seedling.species};
  plant.mesh = static_cast<std::uint16_t>(std::min(choice * count, count - 1));
  if (params_.count) plant.lot = random_of(lots_, cell).bits(address(cell.x), address(cell.z))[0];
  return plant;
}

bool Sower::is_obstructed(const Plant& plant) const {
  const SpeciesParams& species = params_.species[plant.species];
  Standing standing = standing_of(plant, species);
  std::uint32_t mesh = plant.mesh;
  variation_.set_stance(plant.species, species.meshes.size(), standing, mesh);
  const Bounds& box = ground_.boxes[meshes_[plant.species] + mesh];
  return !box.empty() && ground_.obstacles->hit(oriented_box(box, transform_at(ground_.ground, standing), 0));
}

}  // namespace weald::scene
