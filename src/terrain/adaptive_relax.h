#pragma once
// Moves the vertices of an adaptive mesh up and down so that its planes come nearer to the samples.

#include "terrain/adaptive_hierarchy.h"

namespace weald::terrain::detail {

struct Sweeps {
  int whole = 2;     ///< over all triangles
  int of_moved = 3;  ///< over those that the last whole sweep moved
};

/// Changes the heights of the kept vertices so that fewer samples lie farther than `limit` metres from the planes, and
/// leaves no vertex on the map farther than that from its sample. Every triangle in turn is moved by the least change
/// of its three heights that brings a sample within the limit (projections onto convex sets, somewhat overshot).
/// Source: [gubin1967]. The same for any number of threads.
void relax_heights(Hierarchy& hierarchy, float limit, const Sweeps& sweeps);

}  // namespace weald::terrain::detail
