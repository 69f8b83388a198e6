#pragma once
// Runs a stage tile by tile: summarises every tile and solves all summaries together, in one or several rounds, then
// finishes each tile.

#include <memory>
#include <string>
#include <string_view>

#include "base/result_store.h"
#include "base/run_context.h"
#include "data/field.h"
#include "data/perimeter_work.h"
#include "engine/plan/field_eval.h"
#include "engine/run/finished_tiles.h"

namespace weald::pipeline {

/// What PerimeterTiles are made from.
struct PerimeterSource {
  const PerimeterWork& work;
  std::shared_ptr<const LazyField> input;
  schema::WantedParts wanted{};       ///< parts of the stage
  std::string key{};                  ///< of the stage's result; empty: solutions are not stored
  ResultStore* store = nullptr;       ///< of the solutions; null: none
  FinishedTiles* finished = nullptr;  ///< shared by runs, for stages with a key; null: none
  int tile = kPerimeterTile;
};

/// The tiles of a stage and of its parts. Their size is fixed, and does not depend on the windows that are read.
class PerimeterTiles {
 public:
  /// Solves all rounds, unless their solutions are in the store. Throws what materialise_region() throws.
  PerimeterTiles(const PerimeterSource& source, const RunContext& context);

  /// A kernel of the stage's result, or of a wanted part, that reads its input itself. A tile is finished when a window
  /// needs it. At most 16 maps of finished tiles are kept, or those of two rows of tiles in a window; if finished tiles
  /// are shared, 16 of all stages, or as many as their windows need. Throws what materialise_region() throws.
  FieldKernel kernel(std::string_view part = {}) const;

 private:
  class Tiles;
  std::shared_ptr<Tiles> tiles_;
};

}  // namespace weald::pipeline
