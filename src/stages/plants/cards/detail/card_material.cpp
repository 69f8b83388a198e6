#include "stages/plants/cards/detail/card_material.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "stages/plants/cards/detail/shown_mesh.h"

namespace weald::billboard {

namespace {

constexpr float kCutout = 0.5f;

}  // namespace

std::string picture_name(const std::string& material, std::string_view usual, std::string_view part) {
  return material == usual ? std::string(part) : fmt::format("{}.{}", material, part);
}

mesh::Material card_material(const mesh::Mesh& shown, std::string name, const AtlasImages& images,
                             const CardFinish& finish) {
  mesh::Material material{std::move(name), Vec3f{1}, 0.9f, finish.two_sided};
  material.texture = mesh::Texture{finish.colours, std::make_shared<const Image>(images.colours), kCutout};
  material.normals = mesh::Texture{finish.normals, std::make_shared<const Image>(images.normals), 0};
  material.translucency = main_translucency(shown);
  return mesh::finished(std::move(material), finish.params, finish.roughness);
}

}  // namespace weald::billboard
