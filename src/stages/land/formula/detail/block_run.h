#pragma once
// Runs a BlockProgram over a window of a field.

#include <span>

#include "data/heightmap.h"
#include "stages/land/formula/detail/block_program.h"

namespace weald::formula {

/// Fills `out`, a window of the grid `grid`, with the results of `program`. `fields` are the fields that it reads, by
/// number; their windows contain that of `out`. The values do not depend on the window.
void run_program(const BlockProgram& program, const GridSpec& grid, std::span<const HeightView> fields,
                 const MutableHeightView& out);

}  // namespace weald::formula
