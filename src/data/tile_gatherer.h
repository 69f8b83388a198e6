#pragma once
// TileGatherer: makes one result of a whole map that is too large to be held at once.

#include "base/run_context.h"
#include "data/artifact.h"
#include "schema/input.h"

namespace weald {

/// Takes from one tile of the map after the other what a stage needs of it, then makes the result of the whole map.
class TileGatherer {
 public:
  virtual ~TileGatherer() = default;
  /// Takes in a tile. The stage's heightmaps have only the samples of the tile, and a CutPlace. The result must not
  /// depend on the tiles or on their order.
  virtual void add(const schema::Inputs& tile) = 0;
  /// The result. Called once, after all tiles. Throws StageError as the stage does.
  virtual pipeline::Artifact result(const RunContext& context) = 0;
};

}  // namespace weald
