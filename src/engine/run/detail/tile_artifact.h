#pragma once
// What is written of an artifact that is made for a region.

#include <mutex>

#include "data/artifact.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// The region without its apron.
Region written_region(const Graph& graph);

/// How an artifact that is written for a region was made.
enum class MadeFor { region, world, cut };  // cut: for the world, but only the region's share of it is written

/// The artifact of a stage as it is written to files: a picture made for the region without the apron; a mesh or a
/// scene relative to Graph::local_origin; the segments in Graph::share of curves that are cut, and the
/// faces in it of meshes. Pre: the artifact is no
/// heightmap.
SharedArtifact as_written(const SharedArtifact& artifact, const Graph& graph, MadeFor made_for);

/// What as_written() makes of one artifact, made once for all outputs that are written to files, from any thread.
class WrittenForm {
 public:
  WrittenForm(const Graph& graph, MadeFor made_for) : graph_(graph), made_for_(made_for) {}

  /// The form of `artifact`, the same in all calls, for an output: itself for a heightmap, outside regions, and where a
  /// mesh or a scene is drawn, since the stages that a camera looks at are not moved.
  SharedArtifact of(const SharedArtifact& artifact, const OutputSpec& spec);

 private:
  const Graph& graph_;
  MadeFor made_for_;
  std::mutex mutex_;
  SharedArtifact made_;
};

}  // namespace weald::pipeline
