#pragma once
// LighterPlan: the plan of a plant with a share of its triangles.

#include <cstdint>
#include <vector>

#include "core/run_context.h"
#include "lsystem/skeleton.h"
#include "plant/plant_params.h"
#include "plant/plant_plan.h"
#include "plant/silhouette.h"

namespace weald::plant {

/// See above.
struct LighterPlan {
  PlantPlan plan;
  double detail = 1;                           ///< of its bark, as a share of the full one's
  std::vector<std::uint32_t> leaf_sources;     ///< per leaf of `plan`: its number in the full plan
  std::vector<std::uint32_t> polygon_sources;  ///< likewise
};

/// The plan of a lighter mesh with about `share` of the triangles of `full`: tubes with fewer sides and rings, the
/// smallest twigs left out, leaves thinned (see plant/leaf_thinning.h) and their models made plainer, all but for what
/// `needs` forbid. The skeleton, radii and light are those of the full plan; nothing is drawn anew. Pre: 0 < share < 1.
LighterPlan lighter_plan(const PlantPlan& full, const lsystem::Skeleton& skeleton, const PlantMeshParams& params,
                         double share, const SilhouetteNeeds& needs, const RunContext& context);

/// Number of triangles that the faces of a plan's soup are cut into.
std::size_t triangle_count(const PlantPlan& plan);

}  // namespace weald::plant
