#pragma once
// Handing the artifact of a stage to whom writes its outputs.

#include <cstddef>
#include <functional>
#include <string>

#include "data/artifact_ref.h"
#include "engine/graph/graph.h"
#include "engine/run/evaluate.h"

namespace weald::pipeline {

/// A stage whose artifact is there, or can be had.
struct FinishedStage {
  std::size_t index = 0;                  ///< in the graph
  std::string digest;                     ///< of the artifact; empty: not known
  std::function<SharedArtifact()> fetch;  ///< loads the artifact where it is only kept; not called from two threads
};

/// Calls `sink` for each output of the stage, in the order of the preset, or for several at once where `is_parallel`.
/// The artifact is fetched where the sink looks at it: pictures that are kept need none. Errors: PlacedError for what
/// an output cannot do, whatever else the sink throws; of several the first output's.
void dispatch_outputs(const Graph& graph, const FinishedStage& stage, const OutputSink& sink, bool is_parallel);

}  // namespace weald::pipeline
