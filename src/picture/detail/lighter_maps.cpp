// What textures and normal maps need to know of a fragment.

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "picture/detail/lighter.h"

namespace weald::render {

// The level at which a texel is as long as a pixel where the pixel covers most of the texture: the plane of the
// triangle is met by the rays through the pixels at the right and below.
float Lighter::texture_detail(const SurfaceItem& item, std::uint32_t triangle, const Fragment& fragment,
                              const Vec2& size) const {
  const Surface& surface = *item.surface;
  const TriangleIndices &points = surface.triangles[triangle], &uvs = surface.uv_indices[triangle];
  const Mat4& m = item.world_from_surface;
  const Vec3 a = transform_point(m, surface.positions[points[0]]);
  const Vec3 ab = transform_point(m, surface.positions[points[1]]) - a,
             ac = transform_point(m, surface.positions[points[2]]) - a;
  const Vec3 plane = glm::cross(ab, ac);
  const Vec2 along_ab = Vec2{surface.uvs[uvs[1]] - surface.uvs[uvs[0]]} * size,
             along_ac = Vec2{surface.uvs[uvs[2]] - surface.uvs[uvs[0]]} * size;
  const double scale = 1.0 / std::max(glm::dot(plane, plane), 1e-300);
  const Camera& camera = camera_of(fragment);
  const auto texel = [&](double x, double y) {
    const Ray ray = camera.ray(x, y);
    const double facing = glm::dot(ray.direction, plane);
    const double distance = std::abs(facing) > 1e-300 ? glm::dot(a - ray.origin, plane) / facing : 0.0;
    const Vec3 p = ray.origin + ray.direction * distance - a;
    return along_ab * (glm::dot(glm::cross(p, ac), plane) * scale) +
           along_ac * (glm::dot(glm::cross(ab, p), plane) * scale);
  };
  const Vec2 here = texel(fragment.x, fragment.y);
  const double length = std::max(glm::length(texel(fragment.x + 1.0, fragment.y) - here),
                                 glm::length(texel(fragment.x, fragment.y + 1.0) - here));
  return length > 1.0 ? static_cast<float>(math::log2(std::min(length, 65536.0))) : 0.0f;
}

// What the textures of a hit say of its finish, and how far its picture is.
void Lighter::look_up(const SurfaceItem& item, std::uint32_t triangle, const Fragment& fragment,
                      Waiting& waiting) const {
  const SurfaceMaterial& material = *waiting.material;
  waiting.metallic = material.metallic;
  waiting.roughness = material.roughness;
  const auto detail_of = [&](const TextureMap& map) {
    const Vec2 size{map.width(), map.height()};
    return waiting.measured == size ? waiting.detail : texture_detail(item, triangle, fragment, size);
  };
  const TextureMap* shown = material.texture != nullptr ? material.texture.get() : material.emission_texture.get();
  if (shown != nullptr) {
    waiting.detail = detail_of(*shown);
    waiting.measured = Vec2{shown->width(), shown->height()};
  } else {
    waiting.detail = 0;
    waiting.measured.reset();
  }
  if (material.occlusion == nullptr && material.metallic_roughness == nullptr) return;
  const Surface& surface = *item.surface;
  const TriangleIndices& uvs = surface.uv_indices[triangle];
  const Vec3f& weights = waiting.hit.weights;
  Vec2 uv{0};
  for (std::size_t i = 0; i < 3; ++i)
    uv += Vec2{surface.uvs[uvs[i]]} * static_cast<double>(weights[static_cast<int>(i)]);
  if (const TextureMap* map = material.occlusion.get()) waiting.occlusion = map->colour(uv, detail_of(*map)).r;
  const TextureMap* map = material.metallic_roughness.get();
  if (map == nullptr) return;
  const Vec3f packed = map->colour(uv, detail_of(*map));
  waiting.roughness *= packed.g;
  waiting.metallic *= packed.b;
}

// Turns the normal of a hit as the material's normal map says.
void Lighter::map_normal(const SurfaceItem& item, std::uint32_t triangle, const Fragment& fragment,
                         Waiting& waiting) const {
  const Surface& surface = *item.surface;
  const TriangleIndices &points = surface.triangles[triangle], &uvs = surface.uv_indices[triangle];
  const Mat4& m = item.world_from_surface;
  const Vec3 a = transform_point(m, surface.positions[points[0]]);
  const Vec3 ab = transform_point(m, surface.positions[points[1]]) - a,
             ac = transform_point(m, surface.positions[points[2]]) - a;
  const Vec2 first{surface.uvs[uvs[0]]}, to_b = Vec2{surface.uvs[uvs[1]]} - first,
                                         to_c = Vec2{surface.uvs[uvs[2]]} - first;
  const double area = to_b.x * to_c.y - to_c.x * to_b.y;
  if (!(std::abs(area) > 1e-18)) return;
  const double sign = area < 0.0 ? -1.0 : 1.0;
  const Vec3 along_u = (ab * to_c.y - ac * to_b.y) * sign, along_v = (ac * to_b.x - ab * to_c.x) * sign;
  const bool is_mirrored = glm::dot(Vec3{m[0]}, glm::cross(Vec3{m[1]}, Vec3{m[2]})) < 0.0;
  const bool behind = (glm::dot(glm::cross(ab, ac), waiting.direction) > 0.0) != is_mirrored;
  const NormalTexture& map = *waiting.material->normals;
  const Vec2 size{map.width(), map.height()};
  const float detail = texture_detail(item, triangle, fragment, size);
  waiting.detail = detail;
  waiting.measured = size;
  Receiver& receiver = waiting.hit.receiver;
  const Vec3f& weights = waiting.hit.weights;
  const Vec2 uv = first + to_b * static_cast<double>(weights.y) + to_c * static_cast<double>(weights.z);
  receiver.normal = Vec3f{mapped_normal(map.at(uv, detail), Vec3{receiver.normal}, along_u, along_v, behind)};
}

}  // namespace weald::render
