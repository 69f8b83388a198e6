#pragma once
// What a run tells of its stages: progress and warnings.

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "base/diagnostics.h"
#include "base/run_context.h"
#include "engine/graph/graph.h"
#include "engine/run/detail/made_stage.h"
#include "engine/run/evaluate.h"

namespace weald::pipeline {

/// Makes the contexts of stages, and passes on what they tell, one call at a time. Pre: what it refers to outlives it.
class StageReports {
 public:
  StageReports(const Graph& graph, const EvalOptions& options, Diagnostics& diagnostics)
      : graph_(graph), options_(options), diagnostics_(diagnostics) {}

  /// Sets the work that warnings are noted in from now on; null: none. Returns what was set before.
  StageWork* begin(StageWork* work) { return std::exchange(work_, work); }

  /// The context of a stage.
  RunContext context_for(std::size_t index);
  /// The context of a stage that is run window by window: its shares of the progress would not add up.
  RunContext quiet_context_for(std::size_t index);
  /// Repeats the warning of an earlier run.
  void repeat(const StageWarning& warning);

 private:
  void tell(const StageDecl& decl, std::string_view key, const std::string& message);

  const Graph& graph_;
  const EvalOptions& options_;
  Diagnostics& diagnostics_;
  StageWork* work_ = nullptr;
  std::mutex mutex_;
};

}  // namespace weald::pipeline
