#pragma once
// Runs a whole stage window by window.

#include <span>

#include "base/run_context.h"
#include "data/field.h"
#include "engine/graph/graph.h"
#include "engine/graph/stage.h"

namespace weald::pipeline {

/// The grid of the heightmaps that a stage reads. Throws StageError if they lie on several; see check_grids(). Pre:
/// there is at least one.
GridSpec common_grid(const StageDecl& decl, std::span<const FieldInput<GridSpec>> grids);

/// A kernel that runs a whole stage on windows of its heightmaps with `halo` more samples on every side, and keeps the
/// samples inside. Pre: the stage reads nothing but the heightmaps in `grids`, makes a heightmap on their grid and has
/// CutRule::halo.
FieldKernel halo_kernel(const WholeWork& work, int halo, std::span<const FieldInput<GridSpec>> grids,
                        const RunContext& context);

}  // namespace weald::pipeline
