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

const StageKind& kind_making(const StageKind& kind, std::string_view artifact) {
  static const std::vector<StageKind> kOthers = [] {
    std::vector<StageKind> kinds;
    for (const StageKind& stage : all_stages()) {
      for (const std::string_view output : stage.outputs) {
        if (output == stage.output) continue;
        kinds.push_back(stage);
        kinds.back().output = output;
      }
    }
    return kinds;
  }();
  if (kind.output == artifact) return kind;
  for (const StageKind& other : kOthers) {
    if (other.kind == kind.kind && other.output == artifact) return other;
  }
  WEALD_CHECK(false);
  return kind;
}

}  // namespace weald::pipeline
