#include "stages/plants/skin/plant_lods.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "stages/plants/skin/detail/level_maker.h"
#include "stages/plants/skin/plant_mesh.h"
#include "stages/plants/skin/plant_plan.h"

namespace weald::plant {
namespace {

/// A requested reduced mesh.
struct LodWish {
  std::string_view name, share_key, count_key;
  double share;
  std::optional<int> triangles;
};

LevelBudget budget_of(const LodWish& wish, std::size_t finest, std::size_t finer) {
  const double wanted = wish.triangles.value_or(std::floor(wish.share * static_cast<double>(finest) + 0.5));
  return {std::min(static_cast<std::size_t>(wanted), finer), wish.triangles ? wish.count_key : wish.share_key,
          wish.name};
}

}  // namespace

PlantLevels plant_lods(const lsystem::Skeleton& skeleton, const PlantLodsParams& params, const PlantSupplies& supplies,
                       const RunContext& context, const schema::WantedParts& wanted) {
  LevelMaker maker(skeleton, params, supplies, context);
  Level finest = finest_level(maker, params);
  Level lod1 = maker.within(budget_of({"part 'lod1'", "lod1", "lod1_triangles", params.lod1, params.lod1_triangles},
                                      finest.triangles, finest.triangles));
  Level lod2 = maker.within(budget_of({"part 'lod2'", "lod2", "lod2_triangles", params.lod2, params.lod2_triangles},
                                      finest.triangles, lod1.triangles));
  PlantLevels levels;
  if (wanted.has("hero")) levels.hero = params.triangles ? maker.full().mesh : finest.mesh;
  for (Level* level : {&finest, &lod1, &lod2}) levels.meshes.push_back(std::move(level->mesh));
  return levels;
}

Estimate PlantLods::estimate(const Params& params, const schema::Estimates&) {
  Estimate result = plant_estimate(params);
  const auto add = [&](std::string_view name, double share, const std::optional<int>& triangles) {
    PlantMeshParams level = params;
    level.triangles = triangles;
    if (!triangles && params.triangles) level.triangles = std::max(static_cast<int>(share * *params.triangles), 1);
    result.parts.emplace_back(name, plant_estimate(level));
  };
  add("lod1", params.lod1, params.lod1_triangles);
  add("lod2", params.lod2, params.lod2_triangles);
  return result;
}

PlantLods::Result PlantLods::run(const Params& params, const schema::Inputs& inputs, const RunContext& context,
                                 const schema::WantedParts& wanted) {
  PlantLevels made = plant_lods(inputs[params.from], params, supplies_of(params, inputs), context, wanted);
  std::vector<mesh::Mesh>& meshes = made.meshes;
  Result result{std::move(meshes[0]), {{"lod1", std::move(meshes[1])}, {"lod2", std::move(meshes[2])}}};
  if (made.hero) result.parts.emplace_back("hero", *std::move(made.hero));
  return result;
}

}  // namespace weald::plant
