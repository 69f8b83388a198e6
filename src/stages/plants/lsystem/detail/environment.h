#pragma once
// Environment: answers the queries of a growing plant for the positions of its modules, for whether a point lies in a
// pruning volume, and for the surface, the ground and the light around it. Source: [prusinkiewicz1994], [mech1996].

#include <memory>

#include "methods/mesh/mesh_volume.h"
#include "stages/plants/lsystem/detail/environment_params.h"
#include "stages/plants/lsystem/detail/expression.h"
#include "stages/plants/lsystem/detail/grammar.h"
#include "stages/plants/lsystem/detail/plant_surroundings.h"
#include "stages/plants/lsystem/detail/rewriter.h"
#include "stages/plants/lsystem/detail/turtle_walk.h"

namespace weald::lsystem {

/// Answers queries between steps, and owns what expressions ask about.
class Environment {
 public:
  /// `grammar` and what `inputs` points at must outlive this.
  Environment(const EnvironmentParams& params, const Grammar& grammar, const EnvironmentInputs& inputs);

  /// What expressions may ask; it is up to date after answer().
  Around around() const { return {volume_.get(), &surroundings_}; }
  /// Walks a turtle along the interpreted string and writes the answers into the parameters of its queries. Throws
  /// StageError (key "environment") for strings that the turtle stage would refuse.
  void answer(Rewriter& rewriter, const RunContext& context);

 private:
  const Grammar& grammar_;
  TurtleWalk walk_;
  std::unique_ptr<Volume> volume_;
  PlantSurroundings surroundings_;
};

}  // namespace weald::lsystem
