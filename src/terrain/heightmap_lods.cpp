#include "terrain/heightmap_lods.h"

#include <utility>

namespace weald::terrain {

std::vector<mesh::Mesh> mesh_lods(const Heightmap& map, const HeightmapLodsParams& params, std::uint64_t seed) {
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
  std::vector<double> max_errors{params.max_error};
  while (max_errors.size() < kLods) max_errors.push_back(max_errors.back() * params.factor);
  return mesh_heightmap_levels(map, of_mesh, max_errors, seed);
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
