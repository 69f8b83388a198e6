#pragma once
// Resampling of heightmaps to the grid of a picture.

#include <span>

#include "data/heightmap.h"

namespace weald::render {

/// Sample coordinates start, start + step, ... of one axis.
struct AxisSamples {
  double start = 0;
  double step = 1;
  int count = 0;
};

/// `count` samples that divide the extent of `source` cells into equal pixels (a sample is the centre of its cell).
AxisSamples pixel_centres(int source, int count);
/// `count` samples from the first to the last of `source`. Pre: count at least 2.
AxisSamples end_to_end(int source, int count);

/// Heights at the product of two axes by Catmull-Rom interpolation, with a wider kernel where the new grid is coarser.
/// The map is continued point-symmetrically beyond its border, so that a plane stays a plane. Cell size and origin are
/// those of the new grid along x. Pre: the map is not empty.
Heightmap resample(const Heightmap& map, const AxisSamples& columns, const AxisSamples& rows);

/// Mean of the heights within `radius` samples along both axes (a box filter), with the border repeated.
Grid<float> box_mean(const Grid<float>& heights, int radius);

/// Slope at a sample, rise over run: Horn's weighted differences of the eight neighbours. One-sided at the border.
/// Source: [horn1981].
Vec2f horn_gradient(const Grid<float>& heights, int x, int y, double cell_size);

/// Sets `gradients` to horn_gradient() at all samples of row `y`. Pre: there is one for each sample.
void horn_gradients(const Grid<float>& heights, int y, double cell_size, std::span<Vec2f> gradients);

/// Root mean square slope of the whole map, rise over run.
double rms_slope(const Heightmap& map);

}  // namespace weald::render
