#pragma once
// Runs a stage that gathers what it needs of its heightmaps tile by tile.

#include <span>

#include "base/run_context.h"
#include "data/artifact.h"
#include "data/tile_gatherer.h"
#include "engine/plan/field_eval.h"

namespace weald::pipeline {

/// The artifact that `gatherer` makes of `maps`, which are read in tiles of a fixed size. Pre: at least one map. Throws
/// StageError if they lie on different grids, and what materialise_region() throws.
Artifact gathered(TileGatherer& gatherer, std::span<const LazyInput> maps, const RunContext& context);

}  // namespace weald::pipeline
