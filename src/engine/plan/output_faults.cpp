#include "engine/plan/output_faults.h"

#include "base/error.h"
#include "engine/graph/placed_error.h"
#include "engine/graph/world_place.h"
#include "engine/outputs/writers.h"

namespace weald::pipeline {

bool check_output_faults(const Graph& graph, Diagnostics& diagnostics) {
  bool is_ok = true;
  for (GraphOutput output : graph.outputs) {
    try {
      attach_location(output.decl, [&] {
        place_on_earth(graph, output);
        try {
          require_writable(output.decl.spec, graph.stages[output.stage].decl.kind->output);
        } catch (const IoError& error) {
          throw PlacedError{output.decl.spec.file.where, error.what(), FailureKind::file};
        }
      });
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
