#pragma once
// Which graphs can be built for a region only, and what regions are.

#include "base/diagnostics.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// Reports every stage that would read a heightmap of which only a region is built and whose result there depends on
/// what lies outside. Returns false when there was one. Fields are cut unless they need whole inputs; a heightmap that
/// a stage makes from no other is made whole, and cut where it is written.
bool check_cuts(const Graph& graph, Diagnostics& diagnostics);

/// Warns of every file of integer samples without a range of its own: cut to a region it spans the heights of that
/// region, so that files of neighbouring regions do not fit together.
void warn_of_cut_ranges(const Graph& graph, Diagnostics& diagnostics);

/// `region` with `radius` more samples on every side, as far as `grid` has them. Pre: `region` lies inside the grid.
Region grown(const Region& region, int radius, const GridSpec& grid);

/// The pixels of `region` of a picture that was made of it and of up to `radius` samples around it.
Image without_surroundings(const Image& picture, const Region& region, int radius);

}  // namespace weald::pipeline
