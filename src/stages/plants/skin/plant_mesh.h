#pragma once
// plant_mesh: the skin of a skeleton: bark as closed tapered tubes, leaves as small faces.

#include <optional>

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/mesh.h"
#include "data/skeleton.h"
#include "methods/mesh/soup.h"
#include "schema/input.h"
#include "stages/plants/skin/detail/plant_supplies.h"
#include "stages/plants/skin/plant_params.h"
#include "stages/plants/skin/plant_plan.h"

namespace weald::plant {

/// The bark and leaves of `skeleton` as polygons, without regard to 'triangles'. The groups are `bark`, `leaves`, those
/// of surfaces, and `colour_N` for index N of a palette, each only if it has faces. There are normals and colours per
/// vertex (colours darken the material's colour, which is the lightest of its group), UVs per corner, and wind if
/// requested. Every bark tube is closed unless `params.stem.base` is open. Segments without length draw nothing. Throws
/// StageError if a coordinate is not finite or beyond 1e6 m, and before allocating if the result would exceed
/// kMaxVertices.
mesh::Soup plant_soup(const lsystem::Skeleton& skeleton, const PlantMeshParams& params, const RunContext& context,
                      const PlantSupplies& supplies = {});

/// Estimate of the mesh. It assumes that the mesh keeps to the limit on triangles, although a mesh whose silhouette
/// needs more exceeds it, with a warning.
Estimate plant_estimate(const PlantMeshParams& params);

/// Like plant_soup, for a plan that was made with the same parameters and supplies.
mesh::Soup soup_of_plan(const PlantPlan& plan, const PlantMeshParams& params, const PlantSupplies& supplies,
                        const RunContext& context);

/// Like plant_soup, built into a half-edge mesh within the limit on triangles of `params` (see LevelMaker).
mesh::Mesh plant_mesh(const lsystem::Skeleton& skeleton, const PlantMeshParams& params, const RunContext& context,
                      const PlantSupplies& supplies = {});

/// The stage `plant_mesh`.
struct PlantMesh {
  using Params = PlantMeshParams;
  static double seconds_each(const Params&) { return 5e-7; }
  static Estimate estimate(const Params& params, const schema::Estimates&) { return plant_estimate(params); }
  static void require_inputs(const Params& params, const schema::Estimates& inputs) {
    require_supplies(params, inputs);
  }
  static mesh::Mesh run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
    return plant_mesh(inputs[params.from], params, context, supplies_of(params, inputs));
  }
};

}  // namespace weald::plant
