#include "stages/land/meshing/heightmap_lods.h"

#include <utility>

namespace weald::terrain {

namespace {

/// Parameters of the finest level.
HeightmapMeshParams finest_of(const HeightmapLodsParams& params) {
  HeightmapMeshParams of_mesh;
  static_cast<mesh::FinishParams&>(of_mesh) = params;
  of_mesh.edge_error = params.edge_error;
  of_mesh.apron = params.apron;
  of_mesh.texture_size = params.texture_size;
  of_mesh.skirt = params.skirt;
  of_mesh.material = params.material;
  of_mesh.colour = params.colour;
  of_mesh.tint = params.tint;
  of_mesh.roughness = params.roughness;
  of_mesh.from = params.from;
  of_mesh.max_error = params.max_error;
  return of_mesh;
}

}  // namespace

std::vector<mesh::Mesh> mesh_lods(const Heightmap& map, const HeightmapLodsParams& params, std::uint64_t seed) {
  std::vector<double> max_errors{params.max_error};
  while (max_errors.size() < kLods) max_errors.push_back(max_errors.back() * params.factor);
  return mesh_heightmap_levels(map, finest_of(params), max_errors, seed);
}

Estimate HeightmapLods::estimate(const Params& params, const schema::Estimates& inputs) {
  Estimate result = HeightmapMesh::estimate(finest_of(params), inputs);
  const Estimate coarser = result;  // their vertices are a subset of the finest level's
  for (const schema::PartInfo& part : kParts) result.parts.emplace_back(part.name, coarser);
  result.cause = {};
  return result;
}

HeightmapLods::Result HeightmapLods::run(const Params& params, const schema::Inputs& inputs,
                                         const RunContext& context) {
  static_assert(kParts.size() + 1 == kLods);
  std::vector<mesh::Mesh> levels = mesh_lods(inputs[params.from], params, context.seed);
  Result result{std::move(levels.front()), {}};
  for (std::size_t n = 0; n < kParts.size(); ++n) result.parts.emplace_back(kParts[n].name, std::move(levels[n + 1]));
  return result;
}

}  // namespace weald::terrain
