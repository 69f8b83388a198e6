#pragma once
// Checks whether a graph can be built for a region only, and computes regions.

#include "base/diagnostics.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// Reports every stage that would read only a region of a heightmap although its result in the region depends on
/// samples outside it. Returns false if there was one. Fields are cut unless they need whole inputs. A heightmap that a
/// stage makes without reading another is made whole, and cut when it is written.
bool check_cuts(const Graph& graph, Diagnostics& diagnostics);

/// Warns of every file of integer samples without a `range`: its samples are scaled to the heights of the region, so
/// files of neighbouring regions do not match.
void warn_of_cut_ranges(const Graph& graph, Diagnostics& diagnostics);

/// `region` grown by `radius` samples on every side, clipped to `grid`. Pre: `region` lies inside the grid.
Region grown(const Region& region, int radius, const GridSpec& grid);

/// Crops to `region` a picture that was made from the region and up to `radius` samples around it.
Image without_surroundings(const Image& picture, const Region& region, int radius);

}  // namespace weald::pipeline
