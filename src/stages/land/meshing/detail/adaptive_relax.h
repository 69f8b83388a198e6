#pragma once
// Relaxation: moves the vertices of an adaptive mesh vertically so that its planes fit the samples better.

#include "stages/land/meshing/detail/adaptive_hierarchy.h"

namespace weald::terrain::detail {

/// Changes the heights of the kept vertices so that fewer samples lie farther than `limit` metres from the planes.
/// Vertices on the map stay within the limit of their samples. Each of `sweeps` passes moves every triangle in turn, by
/// the smallest change of its three heights that brings a sample within the limit (projections onto convex sets,
/// slightly overshot). The result does not depend on the number of threads. Source: [gubin1967].
void relax_heights(Hierarchy& hierarchy, float limit, int sweeps);

}  // namespace weald::terrain::detail
