// Texture and normal map lookups of FragmentLighting.

#include "picture/shading/detail/fragment_lighting.h"

namespace weald::render {

// Looks up the finish of a point of a triangle in its textures, and the mip level of its colour texture. A surface
// without textures needs neither triangle nor weights.
void FragmentLighting::look_up(const SeenTriangle* triangle, const Vec3f& weights, Waiting& waiting) {
  const SurfaceMaterial& material = *waiting.material;
  waiting.metallic = material.metallic;
  waiting.roughness = material.roughness;
  const auto detail_of = [&](const TextureMap& map) {
    const Vec2f size{map.width(), map.height()};
    return waiting.measured == size ? waiting.detail : triangle->detail(waiting.x, waiting.y, size);
  };
  const TextureMap* shown = material.texture != nullptr ? material.texture.get() : material.emission_texture.get();
  if (shown != nullptr) {
    waiting.detail = detail_of(*shown);
    waiting.measured = {shown->width(), shown->height()};
  } else {
    waiting.detail = 0;
    waiting.measured = Vec2f{0};
  }
  if (material.occlusion == nullptr && material.metallic_roughness == nullptr) return;
  const Vec2 uv = triangle->uv(weights);
  if (const TextureMap* map = material.occlusion.get()) waiting.occlusion = map->colour(uv, detail_of(*map)).r;
  const TextureMap* map = material.metallic_roughness.get();
  if (map == nullptr) return;
  const Vec3f packed = map->colour(uv, detail_of(*map));
  waiting.roughness *= packed.g;
  waiting.metallic *= packed.b;
}

// Perturbs the normal of a hit by the material's normal map.
void FragmentLighting::map_normal(const SeenTriangle& triangle, Hit& hit, Waiting& waiting) {
  if (!triangle.has_directions()) return;
  const NormalTexture& map = *waiting.material->normals;
  waiting.measured = {map.width(), map.height()};
  waiting.detail = triangle.detail(waiting.x, waiting.y, waiting.measured);
  Vec3f& normal = hit.receiver.normal;
  normal = triangle.turned(normal, map.at(triangle.uv(hit.weights), waiting.detail));
}

}  // namespace weald::render
