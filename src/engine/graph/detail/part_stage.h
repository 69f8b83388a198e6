#pragma once
// The stage that a graph adds for `STAGE.PART`. It reads the stage; the evaluator takes the part from it.

#include <string>

#include "engine/graph/stage.h"

namespace weald::pipeline {

/// The kind of all part stages whose artifact is called `artifact`.
const StageKind& part_kind(std::string_view artifact);

/// The stage of one part: `source` is the name of the stage of kind `kind` that makes `part`, `where` a location that
/// refers to it.
BoundStage part_stage(const std::string& source, const StageKind& kind, const schema::PartInfo& part,
                      const SourceLoc& where);

}  // namespace weald::pipeline
