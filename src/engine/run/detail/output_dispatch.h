#pragma once
// Passes the artifact of a stage to the sink that writes its outputs.

#include <functional>
#include <string>
#include <vector>

#include "data/artifact_ref.h"
#include "engine/graph/graph.h"
#include "engine/run/evaluate.h"

namespace weald::pipeline {

/// A stage whose artifact is available or can be loaded.
struct FinishedStage {
  std::string digest;                     ///< of the artifact; empty if unknown
  std::function<SharedArtifact()> fetch;  ///< returns or loads the artifact; not called from two threads
  HeightRows* rows = nullptr;             ///< of a heightmap that is written row by row; see ArtifactRef::rows()
};

/// Calls `sink` for each of these outputs of the stage, in the order of the preset, or for several at once if
/// `is_parallel`. If all outputs are pictures, the artifact is fetched only when the sink reads it, since cached
/// pictures need none. Outputs that are written row by row are not parallel, but each of them is. Throws PlacedError
/// for an error of an output, and rethrows other errors of the sink. If several outputs fail, the error of the first is
/// thrown.
void dispatch_outputs(const std::vector<GraphOutput>& outputs, const FinishedStage& stage, const OutputSink& sink,
                      bool is_parallel);

}  // namespace weald::pipeline
