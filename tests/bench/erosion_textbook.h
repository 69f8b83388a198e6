#pragma once
// Erosion as textbooks have it, plain loops in single precision: what weald's is measured against.

#include <vector>

#include "data/grid.h"

namespace weald::bench {

/// Droplets one after the other, each over the land that those before it left: gradient and height by bilinear
/// interpolation, steps of one sample, wear spread by a precomputed round brush, deposit on the four samples around.
struct TextbookDroplets {
  int radius = 3;  ///< samples
  int steps = 30;
  float inertia = 0.05f;
  float capacity = 4;
  float least_capacity = 0.01f;
  float erosion = 0.3f;
  float deposition = 0.3f;
  float evaporation = 0.01f;
  float gravity = 4;
};

/// Lets `count` droplets fall at random places.
void erode_by_textbook(Grid<float>& land, const TextbookDroplets& rules, int count, unsigned seed);

/// Thermal steps by gathering from four or eight neighbours into a second grid; what lies beyond the talus moves, an
/// eighth of it each time.
void settle_by_textbook(Grid<float>& land, Grid<float>& next, float talus, int steps, bool eight_neighbours);

}  // namespace weald::bench
