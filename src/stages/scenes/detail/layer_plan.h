#pragma once
// LayerPlan: how the species of a layer are sown, known from the parameters alone.
//
// Species whose crowns are about as large share a grid of sown cells, so that neither large crowns have to look through
// many cells nor small ones lack seedlings. Source: [lagae2005] (Poisson discs with an infinite plane of tiles, whose
// content is a function of their position) for grids that are fixed in the world.

#include <cstdint>
#include <vector>

#include "stages/scenes/scatter.h"

namespace weald::scene {

/// Species that share a grid: their mean crowns have the same power of two.
struct SizeClass {
  int power = 0;                       ///< the radii of the mean crowns are in [2^power, 2^(power + 1)) metres
  std::vector<std::uint32_t> species;  ///< numbers, ascending
  double least = 0;                    ///< radius of the smallest mean crown, metres
  double largest = 0;                  ///< upper bound of the radii, metres
  double trunk = 0;                    ///< upper bound of the radii of trunks, metres
  double cell = 1;                     ///< side of a cell, metres
};

struct LayerPlan {
  PlantLayer layer = PlantLayer::canopy;
  std::vector<std::uint32_t> species;  ///< numbers, ascending
  std::vector<double> areas;           ///< per species: squared radius of the mean crown, m2
  std::vector<SizeClass> classes;      ///< by ascending power
  bool heeds_shade = false;            ///< whether the crowns of the layers above matter
  double reach = 0;                    ///< metres up to which the competition of the layer depends on its plants
  double halo = 0;                     ///< metres around a region in which the layer must be known
};

/// The layers that have species, from the highest to the lowest. Pre: params has species.
std::vector<LayerPlan> plan_layers(const ScatterParams& params);

/// Radius of a species' crown at the middle of its scales, metres.
double mean_crown(const SpeciesParams& species);

}  // namespace weald::scene
