#pragma once
// PlantPlan: everything about a plant that is decided before faces are written: its tubes, its leaves, and the light in
// its crown.

#include <string>
#include <vector>

#include "base/rng.h"
#include "base/run_context.h"
#include "data/estimates.h"
#include "data/skeleton.h"
#include "stages/plants/skin/detail/axes.h"
#include "stages/plants/skin/detail/bark_plan.h"
#include "stages/plants/skin/detail/crown_light.h"
#include "stages/plants/skin/detail/leaf_kinds.h"
#include "stages/plants/skin/detail/leaf_places.h"
#include "stages/plants/skin/detail/leaves.h"
#include "stages/plants/skin/detail/plant_supplies.h"
#include "stages/plants/skin/plant_params.h"

namespace weald::plant {

/// The plan of a plant, with only the leaves of the current season.
struct PlantPlan {
  Rng bark_rng, leaf_rng;
  AxisNetwork network;
  BarkPlan bark;
  LeafKinds kinds;
  std::vector<LeafPlace> leaves;
  std::vector<LeafPolygon> polygons;
  CrownLight light;
  Vec3 centre{0};  ///< of the crown
};

/// Plans the plant of `skeleton`. Throws StageError as plant_soup does, before memory is taken for faces.
PlantPlan plan_plant(const lsystem::Skeleton& skeleton, const PlantMeshParams& params, const PlantSupplies& supplies,
                     const RunContext& context);

/// The bark of a network, with the colours of the palette and the wind that `params` request. `rng` is
/// PlantPlan::leaf_rng; for `plainer`, see plan_bark. Throws StageError for too many rings.
BarkPlan make_bark(const AxisNetwork& network, const lsystem::Skeleton& skeleton, const PlantMeshParams& params,
                   const Rng& rng, const RunContext& context, const PlainerAxes& plainer = {});

/// Throws the StageError for a plant with more than kMaxVertices vertices; `what` is advice on what to change.
[[noreturn]] void refuse_plant(const std::string& what);

/// Throws the StageError of plan_plant() for what is known of the inputs before they are made.
void require_supplies(const PlantMeshParams& params, const schema::Estimates& inputs);

/// The supplies that `params` name.
template <class Params>
PlantSupplies supplies_of(const Params& params, const schema::Inputs& inputs) {
  const auto picture = [&](const schema::Input<Image>& input) {
    return input.given() ? inputs.shared<Image>(input) : nullptr;
  };
  PlantSupplies supplies{picture(params.bark.texture),
                         picture(params.bark.normals),
                         picture(params.leaves.texture),
                         picture(params.leaves.normals),
                         inputs.maybe(params.leaves.mesh),
                         inputs.maybe(params.stem.contour.outline),
                         {}};
  for (const auto& [name, mesh] : params.surfaces) supplies.surfaces.emplace_back(name, &inputs[mesh]);
  return supplies;
}

}  // namespace weald::plant
