#pragma once
// LevelMaker: meshes of one plant that keep to a number of triangles and to a silhouette.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/run_context.h"
#include "data/mesh.h"
#include "data/skeleton.h"
#include "methods/mesh/soup.h"
#include "methods/mesh/surface_tree.h"
#include "stages/plants/skin/detail/lighter_plan.h"
#include "stages/plants/skin/detail/plant_supplies.h"
#include "stages/plants/skin/detail/silhouette.h"
#include "stages/plants/skin/plant_params.h"
#include "stages/plants/skin/plant_plan.h"

namespace weald::plant {

/// The budget of a mesh.
struct LevelBudget {
  std::size_t triangles = 0;
  std::string_view key;   ///< of the parameter that says so, for warnings
  std::string_view name;  ///< of the mesh, for warnings
};

/// A mesh and the number of its triangles.
struct Level {
  mesh::Mesh mesh;
  std::size_t triangles = 0;
};

/// Makes the meshes. A smaller budget never gives more triangles: each mesh is one of a row of 2048 that no budget has
/// a say in, ever lighter, of which those that move the silhouette too far are left out.
class LevelMaker {
 public:
  /// The arguments must outlive this. Errors as of plant_soup.
  LevelMaker(const lsystem::Skeleton& skeleton, const PlantMeshParams& params, const PlantSupplies& supplies,
             const RunContext& context);

  /// The mesh without a budget.
  Level full() const;

  /// The mesh with the most triangles that the budget has room for, within the silhouette's limit of the full one;
  /// where there is none, the lightest within the limit, and a warning to the context.
  Level within(const LevelBudget& budget);

 private:
  /// The parts of the full plan, and those of a lighter one, that stray from the other surface.
  struct Strays {
    PlanParts lost, risen;
  };

  bool find_lightest();
  bool settle();
  LighterPlan plan_of(int step);
  Level level_of(const LighterPlan& lighter) const;
  Strays strays_of(const LighterPlan& lighter, double limit);
  bool is_valid(const LighterPlan& lighter) const;
  bool is_too_tangled() const;
  void keep(const PlanParts& lost, const LighterPlan& lighter, int round);
  double reach_of(std::uint32_t axis) const;
  bool moves_near(const LeafPlace& leaf) const;
  bool is_moved(std::uint32_t leaf, const LighterPlan& lighter) const;
  void keep_axis(std::uint32_t axis);
  void refine_bark(const LighterPlan& lighter);
  void hold_back(const PlanParts& risen, const LighterPlan& lighter);
  void tell_of_excess(const LevelBudget& budget, std::size_t count) const;
  void tell_of_tangle(const LevelBudget& budget) const;

  const PlantMeshParams& params_;
  const PlantSupplies& supplies_;
  const RunContext& context_;
  RunContext quiet_;
  PlantPlan full_;
  mesh::Soup soup_, triangles_;
  double longest_side_;  ///< of the full mesh's box, metres
  LighterPlanner planner_;
  std::vector<std::uint32_t> order_;  ///< of leaves, those most worth keeping first
  std::optional<mesh::SurfaceTree> tree_;
  double limit_ = 0;
  std::uint64_t visits_ = 0;
  SilhouetteNeeds needs_{};
  bool lightest_is_known_ = false;
  bool has_lightest_ = false;
};

/// The mesh with the number of triangles that `params` ask for, or all of them.
Level finest_level(LevelMaker& maker, const PlantMeshParams& params);

}  // namespace weald::plant
