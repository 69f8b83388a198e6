#include "engine/graph/stage_list.h"

#include "engine/graph/detail/stage_groups.h"

namespace weald::pipeline {

std::span<const StageKind> all_stages() {
  static const std::vector<StageKind> kStages = [] {
    std::vector<StageKind> stages = field_stages();
    for (StageKind& stage : geometry_stages()) stages.push_back(stage);
    return stages;
  }();
  return kStages;
}

const StageKind* find_stage_kind(std::string_view kind) {
  for (const StageKind& stage : all_stages()) {
    if (stage.kind == kind) return &stage;
  }
  return nullptr;
}

}  // namespace weald::pipeline
