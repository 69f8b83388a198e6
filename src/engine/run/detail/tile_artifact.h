#pragma once
// What is written of an artifact that is made for a region.

#include <mutex>

#include "data/artifact.h"
#include "data/curve.h"
#include "data/mesh.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// The segments of `curve` that begin in `share`, seen from above. Those that follow one another stay one path, with
/// its widths and its order; a closed path that is cut is also cut where it begins. Regions that share the world have
/// each segment exactly once.
curve::Curve curves_in(const curve::Curve& curve, const RegionShare& share);

/// The faces of `mesh` whose middle, the mean of their corners, lies in `share`, seen from above, with the vertices and
/// the values that they use, in the order of `mesh`; groups without faces stay. Regions that share the world have each
/// face exactly once. Time: linear in the faces of `mesh`.
mesh::Mesh mesh_in(const mesh::Mesh& mesh, const RegionShare& share);

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
