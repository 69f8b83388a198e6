#pragma once
// Runs a stage tile by tile: summarises every tile, solves all summaries together, then finishes each tile.

#include <memory>
#include <string>

#include "base/result_store.h"
#include "base/run_context.h"
#include "data/field.h"
#include "data/perimeter_work.h"
#include "engine/plan/field_eval.h"

namespace weald::pipeline {

/// Samples along each side of the tiles of a perimeter_kernel(): 16 MB of heights.
inline constexpr int kPerimeterTile = 2048;

/// What a perimeter_kernel() is made from.
struct PerimeterSource {
  const PerimeterWork& work;
  std::shared_ptr<const LazyField> input;
  std::string key{};             ///< of the stage's result; empty: solutions are not stored
  ResultStore* store = nullptr;  ///< of the solutions; null: none
  int tile = kPerimeterTile;
};

/// A kernel that reads its input itself, in tiles of a fixed size, which do not depend on the windows. Computes the
/// summaries of all tiles at once, unless their solution is in the store, and finishes a tile when a window needs it.
/// At most 16 tiles, or two rows of them, are kept. Throws what materialise_region() throws.
FieldKernel perimeter_kernel(const PerimeterSource& source, const RunContext& context);

}  // namespace weald::pipeline
