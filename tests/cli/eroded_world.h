#pragma once
// A small world of eroded land.

#include <string>

namespace weald::test {

/// A preset with `world` of 129 x 65 samples. Its land, `worn`, is eroded as a whole on a coarse grid, and again with a
/// halo on the fine one; `ground` is its mesh. `rest` has further stages, and the outputs.
inline std::string eroded_world(const std::string& world, const std::string& rest) {
  return "weald: 1\nseed: 4\ngrid: {size: [129, 65], cell_size: 4}\nworld: " + world +
         "\nstages:\n"
         "  coarse: {kind: fbm, size: [18, 10], cell_size: 32, frequency: 0.004, amplitude: 90, octaves: 2}\n"
         "  rained: {kind: hydraulic_erosion, from: coarse}\n"
         "  large:  {kind: resample, from: rained, size: [129, 65], cell_size: 4, interpolation: bicubic}\n"
         "  rough:  {kind: fbm, frequency: 0.03, amplitude: 12, octaves: 3}\n"
         "  sum:    {kind: combine, from: large, with: rough}\n"
         "  worn:   {kind: thermal_erosion, from: sum, iterations: 9, talus: 15}\n"
         "  ground: {kind: heightmap_mesh, from: worn}\n" +
         rest;
}

}  // namespace weald::test
