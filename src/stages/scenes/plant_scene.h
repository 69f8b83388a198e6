#pragma once
// plant_scene: a plant whose leaves are instances of a few meshes.

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/scene.h"
#include "stages/plants/skin/plant_params.h"
#include "stages/plants/skin/plant_plan.h"

namespace weald::scene {

/// The parameters of plant_mesh, and the number of variants.
struct PlantSceneParams : plant::PlantMeshParams {
  int variants = 6;
};

/// The plant that plant_mesh makes of `skeleton`, as a scene. The prototype `bark` has the wood and the turtle's
/// polygons. Each kind of leaf has at most `variants` prototypes of different colours: its leaves are sorted by
/// brightness and divided into equal parts. A leaf takes 136 bytes, independent of its model. Leaves have the normals
/// of their model, not those of the crown, and no vertex colours. Only wood has wind data, with a warning if it was
/// requested. Errors as for plant::plant_soup().
Scene plant_scene(const lsystem::Skeleton& skeleton, const PlantSceneParams& params,
                  const plant::PlantSupplies& supplies, const RunContext& context);

/// The stage `plant_scene`.
struct PlantScene {
  using Params = PlantSceneParams;
  /// The number of leaves is derived from the skeleton.
  static Estimate estimate(const Params&, const schema::Estimates&) {
    Estimate result;
    result.scene = SceneCounts{};
    return result;
  }
  static Scene run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
    return plant_scene(inputs[params.from], params, plant::supplies_of(params, inputs), context);
  }
};

}  // namespace weald::scene

namespace weald::schema {

template <>
struct Schema<scene::PlantSceneParams> {
  using P = scene::PlantSceneParams;
  static constexpr std::string_view kind = "plant_scene";
  static constexpr std::string_view summary =
      "Covers a skeleton like plant_mesh, but as a scene whose leaves are instances of a few shared meshes.";
  static constexpr auto fields =
      joined(Schema<plant::PlantMeshParams>::common_fields,
             Fields{Field{&P::variants, "variants", "Number of meshes per kind of leaf, which differ in colour.", "",
                          Range{1, 64}}});
  /// As for plant_mesh.
  static void check(const P& p, Checker& checker) { Schema<plant::PlantMeshParams>::check(p, checker); }
};

}  // namespace weald::schema
