#pragma once
// Land and species for tests of the stage scatter.

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/run_context.h"
#include "stages/scenes/detail/stand.h"
#include "stages/scenes/scatter.h"

namespace weald::test {

/// Level land with `size` metres a side and samples 1 m apart, whose heights are height(x, z).
template <class Height>
Heightmap land_of(int size, Height&& height, const Vec2& origin = {0, 0}) {
  Heightmap map(GridSpec{size + 1, size + 1, 1.0, origin});
  for (int z = 0; z <= size; ++z) {
    for (int x = 0; x <= size; ++x)
      map.heights.at(x, z) = static_cast<float>(height(origin.x + static_cast<double>(x), origin.y + z));
  }
  return map;
}
inline Heightmap level_land(int size) {
  return land_of(size, [](double, double) { return 0.0; });
}

inline scene::SpeciesParams species_of(double crown, double trunk = 0,
                                       scene::PlantLayer layer = scene::PlantLayer::canopy) {
  scene::SpeciesParams species;
  species.meshes.resize(1);
  species.crown = crown;
  species.trunk = trunk;
  species.layer = layer;
  return species;
}

inline RunContext grown_with(std::uint64_t seed) {
  RunContext context;
  context.seed = seed;
  return context;
}

/// All plants of a stand, in their order.
inline std::vector<scene::Plant> plants_of(const scene::ScatterGround& ground, const scene::ScatterParams& params,
                                           std::uint64_t seed = 1, double band = 0) {
  std::vector<scene::Plant> all;
  for (const auto& list : scene::grow_stand(ground, params, grown_with(seed), band))
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

/// What tells plants apart.
inline auto identity(const scene::Plant& plant) {
  return std::tuple(plant.place.x, plant.place.y, plant.species, plant.mesh, plant.size, plant.turn);
}
inline bool same(const scene::Plant& a, const scene::Plant& b) { return identity(a) == identity(b); }

inline double distance_of(const scene::Plant& a, const scene::Plant& b) { return glm::length(a.place - b.place); }

}  // namespace weald::test
