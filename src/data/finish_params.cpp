#include "data/finish_params.h"

#include <utility>

namespace weald::mesh {

Material finished(Material material, const FinishParams& params, std::optional<double> roughness) {
  if (roughness) material.roughness = static_cast<float>(*roughness);
  if (params.metallic) material.metallic = static_cast<float>(*params.metallic);
  if (params.emission) material.emission = Vec3f(*params.emission);
  if (params.emission_strength) material.emission_strength = static_cast<float>(*params.emission_strength);
  if (params.opacity) material.opacity = static_cast<float>(*params.opacity);
  if (params.uv_scale) material.uv_scale = Vec2f(*params.uv_scale);
  if (params.uv_offset) material.uv_offset = Vec2f(*params.uv_offset);
  return material;
}

}  // namespace weald::mesh
