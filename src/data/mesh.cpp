#include "data/mesh.h"

#include "data/artifact_fields.h"

namespace weald::mesh {

bool same_picture(const std::shared_ptr<const Image>& a, const std::shared_ptr<const Image>& b) {
  return pipeline::same_value(a, b);
}

bool Texture::operator==(const Texture& other) const { return pipeline::same_value(*this, other); }

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
