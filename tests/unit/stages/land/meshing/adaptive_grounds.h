#pragma once
// Grounds that the tests of adaptive meshes share.

#include <cstdint>

#include "data/heightmap.h"
#include "stages/land/noise/fractals.h"
#include "stages/land/noise/octave_field.h"

namespace weald::test {

template <class Height>
Grid<float> heights_of(int width, int height, const Height& at) {
  Grid<float> grid(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) grid.at(x, y) = static_cast<float>(at(x, y));
  }
  return grid;
}

// Rough ground with a range of about 1: the last octave has two samples a cell.
inline Heightmap rough_ground(int width, int height, std::uint64_t seed = 7) {
  noise::FbmParams params;
  params.size = {width, height};
  params.octaves = 6;
  params.amplitude = 1;
  params.frequency = 1.0 / 64;
  Heightmap map(GridSpec{width, height, 1.0, {0, 0}});
  noise::OctaveField(noise::fractal_field(params, {noise::Fractal::sum}, map.grid(), seed)).fill(view(map));
  return map;
}

}  // namespace weald::test
