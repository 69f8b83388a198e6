#include "billboard/card_material.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "mesh/analysis.h"

namespace weald::billboard {

namespace {

constexpr float kCutout = 0.5f;

/// How much light falls through the cards: as through what most of the surface is made of, which may be wood.
std::optional<float> translucency_of(const mesh::Mesh& mesh) {
  std::vector<double> area(mesh.materials.size(), 0.0);
  for (std::uint32_t i = 0; i < mesh.face_count(); ++i) {
    const mesh::FaceId face{i};
    area[mesh.groups[mesh.group_of(face)].material] += glm::length(mesh::vector_area(mesh, face));
  }
  const auto largest = std::max_element(area.begin(), area.end()) - area.begin();
  const mesh::Material& material = mesh.materials[static_cast<std::size_t>(largest)];
  return material.two_sided ? material.translucency : 0.0f;
}

}  // namespace

mesh::Material card_material(const mesh::Mesh& shown, std::string name, const AtlasImages& images,
                             const CardFinish& finish) {
  mesh::Material material{std::move(name), Vec3f{1}, 0.9f, true};
  material.texture = mesh::Texture{std::string(finish.picture), std::make_shared<const Image>(images.colours), kCutout};
  material.normals = mesh::Texture{"normals", std::make_shared<const Image>(images.normals), 0};
  material.translucency = translucency_of(shown);
  return mesh::finished(std::move(material), finish.params, finish.roughness);
}

}  // namespace weald::billboard
