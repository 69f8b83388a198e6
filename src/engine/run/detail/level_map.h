#pragma once
// Heightmaps at levels of detail. A sample of a level is the mean of the nine samples of the next finer level
// around its place, with the weights 1 2 1 along rows and columns.

#include <string>

#include "base/result_store.h"
#include "base/run_context.h"
#include "data/artifact.h"
#include "engine/plan/field_eval.h"
#include "engine/run/evaluate.h"

namespace weald::pipeline {

/// A heightmap of which levels are computed.
struct LevelSource {
  const LazyField& field;
  int apron = 0;                 ///< see level_grid()
  int tile = 1;                  ///< samples along the sides of what is read of a level at once
  int levels = 1;                ///< that are built, the finest one included
  std::string key{};             ///< of the heightmap's content; empty: blocks are not stored
  ResultStore* store = nullptr;  ///< of the blocks that coarser levels have been computed in; null: none
  LevelStore of_level{};         ///< of the blocks of one level
};

/// The samples of `region` of level `level` of a heightmap, and up to `reach` samples around it, clipped to the level.
/// They do not depend on the region or on the store: blocks found there only save the time for computing them, which is
/// that of all samples of the heightmap below the region. Blocks of the next coarser level that lie in the region are
/// stored. Blocks around it that coarser levels will need count as used, so that a store that is full gives up others
/// first. A few megabytes are in memory for each coarser level. Throws StageError if the region does not lie inside the
/// level, and what materialise_region() throws. Pre: `level` >= 0.
SharedArtifact cut_level(const LevelSource& source, int level, const Region& region, int reach,
                         const RunContext& context);

}  // namespace weald::pipeline
