#pragma once
// Moves the vertices of an adaptive mesh up and down so that its planes come nearer to the samples.

#include "stages/land/meshing/detail/adaptive_hierarchy.h"

namespace weald::terrain::detail {

/// Changes the heights of the kept vertices so that fewer samples lie farther than `limit` metres from the planes;
/// vertices on the map stay within it of their samples. In each of `sweeps` passes every triangle in turn is moved by
/// the least change of its three heights that brings a sample within the limit (projections onto convex sets, somewhat
/// overshot). The same for any number of threads. Source: [gubin1967].
void relax_heights(Hierarchy& hierarchy, float limit, int sweeps);

}  // namespace weald::terrain::detail
