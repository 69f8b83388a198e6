#pragma once
// The stage that a graph adds for `STAGE.PART`. It reads the stage; the evaluator takes the part from it.

#include "engine/graph/graph.h"

namespace weald::pipeline {

/// The kind of all part stages that make an artifact of the type called `artifact`.
const StageKind& part_kind(std::string_view artifact);

/// Makes the stage of one part. `maker` is the stage that makes `part`; `where` is a location that refers to
/// the part. Pre: the kind of `maker` is known.
BoundStage part_stage(const StageDecl& maker, const schema::PartInfo& part, const SourceLoc& where);

}  // namespace weald::pipeline
