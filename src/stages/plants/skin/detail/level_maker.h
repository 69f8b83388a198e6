#pragma once
// LevelMaker: meshes of one plant within a triangle budget and a silhouette limit.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/run_context.h"
#include "data/mesh.h"
#include "data/skeleton.h"
#include "methods/mesh/soup.h"
#include "methods/mesh/surface_tree.h"
#include "stages/plants/skin/detail/plant_supplies.h"
#include "stages/plants/skin/detail/reduced_plan.h"
#include "stages/plants/skin/detail/silhouette.h"
#include "stages/plants/skin/plant_params.h"
#include "stages/plants/skin/plant_plan.h"

namespace weald::plant {

/// Limits of a mesh.
struct LevelBudget {
  std::size_t triangles = 0;
  std::string_view key;   ///< parameter that sets the budget, for warnings
  std::string_view name;  ///< name of the mesh, for warnings
};

/// A mesh and its number of triangles.
struct Level {
  mesh::Mesh mesh;
  std::size_t triangles = 0;
};

/// Builds the meshes. A smaller budget never gives more triangles: every mesh belongs to a fixed sequence of 2048
/// increasingly reduced meshes that does not depend on budgets, from which those that move the silhouette too far are
/// excluded.
class LevelMaker {
 public:
  /// The arguments must outlive this. Throws as plant_soup does.
  LevelMaker(const lsystem::Skeleton& skeleton, const PlantMeshParams& params, const PlantSupplies& supplies,
             const RunContext& context);

  /// The mesh without a budget.
  Level full() const;

  /// The mesh with the most triangles within the budget whose silhouette is within the limit of the full mesh. If there
  /// is none, the most reduced mesh within the limit, and a warning to the context.
  Level within(const LevelBudget& budget);

 private:
  /// Parts of the full plan and of a reduced plan that stray from the other surface.
  struct Strays {
    PlanParts lost, risen;
  };

  bool find_lightest();
  bool settle();
  ReducedPlan plan_of(int step);
  Level level_of(const ReducedPlan& reduced) const;
  Strays strays_of(const ReducedPlan& reduced, double limit);
  bool is_valid(const ReducedPlan& reduced) const;
  bool is_too_tangled() const;
  void keep(const PlanParts& lost, const ReducedPlan& reduced, int round);
  double reach_of(std::uint32_t axis) const;
  bool moves_near(const LeafPlace& leaf) const;
  bool is_moved(std::uint32_t leaf, const ReducedPlan& reduced) const;
  void keep_axis(std::uint32_t axis);
  void refine_bark(const ReducedPlan& reduced);
  void hold_back(const PlanParts& risen, const ReducedPlan& reduced);
  void tell_of_excess(const LevelBudget& budget, std::size_t count) const;
  void tell_of_tangle(const LevelBudget& budget) const;

  const PlantMeshParams& params_;
  const PlantSupplies& supplies_;
  const RunContext& context_;
  RunContext quiet_;
  PlantPlan full_;
  mesh::Soup soup_, triangles_;
  double longest_side_;  ///< longest side of the full mesh's bounding box, metres
  ReducedPlanner planner_;
  std::vector<std::uint32_t> order_;  ///< leaves, most important first
  std::optional<mesh::SurfaceTree> tree_;
  double limit_ = 0;
  std::uint64_t visits_ = 0;
  SilhouetteNeeds needs_{};
  bool lightest_is_known_ = false;
  bool has_lightest_ = false;
};

/// The mesh within the limit on triangles of `params`, or with all triangles if there is no limit.
Level finest_level(LevelMaker& maker, const PlantMeshParams& params);

}  // namespace weald::plant
