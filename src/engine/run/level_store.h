#pragma once
// LevelStore: where the samples of one level of a world are kept for other runs.

#include "base/result_store.h"

namespace weald::pipeline {

/// A level of detail whose blocks are kept in a store of their own instead of the cache: the runs that build the tiles
/// of this level and of coarser ones find them there, whatever the cache has given up meanwhile.
struct LevelStore {
  int level = 0;
  ResultStore* store = nullptr;  ///< null: the level has none
};

}  // namespace weald::pipeline
