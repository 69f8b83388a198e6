#pragma once
// The flow over a surface as it is defined: cells sorted by height, areas handed down one by one. Slow; the stage
// `flow` must give the same bits.

#include "stages/land/water/flow.h"

namespace weald::test {

/// The maps of hydrology::flow_over. Pre: finite heights. Source: [tarboton1997] (d_infinity), [quinn1991] (multiple).
hydrology::FlowMaps flow_from_the_top(const Heightmap& map, hydrology::FlowMethod method, hydrology::OutletSides sides);

}  // namespace weald::test
