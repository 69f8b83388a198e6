#pragma once
// What is written of an artifact that is made for a region.

#include "data/artifact.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// The region without its apron.
Region written_region(const Graph& graph);

/// The artifact of a stage as it is written: a picture without the apron, if `is_regional`; a mesh or a scene relative
/// to Graph::local_origin. Pre: the graph has a region; the artifact is no heightmap.
SharedArtifact as_written(const SharedArtifact& artifact, const Graph& graph, bool is_regional);

}  // namespace weald::pipeline
