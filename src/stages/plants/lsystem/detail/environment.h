#pragma once
// Environment: what a plant may ask of the space it grows in: where its modules are, and whether a point is in a
// pruning volume. Source: [prusinkiewicz1994].

#include <memory>

#include "methods/mesh/mesh_volume.h"
#include "stages/plants/lsystem/detail/environment_params.h"
#include "stages/plants/lsystem/detail/expression.h"
#include "stages/plants/lsystem/detail/grammar.h"
#include "stages/plants/lsystem/detail/rewriter.h"
#include "stages/plants/lsystem/detail/turtle_walk.h"

namespace weald::lsystem {

/// Answers queries between steps, and holds the volume of inside().
class Environment {
 public:
  /// `grammar` and `mesh` (the one that params name, else null) must outlive this.
  Environment(const EnvironmentParams& params, const Grammar& grammar, const mesh::Mesh* mesh);

  /// The volume of inside(); null where there is none.
  const Volume* volume() const { return volume_.get(); }
  /// Walks a turtle along the string as it is drawn and sets the parameters of the queries in it. Throws StageError
  /// where the turtle stage would refuse the string (key "environment").
  void answer(Rewriter& rewriter, const RunContext& context) const;

 private:
  const Grammar& grammar_;
  TurtleWalk walk_;
  std::unique_ptr<Volume> volume_;
};

}  // namespace weald::lsystem
