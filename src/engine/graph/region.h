#pragma once
// Which graphs can be built for a region only, and how regions are computed.

#include "base/diagnostics.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// Reports every stage that would read a heightmap of which only a region is built although its result there depends on
/// samples outside. Returns false if there was one. Fields are cut unless they need whole inputs; a heightmap that a
/// stage makes without reading another is made whole, and cut when it is written.
bool check_cuts(const Graph& graph, Diagnostics& diagnostics);

/// Warns of every file of integer samples without a range of its own: cut to a region it spans the heights of that
/// region, so that files of neighbouring regions do not match.
void warn_of_cut_ranges(const Graph& graph, Diagnostics& diagnostics);

/// `region` grown by `radius` samples on every side, clipped to `grid`. Pre: `region` lies inside the grid.
Region grown(const Region& region, int radius, const GridSpec& grid);

/// The pixels of `region` from a picture that was made of the region and of up to `radius` samples around it.
Image without_surroundings(const Image& picture, const Region& region, int radius);

}  // namespace weald::pipeline
