#include "engine/plan/memory_check.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/outputs/writers.h"
#include "engine/plan/graph_estimate.h"
#include "schema/wording.h"

namespace weald::pipeline {

namespace {

void require(double bytes, double limit, std::string_view key) {
  if (bytes <= limit) return;
  // The remaining memory is not reported: it differs from run to run.
  throw StageError(fmt::format("this needs at least {} of memory, more than the process may still use",
                               schema::readable_bytes(bytes)),
                   std::string(key));
}

}  // namespace

void require_memory(const Estimate& estimate, double limit) {
  require(estimate.bytes.least + estimate.scratch.least, limit, estimate.cause);
}

void require_memory(const OutputSpec& spec, std::string_view kind, const Artifact& artifact, double limit) {
  require(cost_of(spec, kind, estimate_of(artifact)).memory.least, limit, {});
}

void require_memory(const Graph& graph, std::size_t index, std::span<const SharedArtifact> inputs, double limit) {
  const GraphStage& stage = graph.stages[index];
  std::vector<Estimate> exact;
  exact.reserve(inputs.size());  // estimates refer to each other
  schema::Estimates estimates;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    estimates.add(graph.stages[stage.inputs[i]].decl.name, exact.emplace_back(estimate_of(*inputs[i])));
  require_memory(stage.decl.bound->estimate(estimates, {}), limit);
}

}  // namespace weald::pipeline
