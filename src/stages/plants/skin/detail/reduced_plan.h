#pragma once
// ReducedPlan: the plan of a plant with a share of its triangles.

#include <cstdint>
#include <vector>

#include "base/run_context.h"
#include "data/skeleton.h"
#include "stages/plants/skin/detail/silhouette.h"
#include "stages/plants/skin/plant_params.h"
#include "stages/plants/skin/plant_plan.h"

namespace weald::plant {

/// The plan, and where its parts come from.
struct ReducedPlan {
  PlantPlan plan;
  double detail = 1;                           ///< detail of its bark, as a share of the full plan's
  std::vector<std::uint32_t> leaf_sources;     ///< per leaf of `plan`: its number in the full plan
  std::vector<std::uint32_t> polygon_sources;  ///< the same for each polygon
};

/// The possible details of the bark of reduced plans, as shares of the full plan's, in ascending order up to 1.
std::vector<double> bark_details();

/// Makes the reduced plans of one plant.
class ReducedPlanner {
 public:
  /// Tubes keep within `line` metres of their axes' curves. The other arguments must outlive this.
  ReducedPlanner(const PlantPlan& full, const lsystem::Skeleton& skeleton, const PlantMeshParams& params, double line,
                 const RunContext& context);

  /// The plan of a mesh with about `share` of the triangles, or more if `needs` require them. Tubes have fewer sides
  /// and rings, the smallest twigs are dropped (their leaves move to the twigs' joints), leaves are thinned (see
  /// stages/plants/skin/detail/leaf_thinning.h), and their models are simpler. The skeleton, radii and light are those
  /// of the full plan, and no random numbers are drawn again. Pre: 0 < share < 1.
  ReducedPlan plan(double share, const SilhouetteNeeds& needs);

 private:
  PlantMeshParams coarse_params(std::size_t detail) const;
  const std::vector<std::size_t>& counts_of(std::size_t detail);
  std::size_t bark_budget(double share) const;
  BarkPlan thin_bark(double share, const SilhouetteNeeds& needs, std::size_t& detail);

  const PlantPlan& full_;
  const lsystem::Skeleton& skeleton_;
  PlantMeshParams params_;
  const RunContext& context_;
  double line_;
  std::size_t triangles_, bark_;       ///< of the full plan
  std::vector<std::uint32_t> axes_;    ///< least important first
  std::vector<std::uint32_t> leaves_;  ///< most important first
  std::vector<double> details_;
  std::vector<std::vector<std::size_t>> counts_;  ///< per detail: see counts_of
};

/// Number of triangles in the triangulated soup of a plan.
std::size_t triangle_count(const PlantPlan& plan);

}  // namespace weald::plant
