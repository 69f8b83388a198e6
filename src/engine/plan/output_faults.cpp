#include "engine/plan/output_faults.h"

#include <cstddef>
#include <optional>

#include "base/error.h"
#include "engine/graph/placed_error.h"
#include "engine/graph/world_place.h"
#include "engine/outputs/writers.h"

namespace weald::pipeline {

namespace {

/// Throws StageError for the first fault of an output. Errors: also those of place_on_earth().
void require_writable(const Graph& graph, GraphOutput output, const std::optional<GridSpec>& written) {
  place_on_earth(graph, output);
  require_writable(output.decl.spec, graph.stages[output.stage].decl.kind->output, written);
}

}  // namespace

bool check_output_faults(const Graph& graph, const GraphEstimate& estimate, Diagnostics& diagnostics) {
  bool is_ok = true;
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    const GraphOutput& output = graph.outputs[i];
    try {
      attach_location(output.decl, [&] { require_writable(graph, output, estimate.written[i]); });
    } catch (const PlacedError& error) {
      is_ok = false;
      diagnostics.add({Severity::error, error.where, error.message, {}, error.failure});
    } catch (const IoError&) {
      continue;  // of a survey: the stage that reads it reports it
    }
  }
  return is_ok;
}

}  // namespace weald::pipeline
