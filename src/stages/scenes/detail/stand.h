#pragma once
// A stand of plants: the species of `scatter`, sown, thinned by competition, layer by layer.
//
// The land is worked through in bands, each with as much land around it as its plants depend on. A plant is a function
// of the seed and of the land around its place, so neither bands nor the edges of a larger land's parts leave a trace.

#include <cstdint>
#include <vector>

#include "base/run_context.h"
#include "stages/scenes/detail/standing.h"
#include "stages/scenes/scatter.h"

namespace weald::scene {

/// A plant that stays.
struct Plant {
  Vec2 place{0};              ///< world x and z, metres
  float size = 1;             ///< scale
  float turn = 0;             ///< about the vertical, degrees
  std::uint16_t species = 0;  ///< number of the species
  std::uint16_t mesh = 0;     ///< number of the mesh among those of its species
  std::uint32_t lot = 0;      ///< random; `count` keeps the lowest
};

/// How a plant stands on the ground.
inline Standing standing_of(const Plant& plant, const SpeciesParams& species) {
  return {plant.place, plant.size, plant.turn, species.align, species.sink};
}

/// Most cells that are sown.
inline constexpr double kMaxSeedlings = 2e7;

/// Upper bound of the number of plants on land of this size, metres.
double most_plants(const ScatterParams& params, const Vec2& size);

/// The plants of the stand in lists, in the order of layers, size classes and rows; `margin` and `count` are heeded.
/// `band` is the height of the bands in metres, which does not affect the result; 0: chosen by the number of seedlings.
/// Throws StageError (key "species") for more than kMaxSeedlings cells or kMaxInstances plants. Pre: params has
/// species.
std::vector<std::vector<Plant>> grow_stand(const ScatterGround& ground, const ScatterParams& params,
                                           const RunContext& context, double band = 0);

}  // namespace weald::scene
