#pragma once
// The plan of an evaluation: how each stage is computed, in order, and when its artifact is freed.

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/graph/graph.h"

namespace weald::pipeline {

/// How a stage is computed.
enum class StepKind {
  windows,  ///< a heightmap that is computed window by window where it is read, and never stored as a whole
  field,    ///< a field whose samples are all computed
  whole,    ///< a stage that is run
  region,   ///< a stage that is run on the region's samples of heightmaps
  part      ///< taken from the stage that it is a part of
};

/// "windows", "field", "whole", "region" or "part".
std::string_view name_of(StepKind kind);

/// The step of one stage.
struct PlanStep {
  StepKind kind = StepKind::whole;
  /// The last step that needs the stage's artifact, its own included. A field computed in windows is needed until the
  /// last step that computes a window of it.
  std::size_t last_use = 0;
  int readers = 0;  ///< stages that read it
  /// Stages whose artifacts are freed when this stage has made its artifact, before its outputs are written; ascending.
  std::vector<std::size_t> frees;
  /// Stages whose artifacts are freed when the outputs that wait for this stage have been written; ascending.
  std::vector<std::size_t> frees_late{};
  /// Whether an output of the stage waits for a later stage, which the camera of its picture looks at.
  bool is_shown_later = false;
};

/// The steps of an evaluation, one for each stage, in the order of the graph.
struct Plan {
  std::vector<PlanStep> steps;
};

/// The plan of a graph. With `every_artifact` each stage's artifact is needed as a whole; in a graph with a region that
/// makes no difference.
Plan make_plan(const Graph& graph, bool every_artifact = false);

}  // namespace weald::pipeline
