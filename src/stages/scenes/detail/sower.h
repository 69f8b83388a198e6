#pragma once
// Sower: the seedling of a cell.

#include <cstdint>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "stages/scenes/detail/competition.h"
#include "stages/scenes/detail/ground_variation.h"
#include "stages/scenes/detail/habitat.h"
#include "stages/scenes/detail/higher_layers.h"
#include "stages/scenes/detail/layer_plan.h"
#include "stages/scenes/detail/stand.h"

namespace weald::scene {

/// The address of a cell.
struct CellAddress {
  const LayerPlan& layer;
  const SizeClass& size_class;
  std::int64_t x, z;
};

class Sower {
 public:
  /// All must outlive this.
  Sower(const ScatterGround& ground, const ScatterParams& params, const RunContext& context);

  /// The seedling of a cell; empty if there is none.
  Seedling sow(const CellAddress& cell, const HigherLayers& higher) const;
  /// The plant that the seedling of a cell becomes.
  Plant plant(const CellAddress& cell, const Seedling& seedling) const;

 private:
  /// The numbers of the species that a seedling becomes, and of the share of them that stays.
  struct Choice {
    std::optional<std::uint32_t> species;
    double density = 0;
  };
  Choice choose(const CellAddress& cell, const Vec2& place, double uniform, const HigherLayers& higher) const;
  /// The age of a plant, 0 to 1, where `growth` is uniform.
  double age_at(const Vec2& place, double growth) const;
  bool is_obstructed(const Plant& plant) const;

  const ScatterGround& ground_;
  const ScatterParams& params_;
  Vec2 low_{0}, high_{0};  ///< of the ground
  Habitat habitat_;
  GroundVariation variation_;
  std::vector<std::uint32_t> meshes_;      ///< per species: number of its first mesh among all
  std::vector<double> reaches_;            ///< per species: from the foot to the farthest corner of a box, at scale 1
  std::uint64_t places_, chances_, lots_;  ///< seeds
};

}  // namespace weald::scene
