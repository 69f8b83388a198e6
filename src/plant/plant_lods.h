#pragma once
// The stage `plant_lods`: a plant as a chain of ever lighter meshes of one skeleton.

#include <array>
#include <vector>

#include "core/run_context.h"
#include "lsystem/skeleton.h"
#include "mesh/mesh.h"
#include "plant/plant_params.h"
#include "plant/plant_supplies.h"
#include "schema/part.h"

namespace weald::plant {

/// The parameters of plant_mesh, and the sizes of the lighter meshes.
struct PlantLodsParams : PlantMeshParams {
  double lod1 = 0.4;
  double lod2 = 0.2;
  double silhouette = 0.04;
};

/// The meshes from the finest, that of plant_mesh, on. No point of a lighter one is farther from the finest, nor any of
/// that one from it, than `silhouette` times the longest side of the finest's box, and so no silhouette moves farther,
/// whatever side it is seen from. What is kept for that: see plant/silhouette.h. Errors as of plant_soup.
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
  static constexpr auto fields = joined(
      Schema<plant::PlantMeshParams>::fields,
      Fields{
          Field{&P::lod1, "lod1",
                "Triangles of part 'lod1' as a share of the full mesh's, kept to 3 percent of it; leaves become larger "
                "as they become fewer, at most twice as long. There are more, with a warning, where 'silhouette' takes "
                "them.",
                "", Range{0.05, 0.95}},
          Field{&P::lod2, "lod2", "Triangles of part 'lod2' as a share of the full mesh's.", "", Range{0.05, 0.95}},
          Field{&P::silhouette, "silhouette",
                "Most that the silhouettes of lighter meshes may move, from whatever side they are seen, as a share of "
                "the "
                "longest side of the plant's box: no point of any of the surfaces is farther from the full one's, or "
                "the other way round. Twigs and leaves stay, and leaves do not grow, where that takes it.",
                "", Range{0.005, 1}}});
  /// As for plant_mesh; the second level is the lighter one.
  static void check(const P& p, Checker& checker) {
    Schema<plant::PlantMeshParams>::check(p, checker);
    if (p.lod2 >= p.lod1) checker.error("lod2", "'lod2' must be smaller than 'lod1'");
  }
};

}  // namespace weald::schema
