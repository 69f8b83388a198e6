#pragma once
// TileGatherer: makes one result of a whole map that is too large to be held at once.

#include <functional>
#include <memory>

#include "base/run_context.h"
#include "data/artifact.h"
#include "data/heightmap.h"
#include "schema/input.h"

namespace weald {

/// Takes from one tile of the map after the other what a stage needs of it, then makes the result of the whole map.
class TileGatherer {
 public:
  virtual ~TileGatherer() = default;
  /// Called once, before all tiles, with the grid of the map.
  virtual void begin(const GridSpec& /*map*/) {}
  /// Whether it needs samples of the tile; the others are not made.
  virtual bool reads(const Region& /*tile*/) const { return true; }
  /// Takes in a tile. The stage's heightmaps have only the samples of the tile, and a CutPlace. The result must not
  /// depend on the tiles or on their order.
  virtual void add(const schema::Inputs& tile) = 0;
  /// The result. Called once, after all tiles. Throws StageError as the stage does.
  virtual pipeline::Artifact result(const RunContext& context) = 0;
};

/// Makes a gatherer for a stage, which has these inputs besides its heightmaps; they outlive it.
using GathererMaker = std::function<std::unique_ptr<TileGatherer>(const schema::Inputs& others)>;

}  // namespace weald
