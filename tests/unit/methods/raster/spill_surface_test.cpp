#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "methods/raster/priority_flood.h"
#include "unit/stages/land/erosion/erosion_lands.h"

using namespace weald;
using hydrology::spill_surface;

namespace {

// Planchon and Darboux: start from a surface above everything, lower it until nothing changes.
Grid<float> spill_by_lowering(const Grid<float>& land, float sea, float slope) {
  Grid<float> surface(land.width(), land.height(), 1e9f);
  for (bool changed = true; changed;) {
    changed = false;
    for (int y = 0; y < land.height(); ++y) {
      for (int x = 0; x < land.width(); ++x) {
        const bool border = x == 0 || y == 0 || x == land.width() - 1 || y == land.height() - 1;
        float level = border || land.at(x, y) <= sea ? land.at(x, y) : surface.at(x, y);
        for (int dy = -1; dy <= 1 && !border; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) {
            if (dx == 0 && dy == 0) continue;
            const float step = dx != 0 && dy != 0 ? slope * 1.41421356f : slope;
            level = std::min(level, std::max(land.at(x, y), surface.at(x + dx, y + dy) + step));
          }
        }
        changed = changed || level < surface.at(x, y);
        surface.at(x, y) = std::min(level, surface.at(x, y));
      }
    }
  }
  return surface;
}

}  // namespace

TEST_CASE("spill surface: equals the one found by lowering, where water needs no slope", "[terrain]") {
  for (const float sea : {-1e9f, 8.0f}) {
    for (const auto& [width, height] : {std::pair{40, 30}, std::pair{5, 60}, std::pair{2, 2}, std::pair{1, 7}}) {
      const Grid<float> land = test::random_land(width, height, 1, 30).heights;
      CHECK(spill_surface(land, sea, 0) == spill_by_lowering(land, sea, 0));
    }
  }
}

TEST_CASE("spill surface: with a slope every sample that is not an outlet has a lower neighbour", "[terrain]") {
  const Grid<float> land = test::hilly_land(90, 70, 10, 60).heights;
  const Grid<float> surface = spill_surface(land, -1e9f, 1e-3f);
  const Grid<float> level = spill_surface(land, -1e9f, 0);
  int stuck = 0;
  int wet = 0;
  for (int y = 1; y < 69; ++y) {
    for (int x = 1; x < 89; ++x) {
      float lowest = 1e9f;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          if (dx != 0 || dy != 0) lowest = std::min(lowest, surface.at(x + dx, y + dy));
        }
      }
      stuck += !(lowest < surface.at(x, y));
      wet += surface.at(x, y) > land.at(x, y);
      CHECK(surface.at(x, y) >= level.at(x, y));
      CHECK(surface.at(x, y) <= level.at(x, y) + 0.2f);
    }
  }
  CHECK(stuck == 0);
  CHECK(wet > 50);
}
