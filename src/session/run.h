#pragma once
// Running: the one place from which graphs are evaluated.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/run_context.h"
#include "engine/plan/graph_estimate.h"
#include "engine/plan/plan.h"
#include "engine/run/evaluate.h"

namespace weald::session {

/// Most threads that a run can be given.
inline constexpr int kMaxThreads = 1024;

/// How to run a graph, and whom to tell.
struct RunOptions : pipeline::EvalOptions {
  /// Share of an output that is written or drawn, 0 to 1. With several outputs at once it may come from any of their
  /// threads.
  std::function<void(const pipeline::GraphOutput&, double)> on_output_progress{};
};

/// What a run of a graph would do. Nothing is computed to know it.
struct RunPlan {
  pipeline::Plan plan;
  /// By stage: whether the cache has its artifact; unset where that shows only in the run.
  std::vector<std::optional<bool>> kept;
  pipeline::GraphEstimate estimate;
};

/// Plans a run whose results are looked for in `cache`; null: nowhere.
RunPlan plan_run(const pipeline::Graph& graph, ResultStore* cache);

/// What writing or drawing may know of a run with these options: when to stop, and the cache.
RunContext output_context(const RunOptions& options);

/// Takes an output's artifact, and the context in which it may be written or drawn: see output_context(). What is
/// warned of in it becomes a diagnostic at its place in the output; where the options allow for several outputs at
/// once, one thread at a time may warn.
using OutputWork = std::function<void(const pipeline::GraphOutput&, const pipeline::ArtifactRef&, RunContext)>;

/// Runs the graph: see pipeline::evaluate().
bool run_graph(const pipeline::Graph& graph, const RunOptions& options, Diagnostics& diagnostics,
               const OutputWork& work);

/// The digest of one output.
struct OutputDigest {
  std::string file;
  std::string digest;
};

/// Runs the graph and writes nothing: the digests of its outputs, in the order of the preset. Unset after an error.
/// See run_graph().
std::optional<std::vector<OutputDigest>> digest_outputs(const pipeline::Graph& graph, const RunOptions& options,
                                                        Diagnostics& diagnostics);

/// The number of an output of the graph.
inline std::size_t index_of(const pipeline::Graph& graph, const pipeline::GraphOutput& output) {
  return static_cast<std::size_t>(&output - graph.outputs.data());
}

}  // namespace weald::session
