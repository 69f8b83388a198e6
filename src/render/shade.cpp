#include "render/shade.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/math.h"

namespace weald::render {

namespace {

constexpr float kExposure = 0.46f;           // brings a fully lit grey of 0.5 to the middle of the picture's range
constexpr float kTranslucency = 0.38f;       // share of light that a leaf passes on
constexpr float kGroundShadow = 0.80f;       // strength of the shadow on the ground
const Vec3f kLeafTint{1.45f, 1.60f, 0.60f};  // colour of the light inside a leaf

// Barycentric coordinates of the ray's point on the triangle's plane, clamped into the triangle.
Vec3 barycentric(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal, const Ray& ray, double& depth) {
  const double denominator = glm::dot(ray.direction, normal);
  const double distance = std::abs(denominator) > 1e-300 ? glm::dot(a - ray.origin, normal) / denominator : -1.0;
  Vec3 weights{1.0 / 3.0};
  if (distance > 0.0) {
    const Vec3 p = ray.origin + ray.direction * distance;
    const double scale = 1.0 / glm::dot(normal, normal);
    const double wb = std::clamp(glm::dot(glm::cross(p - a, c - a), normal) * scale, 0.0, 1.0);
    const double wc = std::clamp(glm::dot(glm::cross(b - a, p - a), normal) * scale, 0.0, 1.0);
    const double sum = std::max(1.0, wb + wc);
    weights = {1.0 - (wb + wc) / sum, wb / sum, wc / sum};
  }
  const Vec3 point = a * weights.x + b * weights.y + c * weights.z;
  depth = glm::dot(point - ray.origin, ray.direction) / glm::dot(ray.direction, ray.direction);
  return weights;
}

// Normals are transformed by the cofactor matrix, which needs no inverse and also exists for flattened copies.
Vec3 transform_normal(const Mat4& m, const Vec3f& normal) {
  const Vec3 x{m[0]}, y{m[1]}, z{m[2]};
  const Vec3 n{normal};
  const Vec3 cofactor = glm::cross(y, z) * n.x + glm::cross(z, x) * n.y + glm::cross(x, y) * n.z;
  return glm::dot(x, glm::cross(y, z)) < 0.0 ? -cofactor : cofactor;
}

}  // namespace

Shader::Shader(const PictureScene& scene, const Camera& camera, const PictureParams& params,
               const TriangleNumbers& numbers, const Sun& sun, const Sky& sky)
    : scene_(scene), camera_(camera), numbers_(numbers), sun_(sun), sky_(sky) {
  const SrgbTable srgb;
  top_ = srgb.linear(params.background_top);
  bottom_ = srgb.linear(params.background_bottom);
  exposure_ = kExposure * static_cast<float>(math::exp2(params.exposure));
}

Vec3f Shader::background(double y) const {
  return mix(top_, bottom_, smooth_step(0.0f, 0.62f, static_cast<float>(y / camera_.size().height)));
}

Vec3f Shader::behind(double x, double y) const {
  const Vec3f plain = background(y);
  if (!scene_.ground) return plain;
  const Ray ray = camera_.ray(x, y);
  const double distance = (scene_.ground->height - ray.origin.y) / ray.direction.y;
  if (!(distance > 0.0) || !(distance < 1e12)) return plain;
  const Vec3 point = ray.origin + ray.direction * distance;
  const double away = glm::length(Vec2{point.x, point.z} - scene_.ground->centre) / scene_.ground->radius;
  const float strength = kGroundShadow * (1.0f - smooth_step(2.0f, 5.0f, static_cast<float>(std::min(away, 10.0))));
  if (strength <= 0.0f) return plain;
  const Vec3f up{0, ray.direction.y < 0.0 ? 1 : -1, 0};
  const Receiver receiver{point, up, up};
  const Vec3f sun = scene_.colours.sun * std::max(0.0f, glm::dot(up, sun_.direction()));
  const Vec3f open_sky = (scene_.colours.zenith + scene_.colours.horizon) * 0.5f;
  const Vec3f ratio = (sun * sun_.visible(receiver) + open_sky * sky_.open_above(point)) / (sun + open_sky);
  return plain * mix(Vec3f{1.0f}, ratio, strength);
}

namespace {

// A point of the curved surface that the corners' normals suggest, above the flat triangle. From there the light does
// not meet the triangle's neighbours where the curved surface would not: shadows on coarse round things end softly.
// Source: [hanika2021].
Vec3 rounded(const Vec3& p, const std::array<Vec3, 3>& corners, const std::array<Vec3, 3>& normals,
             const Vec3f& weights) {
  Vec3 result = p;
  for (std::size_t i = 0; i < 3; ++i) {
    const double below = std::min(0.0, glm::dot(p - corners[i], normals[i]));
    result -= normals[i] * (below * static_cast<double>(weights[static_cast<int>(i)]));
  }
  return result;
}

}  // namespace

Shader::Hit Shader::hit(const SurfaceItem& item, std::uint32_t triangle, const Ray& ray) const {
  const Surface& surface = *item.surface;
  const TriangleIndices& points = surface.triangles[triangle];
  const TriangleIndices& normals = surface.normals_of(triangle);
  const Mat4& m = item.world_from_surface;
  const Vec3 a = transform_point(m, surface.positions[points[0]]), b = transform_point(m, surface.positions[points[1]]),
             c = transform_point(m, surface.positions[points[2]]);
  const Vec3 plane = glm::cross(b - a, c - a);
  Hit result;
  const Vec3f w{barycentric(a, b, c, plane, ray, result.depth)};
  Vec3 geometric = normalized_or(plane, {0, 1, 0});
  if (glm::dot(geometric, ray.direction) > 0.0) geometric = -geometric;
  std::array<Vec3, 3> corner_normals;
  Vec3 normal{0};
  for (std::size_t i = 0; i < 3; ++i) {
    Vec3& n = corner_normals[i] = normalized_or(transform_normal(m, surface.normals[normals[i]]), geometric);
    if (glm::dot(n, geometric) < 0.0) n = -n;
    normal += n * static_cast<double>(w[static_cast<int>(i)]);
  }
  const Vec3 position = a * static_cast<double>(w.x) + b * static_cast<double>(w.y) + c * static_cast<double>(w.z);
  result.receiver = {rounded(position, {a, b, c}, corner_normals, w), Vec3f{normalized_or(normal, geometric)},
                     Vec3f{geometric}};
  result.colour = surface.material_of(triangle).colour;
  if (!surface.colours.empty()) {
    result.colour *=
        surface.colours[points[0]] * w.x + surface.colours[points[1]] * w.y + surface.colours[points[2]] * w.z;
  }
  return result;
}

void Shader::light(LightCache& cache, const Hit& hit, bool both) const {
  const bool near = std::abs(hit.depth - cache.depth) <= hit.depth * (2.0 / camera_.focal());
  if (cache.filled && cache.both_sides == both && near && glm::dot(cache.normal, hit.receiver.normal) > 0.95f) return;
  cache.filled = true;
  cache.both_sides = both;
  cache.depth = hit.depth;
  cache.normal = hit.receiver.normal;
  const float facing = glm::dot(hit.receiver.normal, sun_.direction());
  cache.sun = facing > 0.0f || both ? sun_.visible(hit.receiver) : 0.0f;
  cache.sky = sky_.at(hit.receiver, both);
}

Vec3f Shader::shaded(const Hit& hit, const SurfaceMaterial& material, const Ray& ray, const LightCache& cache) const {
  const float facing = glm::dot(hit.receiver.normal, sun_.direction());
  const Vec3f sun = scene_.colours.sun * cache.sun;
  if (material.finish == Finish::water && scene_.water) {
    return shade_water(*scene_.water, hit.receiver, ray.direction,
                       {sun, sun_.direction(), cache.sky.front, scene_.colours.horizon});
  }
  // Light that went from surface to surface where the sky is blocked takes on their colour.
  const float closed = 1.0f - cache.sky.open;
  const Vec3f front = sun * std::max(0.0f, facing) + cache.sky.front + hit.colour * (0.55f * closed);
  if (material.finish == Finish::leaf) {
    const Vec3f behind = sun * std::max(0.0f, -facing) + cache.sky.back;
    return hit.colour *
           (front * (1.0f - kTranslucency) + behind * kLeafTint * kTranslucency + hit.colour * (1.1f * closed));
  }
  Vec3f light = hit.colour * front;
  const float gloss = clamp01(1.0f - material.roughness);
  if (gloss > 0.0f && facing > 0.0f) {
    const Vec3 middle = normalized_or(Vec3{sun_.direction()} - normalized_or(ray.direction, {0, 0, -1}), {0, 1, 0});
    float highlight = std::max(0.0f, glm::dot(hit.receiver.normal, Vec3f{middle}));
    for (int i = 0; i < (gloss > 0.5f ? 6 : 4); ++i) highlight *= highlight;
    light += sun * (highlight * gloss * gloss);
  }
  return light;
}

Vec3f Shader::surface(std::uint32_t triangle, double x, double y, std::size_t& item, LightCache& cache) const {
  item = numbers_.item_of(triangle, item);
  const Ray ray = camera_.ray(x, y);
  const std::uint32_t local = triangle - numbers_.first_of(item);
  const Hit point = hit(scene_.items[item], local, ray);
  const SurfaceMaterial& material = scene_.items[item].surface->material_of(local);
  light(cache, point, material.finish == Finish::leaf);
  const Vec3f display = tone_map(shaded(point, material, ray, cache) * exposure_);
  if (scene_.haze <= 0.0f) return display;
  const double far = std::clamp((point.depth - scene_.haze_near) / (scene_.haze_far - scene_.haze_near), 0.0, 1.0);
  return mix(display, background(0.25 * camera_.size().height), scene_.haze * static_cast<float>(far * far));
}

}  // namespace weald::render
