#pragma once
// Checks of plants that hold for every mesh of one, whatever its level of detail.

#include <cstddef>
#include <map>
#include <string>

#include "data/mesh.h"
#include "data/skeleton.h"
#include "engine/graph/graph.h"
#include "engine/run/evaluate.h"

namespace weald::contract {

/// The skeletons that a graph makes, and which of its stages are made of them.
class PlantSkeletons {
 public:
  /// Pre: the graph outlives this object.
  explicit PlantSkeletons(const pipeline::Graph& graph) : graph_(graph) {}

  /// Options of an evaluation that keeps the skeletons here. Without a skeleton in the graph they are the default, so
  /// that fields stay lazy. Pre: this object outlives the evaluation.
  pipeline::EvalOptions options();

  /// The skeleton that stage number `stage` reads, directly or through other stages; null where it reads none.
  const lsystem::Skeleton* of(std::size_t stage) const;

 private:
  const pipeline::Graph& graph_;
  std::map<std::string, lsystem::Skeleton> skeletons_;  ///< by name of stage
};

/// Checks with Catch2 that the shading normals of the bark lie before its triangles, but for 2 of 1000 corners, and
/// that the group "leaves" grows from wood: each foot is in the bark, or nearer than 2 percent of the leaf's length to
/// the bark or to a segment of the skeleton, for a plant may leave its thinnest twigs without bark. `skeleton` may be
/// null. A mesh without the group "bark" passes.
void check_plant(const mesh::Mesh& mesh, const lsystem::Skeleton* skeleton);

}  // namespace weald::contract
