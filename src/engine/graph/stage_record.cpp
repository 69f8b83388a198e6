#include "engine/graph/stage_record.h"

namespace weald::pipeline {

StageRecord record_of(const StageDecl& stage) {
  return {stage.name, std::string(stage.kind->kind), stage.bound->version, stage.seed, stage.bound->parameters(false)};
}

}  // namespace weald::pipeline
