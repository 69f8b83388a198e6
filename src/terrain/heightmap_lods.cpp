#include "terrain/heightmap_lods.h"

namespace weald::terrain {

HeightmapMeshParams params_of_level(const HeightmapLodsParams& params, int level) {
  double max_error = params.max_error;
  for (int i = 0; i < level; ++i) max_error *= params.factor;
  HeightmapMeshParams out;
  out.max_error = max_error;
  out.edge_error = params.edge_error;
  out.texture_size = params.texture_size;
  out.skirt = params.skirt;
  out.material = params.material;
  out.colour = params.colour;
  out.tint = params.tint;
  return out;
}

HeightmapLods::Result HeightmapLods::run(const Params& params, const schema::Inputs& inputs,
                                         const RunContext& context) {
  const Heightmap& map = inputs[params.from];
  const auto level = [&](int n) {
    context.progress(n / (kParts.size() + 1.0));
    return mesh_heightmap(map, params_of_level(params, n), context.seed);
  };
  Result result{level(0), {}};
  for (std::size_t n = 0; n < kParts.size(); ++n)
    result.parts.emplace_back(kParts[n].name, level(static_cast<int>(n) + 1));
  return result;
}

}  // namespace weald::terrain
