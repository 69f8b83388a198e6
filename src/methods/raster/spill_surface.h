#pragma once
// The surface that water runs on: the land with its hollows filled to where they spill. Internal to terrain/.

#include "data/grid.h"

namespace weald::terrain::detail {

/// `land` with every hollow raised until water from each sample reaches the border, or a sample not above `sea`, going
/// down by at least `slope` per sample (times root two across corners). Samples that drain already keep their value.
/// Heights in units of the cell size. Source: [barnes2014] (Priority-Flood with
/// epsilon), [zhou2016] (slopes need no heap).
Grid<float> spill_surface(const Grid<float>& land, float sea, float slope);

}  // namespace weald::terrain::detail
