#pragma once
// The costs of the tasks of a world, as far as the estimates of stages and outputs know them.

#include <cstddef>
#include <string>
#include <vector>

#include "data/estimate.h"
#include "engine/graph/graph.h"
#include "session/manifest.h"

namespace weald::session {

/// The costs of some work.
struct WorkCost {
  Amount bytes = Amount::exactly(0);    ///< of the files or cached results that it makes
  double memory = 0;                    ///< lower bound of the bytes in use at once
  double kept = 0;                      ///< bytes that are kept besides, at most: see pipeline::kept_bytes()
  Amount seconds = Amount::exactly(0);  ///< on one core
};

/// A stage whose result all tiles share.
struct SharedStage {
  std::string name, kind;
  Amount bytes, seconds;
};

/// The costs of a world's tasks.
struct WorldCosts {
  std::vector<SharedStage> shared;  ///< in the order of the graph; empty: there is nothing to prepare
  WorkCost prepare;
  WorkCost tile;                    ///< of one tile of the finest level, when the shared results exist
  std::vector<WorkCost> coarser{};  ///< of one tile of each coarser level, from the next one on
  int halo = 0;                     ///< samples around a tile that its stages read, as far as stages declare it
};

/// Estimates the tasks of a world from the graph of one of its tiles, without `coarser`. Those of a coarser tile assume
/// that the finer ones have been built. Pre: the graph has a region.
WorldCosts costs_of(const pipeline::Graph& tile);

}  // namespace weald::session
