#pragma once
// What holds for everything that a stage makes as a whole. Lazy fields are checked where they are computed
// (pipeline/field_eval.h).

#include "pipeline/stage.h"

namespace weald::pipeline {

/// Throws StageError, naming the sample and the part, where a heightmap of `result` has a sample that is NaN or
/// infinite. Columns and rows are those of the whole map where the heightmap is a region of one.
void require_finite(const StageResult& result);

}  // namespace weald::pipeline
