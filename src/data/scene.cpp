#include "data/scene.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/check.h"
#include "base/math/srgb.h"

namespace weald::scene {

Instance instance_at(std::uint32_t variety, const Mat4& world_from_prototype) {
  return {Vec3{world_from_prototype[3]}, Mat3f{world_from_prototype}, variety};
}

Mat4 world_from_prototype(const Instance& instance) {
  Mat4 matrix{Mat3{instance.axes}};
  matrix[3] = Vec4{instance.position, 1};
  return matrix;
}

std::vector<Variety> special_varieties(const Scene& scene) {
  for (std::size_t k = 0; k < scene.varieties.size(); ++k) {
    if (scene.varieties[k] != Variety{static_cast<std::uint32_t>(k)}) return scene.varieties;
  }
  return {};
}

std::uint32_t add_prototype(Scene& scene, Prototype prototype) {
  scene.varieties.push_back({static_cast<std::uint32_t>(scene.prototypes.size())});
  scene.prototypes.push_back(std::move(prototype));
  return static_cast<std::uint32_t>(scene.varieties.size() - 1);
}

namespace {

std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> key_of(const Variety& variety) {
  const std::uint32_t tint = static_cast<std::uint32_t>(variety.tint.red) << 16 |
                             static_cast<std::uint32_t>(variety.tint.green) << 8 | variety.tint.blue;
  return {variety.prototype, tint, std::bit_cast<std::uint32_t>(variety.data)};
}

std::uint8_t srgb_channel(double linear) {
  return static_cast<std::uint8_t>(std::clamp(std::floor(srgb_of_linear(linear) * 255 + 0.5), 0.0, 255.0));
}

}  // namespace

VarietyTable::VarietyTable(std::vector<Variety> varieties) : varieties_(std::move(varieties)) {
  for (std::size_t i = 0; i < varieties_.size(); ++i)
    numbers_.emplace(key_of(varieties_[i]), static_cast<std::uint32_t>(i));
}

std::uint32_t VarietyTable::index_of(const Variety& variety) {
  const auto [found, is_new] = numbers_.emplace(key_of(variety), static_cast<std::uint32_t>(varieties_.size()));
  if (is_new) varieties_.push_back(variety);
  return found->second;
}

Vec3f linear_factors(const Tint& tint) {
  const auto linear = [](std::uint8_t channel) { return linear_of_srgb(channel / 255.0); };
  return Vec3f{Vec3{linear(tint.red), linear(tint.green), linear(tint.blue)}};
}

Vec3f tinted(const Vec3f& colour, const Tint& tint) {
  if (tint == Tint{}) return colour;
  const Vec3 factors{linear_factors(tint)};
  Vec3 result{0};
  for (int i = 0; i < 3; ++i) result[i] = srgb_of_linear(linear_of_srgb(static_cast<double>(colour[i])) * factors[i]);
  return Vec3f{result};
}

Tint operator*(const Tint& a, const Tint& b) {
  constexpr Tint kWhite;
  if (a == kWhite) return b;
  if (b == kWhite) return a;
  const Vec3 product = Vec3{linear_factors(a)} * Vec3{linear_factors(b)};
  return {srgb_channel(product.x), srgb_channel(product.y), srgb_channel(product.z)};
}

Rgba8 tinted(const Rgba8& colour, const Tint& tint) {
  const Tint product = Tint{colour.r, colour.g, colour.b} * tint;
  return {product.red, product.green, product.blue, colour.a};
}

std::vector<std::shared_ptr<const mesh::Mesh>> meshes_of(const Scene& scene) {
  std::vector<std::shared_ptr<const mesh::Mesh>> meshes;
  for (const Prototype& prototype : scene.prototypes) {
    meshes.push_back(prototype.mesh);
    for (const LighterLevel& level : prototype.lighter) meshes.push_back(level.mesh);
    if (prototype.collision) meshes.push_back(prototype.collision);
  }
  return meshes;
}

void set_meshes(Scene& scene, std::span<const std::shared_ptr<const mesh::Mesh>> meshes) {
  std::size_t next = 0;
  const auto take = [&] {
    WEALD_CHECK(next < meshes.size());
    return meshes[next++];
  };
  for (Prototype& prototype : scene.prototypes) {
    prototype.mesh = take();
    for (LighterLevel& level : prototype.lighter) level.mesh = take();
    if (prototype.collision) prototype.collision = take();
  }
  WEALD_CHECK(next == meshes.size());
}

Bounds bounds(const Scene& scene) {
  std::vector<Bounds> of_prototypes;
  for (const Prototype& prototype : scene.prototypes) of_prototypes.push_back(mesh::bounds(*prototype.mesh));
  Bounds all;
  for (const Instance& instance : scene.instances) {
    all.add(transformed(of_prototypes[scene.prototype_index(instance)], world_from_prototype(instance)));
  }
  return all;
}

}  // namespace weald::scene
