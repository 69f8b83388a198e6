#pragma once
// Running: evaluates graphs for commands and for callers of the library.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/run_context.h"
#include "engine/plan/graph_estimate.h"
#include "engine/plan/plan.h"
#include "engine/run/evaluate.h"

namespace weald::session {

/// Largest number of threads of a run.
inline constexpr int kMaxThreads = 1024;

/// Options of a run, and its callbacks.
struct RunOptions : pipeline::EvalOptions {
  /// Called with the share of an output that is written or drawn, 0 to 1. If several outputs are written at once, the
  /// calls come from several threads.
  std::function<void(const pipeline::GraphOutput&, double)> on_output_progress{};
};

/// The steps of a run, with its cached results and its estimate, known before anything is computed.
struct RunPlan {
  pipeline::Plan plan;
  /// By stage: whether the cache has its artifact; unset if that is known only during the run.
  std::vector<std::optional<bool>> kept;
  pipeline::GraphEstimate estimate;
};

/// Plans a run that uses `cache`; null: no cache.
RunPlan plan_run(const pipeline::Graph& graph, ResultStore* cache);

/// The context for writing or drawing outputs in a run with these options: the stop flag and the cache.
RunContext output_context(const RunOptions& options);

/// Receives an output, its artifact, and the context for writing or drawing it: see output_context(). A warning given
/// to the context becomes a diagnostic at the location of the output's key. If the options allow several outputs at
/// once, the receiver must give its warnings one at a time.
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

}  // namespace weald::session
