#pragma once
// What is written of an artifact that is made for a region.

#include <mutex>

#include "data/artifact.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// The region without its apron.
Region written_region(const Graph& graph);

/// The artifact of a stage as it is written to files: a picture without the apron, if `is_regional`; a mesh or a scene
/// relative to Graph::local_origin. Pre: the artifact is no heightmap.
SharedArtifact as_written(const SharedArtifact& artifact, const Graph& graph, bool is_regional);

/// What as_written() makes of one artifact, made once for all outputs that are written to files, from any thread.
class WrittenForm {
 public:
  WrittenForm(const Graph& graph, bool is_regional) : graph_(graph), is_regional_(is_regional) {}

  /// The form of `artifact`, the same in all calls, for an output: itself for a heightmap, outside regions, and where a
  /// mesh or a scene is drawn, since the stages that a camera looks at are not moved.
  SharedArtifact of(const SharedArtifact& artifact, const OutputSpec& spec);

 private:
  const Graph& graph_;
  bool is_regional_;
  std::mutex mutex_;
  SharedArtifact made_;
};

}  // namespace weald::pipeline
