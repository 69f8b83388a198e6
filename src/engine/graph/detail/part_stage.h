#pragma once
// The stage that a graph adds for `STAGE.PART`. It reads the stage; the evaluator takes the part from it.

#include <string>

#include "engine/graph/stage.h"

namespace weald::pipeline {

/// The kind of all part stages that make an artifact of the type called `artifact`.
const StageKind& part_kind(std::string_view artifact);

/// Makes the stage of one part. `source` is the name of the stage of kind `kind` that makes `part`; `where` is a
/// location that refers to the part.
BoundStage part_stage(const std::string& source, const StageKind& kind, const schema::PartInfo& part,
                      const SourceLoc& where);

}  // namespace weald::pipeline
