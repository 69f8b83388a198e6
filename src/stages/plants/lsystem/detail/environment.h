#pragma once
// Environment: answers the queries of a growing plant for the positions of its modules, and for whether a point lies in
// a pruning volume. Source: [prusinkiewicz1994].

#include <memory>

#include "methods/mesh/mesh_volume.h"
#include "stages/plants/lsystem/detail/environment_params.h"
#include "stages/plants/lsystem/detail/expression.h"
#include "stages/plants/lsystem/detail/grammar.h"
#include "stages/plants/lsystem/detail/rewriter.h"
#include "stages/plants/lsystem/detail/turtle_walk.h"

namespace weald::lsystem {

/// Answers queries between steps, and owns the volume of inside().
class Environment {
 public:
  /// `grammar` and `mesh` (the mesh that `params` names, or null) must outlive this.
  Environment(const EnvironmentParams& params, const Grammar& grammar, const mesh::Mesh* mesh);

  /// The volume of inside(), or null.
  const Volume* volume() const { return volume_.get(); }
  /// Walks a turtle along the interpreted string and writes the answers into the parameters of its queries. Throws
  /// StageError (key "environment") for strings that the turtle stage would refuse.
  void answer(Rewriter& rewriter, const RunContext& context) const;

 private:
  const Grammar& grammar_;
  TurtleWalk walk_;
  std::unique_ptr<Volume> volume_;
};

}  // namespace weald::lsystem
