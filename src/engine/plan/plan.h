#pragma once
// The plan of an evaluation: how each stage is computed, in order, and when its artifact is freed.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "data/estimate.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// How a stage is computed.
enum class StepKind {
  windows,  ///< a heightmap that is computed window by window where it is read, and never stored as a whole
  rows,     ///< a large field that is computed in bands of rows while it is written, and never stored as a whole
  field,    ///< a field whose samples are all computed
  whole,    ///< a stage that is run
  region,   ///< a stage that is run on the region's samples of heightmaps
  part      ///< taken from the stage that it is a part of
};

/// "windows", "rows", "field", "whole", "region" or "part".
std::string_view name_of(StepKind kind);

/// The step of one stage.
struct PlanStep {
  StepKind kind = StepKind::whole;
  /// The last step that needs the stage's artifact, its own included. A field computed in windows is needed until the
  /// last step that computes a window of it. What a field in rows reads is needed until its outputs are written.
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

/// Heightmaps with more samples than this are written row by row where that is possible: 67 MB.
inline constexpr std::int64_t kLargeMap = std::int64_t{4097} * 4097;

/// Whether a heightmap of `width` x `height` samples is large.
constexpr bool is_large_map(int width, int height) { return std::int64_t{width} * height > kLargeMap; }

/// What a run is for.
enum class Wanted {
  files,          ///< outputs are written: large heightmaps may be passed on row by row
  artifacts,      ///< the artifacts of outputs
  every_artifact  ///< the artifacts of all stages; in a graph with a region as `artifacts`
};

/// The plan of a graph whose stages have these estimates.
Plan make_plan(const Graph& graph, std::span<const Estimate> estimates, Wanted wanted);

}  // namespace weald::pipeline
