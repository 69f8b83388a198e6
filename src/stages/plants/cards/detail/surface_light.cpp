#include "stages/plants/cards/detail/surface_light.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "methods/mesh/analysis.h"
#include "methods/mesh/light_through.h"

namespace weald::billboard {

std::optional<float> main_translucency(const mesh::Mesh& mesh) {
  std::vector<double> area(mesh.materials.size(), 0.0);
  for (std::uint32_t i = 0; i < mesh.face_count(); ++i) {
    const mesh::FaceId face{i};
    area[mesh.groups[mesh.group_of(face)].material] += glm::length(mesh::vector_area(mesh, face));
  }
  const auto largest = std::max_element(area.begin(), area.end()) - area.begin();
  const mesh::Material& material = mesh.materials[static_cast<std::size_t>(largest)];
  return mesh::lets_light_through(material) ? material.translucency : 0.0f;
}

}  // namespace weald::billboard
