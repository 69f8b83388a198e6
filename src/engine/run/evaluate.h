#pragma once
// Evaluation of a graph: runs the stages in order and hands each output's artifact over as soon as it is there.

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/result_store.h"
#include "data/artifact_ref.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// How to run, and whom to tell. The callbacks may be called from worker threads, one at a time.
struct EvalOptions {
  const std::atomic<bool>* stop = nullptr;  ///< set from outside to interrupt the run
  /// Share of all stages that is done, 0 to 1, and the stage at work.
  std::function<void(double, std::string_view stage)> on_progress;
  /// A stage is done; the time it took by itself. Lazy fields count with the stage that reads them.
  std::function<void(const StageDecl&, std::chrono::duration<double>)> on_stage_done;
  /// Where artifacts are kept between runs; null: nowhere. Stages whose artifact is found there are not run.
  ResultStore* cache = nullptr;
  /// A stage's artifact was found in the cache; what it warned of is repeated.
  std::function<void(const StageDecl&)> on_stage_found;
  /// The sink may be called from several threads at once, for different outputs of one stage.
  bool is_sink_parallel = false;
  /// Bytes that the graph may take; unset: what the system grants (formats/files/memory_limit.h). A graph that needs
  /// more for certain is refused.
  std::optional<double> memory_limit{};
  /// Takes the artifact of every stage, also of those that no output is made from. While it is set no field stays lazy.
  std::function<void(const StageDecl&, const Artifact&)> on_artifact;
};

/// Takes an output's artifact; called in the order in which stages finish, for one stage in the order of the preset
/// unless the options allow for several at once. A sink that takes `const Artifact&` gets it as well.
using OutputSink = std::function<void(const GraphOutput&, const ArtifactRef&)>;

/// Runs the graph, where its estimate (engine/plan/graph_estimate.h) fits into memory. What a stage cannot do and what
/// it warns of goes to `diagnostics` at the place of the key or stage; returns false after an error. Artifacts are
/// freed after their last reader. Without an error the artifacts are the same with and without a cache, whatever it
/// holds. Throws Interrupted and IoError.
bool evaluate(const Graph& graph, const EvalOptions& options, Diagnostics& diagnostics, const OutputSink& sink);

}  // namespace weald::pipeline
