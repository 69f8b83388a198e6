#pragma once
// The stage `plant_lods`: a plant as a chain of ever simpler meshes of one skeleton.

#include <array>
#include <optional>
#include <vector>

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/mesh.h"
#include "data/skeleton.h"
#include "schema/part.h"
#include "stages/plants/skin/detail/plant_supplies.h"
#include "stages/plants/skin/plant_params.h"
#include "stages/plants/skin/plant_plan.h"

namespace weald::plant {

/// The parameters of plant_mesh, and the sizes of the simpler meshes.
struct PlantLodsParams : PlantMeshParams {
  double lod1 = 0.4;
  double lod2 = 0.2;
  std::optional<int> lod1_triangles;
  std::optional<int> lod2_triangles;
};

/// The result of plant_lods.
struct PlantLevels {
  std::vector<mesh::Mesh> meshes;  ///< from the finest on
  std::optional<mesh::Mesh> hero;  ///< the mesh of all triangles, if wanted
};

/// Makes the meshes, finest first; the finest one equals that of plant_mesh, and no mesh has more triangles than the
/// previous one. Every point of a mesh is within `silhouette` times the longest side of the full plant's box of the
/// surface of the plant without 'triangles', and vice versa; no silhouette moves farther, seen from any side. For the
/// parts that are kept to achieve this, see stages/plants/skin/detail/silhouette.h. The hero is made only if it is in
/// `wanted`; the levels are always made. Throws as plant_soup does.
PlantLevels plant_lods(const lsystem::Skeleton& skeleton, const PlantLodsParams& params, const PlantSupplies& supplies,
                       const RunContext& context, const schema::WantedParts& wanted = {});

/// Stage `plant_lods`: a mesh and, as parts, two simpler meshes and the mesh without a budget.
struct PlantLods {
  using Params = PlantLodsParams;
  static double seconds_each(const Params&) { return 1e-6; }
  using Result = schema::WithParts<mesh::Mesh, mesh::Mesh>;
  static constexpr std::array kParts{
      schema::part<mesh::Mesh>("lod1", "",
                               "The mesh with the share 'lod1' of the triangles, or with "
                               "'lod1_triangles'."),
      schema::part<mesh::Mesh>("lod2", "",
                               "The mesh with the share 'lod2' of the triangles, or with "
                               "'lod2_triangles'."),
      schema::part<mesh::Mesh>("hero", "", "The mesh with all triangles, regardless of 'triangles'.")};
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static void require_inputs(const Params& params, const schema::Estimates& inputs) {
    require_supplies(params, inputs);
  }
  static Result run(const Params& params, const schema::Inputs& inputs, const RunContext& context,
                    const schema::WantedParts& wanted = {});
};

}  // namespace weald::plant

namespace weald::schema {

template <>
struct Schema<plant::PlantLodsParams> {
  using P = plant::PlantLodsParams;
  static constexpr std::string_view kind = "plant_lods";
  static constexpr std::string_view summary =
      "Covers a skeleton like plant_mesh, and adds two meshes with fewer triangles for levels of detail.";
  static constexpr auto fields = joined(
      Schema<plant::PlantMeshParams>::fields,
      Fields{
          Field{&P::lod1, "lod1",
                "Triangles of part 'lod1' as a share of the finest mesh's. The fewer leaves remain, the larger they "
                "are, up to four times as long. If 'silhouette' needs more triangles, there are more, with a "
                "warning.",
                "", Range{0.01, 0.95}},
          Field{&P::lod2, "lod2", "Triangles of part 'lod2' as a share of the finest mesh's.", "", Range{0.01, 0.95}},
          Field{&P::lod1_triangles, "lod1_triangles",
                "Most triangles of part 'lod1', instead of the share; never more than the finest mesh has.", "",
                plant::kBudgetRange},
          Field{&P::lod2_triangles, "lod2_triangles",
                "Most triangles of part 'lod2', instead of the share; never more than part 'lod1' has.", "",
                plant::kBudgetRange}});
  /// Checks the parameters as for plant_mesh, and that each level is simpler than the previous one.
  static void check(const P& p, Checker& checker) {
    Schema<plant::PlantMeshParams>::check(p, checker);
    if (!p.lod1_triangles && !p.lod2_triangles && p.lod2 >= p.lod1)
      checker.error("lod2", "'lod2' must be smaller than 'lod1'");
    if (p.lod1_triangles && p.lod2_triangles && *p.lod2_triangles >= *p.lod1_triangles)
      checker.error("lod2_triangles", "'lod2_triangles' must be smaller than 'lod1_triangles'");
    if (p.triangles && p.lod1_triangles && *p.lod1_triangles >= *p.triangles)
      checker.error("lod1_triangles", "'lod1_triangles' must be smaller than 'triangles'");
  }
};

}  // namespace weald::schema
