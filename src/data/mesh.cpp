#include "data/mesh.h"

namespace weald::mesh {

bool same_picture(const std::shared_ptr<const Image>& a, const std::shared_ptr<const Image>& b) {
  return a == b || (a->pixels == b->pixels && a->fine == b->fine);
}

bool Texture::operator==(const Texture& other) const {
  return name == other.name && cutout == other.cutout && same_picture(image, other.image);
}

std::vector<const Texture*> textures_of(const Material& material) {
  std::vector<const Texture*> textures;
  for (const auto* texture : {&material.texture, &material.normals, &material.occlusion, &material.metallic_roughness,
                              &material.emission_texture}) {
    if (*texture) textures.push_back(&**texture);
  }
  return textures;
}

Bounds bounds(const Mesh& mesh) {
  Bounds result;
  for (const Vec3f& p : mesh.positions) result.add(Vec3{p});
  return result;
}

}  // namespace weald::mesh
