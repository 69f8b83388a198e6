#pragma once
// Normals and ambient occlusion of heights that repeat.

#include "base/run_context.h"
#include "data/grid.h"
#include "data/image.h"

namespace weald::image {

/// Normals of a tile with `cell` metres between pixels. `slopes`, height per length to the right and to the top, are
/// added to those of the heights.
Image tile_normals(const Grid<float>& heights, const Grid<glm::vec2>& slopes, double cell, const RunContext& context);

/// Share of the light from an evenly bright sky that reaches each pixel, by the horizons in eight directions within
/// `reach` metres: the mean of the squared cosines of their elevations. Source: [dozier1990].
Grid<float> tile_occlusion(const Grid<float>& heights, double cell, double reach, const RunContext& context);

}  // namespace weald::image
