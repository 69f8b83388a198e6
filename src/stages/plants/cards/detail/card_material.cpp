#include "stages/plants/cards/detail/card_material.h"

#include <memory>
#include <utility>

#include "stages/plants/cards/detail/surface_light.h"

namespace weald::billboard {

namespace {

constexpr float kCutout = 0.5f;

}  // namespace

mesh::Material card_material(const mesh::Mesh& shown, std::string name, const AtlasImages& images,
                             const CardFinish& finish) {
  mesh::Material material{std::move(name), Vec3f{1}, 0.9f, finish.two_sided};
  material.texture = mesh::Texture{std::string(finish.picture), std::make_shared<const Image>(images.colours), kCutout};
  material.normals = mesh::Texture{"normals", std::make_shared<const Image>(images.normals), 0};
  material.translucency = main_translucency(shown);
  return mesh::finished(std::move(material), finish.params, finish.roughness);
}

}  // namespace weald::billboard
