#pragma once
// The stage `plant_lods`: a plant as a chain of ever lighter meshes of one skeleton.

#include <array>
#include <tuple>
#include <vector>

#include "core/run_context.h"
#include "lsystem/skeleton.h"
#include "mesh/mesh.h"
#include "plant/plant_params.h"
#include "plant/plant_plan.h"
#include "schema/part.h"

namespace weald::plant {

/// The parameters of plant_mesh, and the sizes of the lighter meshes.
struct PlantLodsParams : PlantMeshParams {
  double lod1 = 0.4;
  double lod2 = 0.2;
};

/// The plan of a lighter mesh with about `share` of the triangles of `full`: tubes with fewer sides and rings, the
/// smallest twigs left out, leaves thinned (see plant/leaf_thinning.h) and their models made plainer. The skeleton,
/// radii and light are those of the full plan; nothing is drawn anew. Pre: 0 < share < 1.
PlantPlan lighter_plan(const PlantPlan& full, const lsystem::Skeleton& skeleton, const PlantMeshParams& params,
                       double share, const RunContext& context);

/// The meshes from the finest, that of plant_mesh, on. Errors as of plant_soup.
std::vector<mesh::Mesh> plant_lods(const lsystem::Skeleton& skeleton, const PlantLodsParams& params,
                                   const PlantSupplies& supplies, const RunContext& context);

/// Stage `plant_lods`: the full mesh and, as parts, two lighter ones.
struct PlantLods {
  using Params = PlantLodsParams;
  using Result = schema::WithParts<mesh::Mesh, mesh::Mesh>;
  static constexpr std::array kParts{
      schema::part<mesh::Mesh>("lod1", "", "The mesh with the share 'lod1' of the triangles."),
      schema::part<mesh::Mesh>("lod2", "", "The mesh with the share 'lod2' of the triangles.")};
  static Result run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::plant

namespace weald::schema {

template <>
struct Schema<plant::PlantLodsParams> {
  using P = plant::PlantLodsParams;
  static constexpr std::string_view kind = "plant_lods";
  static constexpr std::string_view summary =
      "Covers a skeleton as plant_mesh does, and twice more with fewer triangles, for levels of detail.";
  static constexpr auto fields = std::tuple_cat(
      Schema<plant::PlantMeshParams>::fields,
      std::tuple{
          Field{&P::lod1, "lod1",
                "Triangles of part 'lod1' as a share of the full mesh's, kept to 3 percent of it; leaves become larger "
                "as they become fewer, at most twice as long. How far the outline moves has no bound: measured on "
                "weald's seven trees with levels, by 1 to 6 percent of their height, most at the weeping willow.",
                "", Range{0.05, 0.95}},
          Field{&P::lod2, "lod2", "Triangles of part 'lod2' as a share of the full mesh's.", "", Range{0.05, 0.95}}});
  /// As for plant_mesh; the second level is the lighter one.
  static void check(const P& p, Checker& checker) {
    Schema<plant::PlantMeshParams>::check(p, checker);
    if (p.lod2 >= p.lod1) checker.error("lod2", "'lod2' must be smaller than 'lod1'");
  }
};

}  // namespace weald::schema
