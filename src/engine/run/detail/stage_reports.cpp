#include "engine/run/detail/stage_reports.h"

#include <fmt/format.h>

namespace weald::pipeline {

RunContext StageReports::context_for(std::size_t index) {
  const StageDecl& decl = graph_.stages[index].decl;
  RunContext context;
  context.seed = decl.seed;
  context.stop = options_.stop;
  context.store = options_.cache;
  if (options_.on_progress) {
    context.on_progress = [this, index, &decl](double fraction) {
      const std::lock_guard lock(mutex_);
      options_.on_progress((static_cast<double>(index) + fraction) / static_cast<double>(graph_.stages.size()),
                           decl.name);
    };
  }
  context.on_warning = [this, &decl](const std::string& message, std::string_view key) {
    const std::lock_guard lock(mutex_);
    if (work_ != nullptr) work_->warnings.push_back({decl.name, std::string(key), message});
    if (work_ == nullptr || !work_->is_repeated) tell(decl, key, message);
  };
  return context;
}

RunContext StageReports::quiet_context_for(std::size_t index) {
  RunContext context = context_for(index);
  context.on_progress = {};
  return context;
}

void StageReports::repeat(const StageWarning& warning) {
  for (const GraphStage& stage : graph_.stages) {
    if (stage.decl.name == warning.stage) tell(stage.decl, warning.key, warning.message);
  }
}

void StageReports::tell(const StageDecl& decl, std::string_view key, const std::string& message) {
  diagnostics_.warning(decl.place_of(key), fmt::format("stage '{}': {}", decl.name, message));
}

}  // namespace weald::pipeline
