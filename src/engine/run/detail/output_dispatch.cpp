#include "engine/run/detail/output_dispatch.h"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "engine/graph/placed_error.h"

namespace weald::pipeline {

namespace {

void dispatch_output(const GraphOutput& output, const ArtifactRef& artifact, const OutputSink& sink) {
  attach_location(output.decl, [&] { sink(output, artifact); });
}

}  // namespace

void dispatch_outputs(const std::vector<GraphOutput>& outputs, const FinishedStage& stage, const OutputSink& sink,
                      bool is_parallel) {
  // Only pictures can be written without the artifact, if they are cached.
  const bool needs_artifact =
      std::any_of(outputs.begin(), outputs.end(), [](const GraphOutput& output) { return !output.decl.spec.picture; });
  if (!is_parallel || outputs.size() < 2 || !needs_artifact || stage.rows != nullptr) {
    for (const GraphOutput& output : outputs)
      dispatch_output(output, ArtifactRef(stage.digest, stage.fetch, stage.rows), sink);
    return;
  }
  const SharedArtifact artifact = stage.fetch();
  std::vector<std::exception_ptr> errors(outputs.size());
  parallel_blocks(outputs.size(), 1, [&](std::size_t i, std::size_t) {
    try {
      dispatch_output(outputs[i], ArtifactRef(stage.digest, [&artifact]() -> SharedArtifact { return artifact; }),
                      sink);
    } catch (...) {
      errors[i] = std::current_exception();
    }
  });
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);  // of the first output in the preset, in any order of threads
  }
}

}  // namespace weald::pipeline
