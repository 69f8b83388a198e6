#pragma once
// Sower: the seedling of a cell.

#include <cstdint>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "stages/scenes/detail/competition.h"
#include "stages/scenes/detail/ground_variation.h"
#include "stages/scenes/detail/habitat.h"
#include "stages/scenes/detail/layer_plan.h"
#include "stages/scenes/detail/stand.h"
#include "stages/scenes/scatter.h"

namespace weald::scene {

/// The plants that stay in the layers above the one that is sown.
class HigherLayers {
 public:
  /// No layer. `params` must outlive this.
  explicit HigherLayers(const ScatterParams& params) : params_(params) {}

  /// Adds plants, after their competition; the grid must outlive this. `trunk` is an upper bound of the radii of their
  /// trunks, metres.
  void add(const SownGrid& grid, double trunk) { grids_.push_back({&grid, trunk}); }

  /// Whether a place is below a crown.
  bool is_shaded(const Vec2& place) const {
    return any_near(
        place, [](const Grid& grid) { return grid.plants->largest; },
        [](const Seedling& plant) { return double{plant.crown}; });
  }
  /// Whether a trunk of this radius would overlap another one; a trunk without a radius overlaps none.
  bool has_trunk_near(const Vec2& place, double radius) const {
    return any_near(
        place, [&](const Grid& grid) { return radius + grid.trunk; },
        [&](const Seedling& plant) { return radius + params_.species[plant.species].trunk * plant.size; });
  }

 private:
  struct Grid {
    const SownGrid* plants;
    double trunk;
  };

  /// Whether a plant that stays is less than reach(plant) away; reach(grid) bounds these distances.
  template <class GridReach, class Reach>
  bool any_near(const Vec2& place, GridReach&& grid_reach, Reach&& reach) const {
    for (const Grid& grid : grids_) {
      const bool is_near = grid.plants->any_run(place, grid_reach(grid), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const Seedling& plant = grid.plants->plants[i];
          if (!plant.stays || !plant.is_kept) continue;
          const Vec2 off = plant.place - place;
          const double least = reach(plant);
          if (glm::dot(off, off) < least * least) return true;
        }
        return false;
      });
      if (is_near) return true;
    }
    return false;
  }

  const ScatterParams& params_;
  std::vector<Grid> grids_;
};

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
