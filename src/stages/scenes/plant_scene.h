#pragma once
// plant_scene: a plant whose leaves are instances of a few meshes.

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/scene.h"
#include "stages/plants/skin/plant_params.h"
#include "stages/plants/skin/plant_plan.h"

namespace weald::scene {

/// The parameters of plant_mesh, and the number of meshes per kind of leaf.
struct PlantSceneParams : plant::PlantMeshParams {
  int variants = 6;
};

/// The plant that plant_mesh makes of `skeleton`, as a scene. Prototype `bark` has the wood and the turtle's polygons.
/// Each kind of leaf has at most `variants` prototypes that differ in colour: its leaves are sorted by brightness and
/// divided into parts of equal size, one per prototype. A leaf takes 64 bytes regardless of its model. Leaves have
/// their own normals, not those of the crown, and no vertex colours or wind data; warns if wind data was requested.
/// Throws as plant::plant_soup does.
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
  /// Checks the parameters as for plant_mesh.
  static void check(const P& p, Checker& checker) { Schema<plant::PlantMeshParams>::check(p, checker); }
};

}  // namespace weald::schema
