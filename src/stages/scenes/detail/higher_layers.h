#pragma once
// HigherLayers: the plants that stay in the layers above the one that is sown.

#include <vector>

#include "stages/scenes/detail/competition.h"
#include "stages/scenes/scatter.h"

namespace weald::scene {

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

}  // namespace weald::scene
