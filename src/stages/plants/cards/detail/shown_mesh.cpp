#include "stages/plants/cards/detail/shown_mesh.h"

#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

#include "methods/mesh/analysis.h"
#include "methods/mesh/light_through.h"
#include "stages/shapes/merge.h"

namespace weald::billboard {

std::shared_ptr<const mesh::Mesh> shown_mesh(const Shown& from, const schema::Inputs& inputs,
                                             const RunContext& context) {
  const auto artifact = inputs.any(from);
  if (const auto* const* mesh = std::get_if<const mesh::Mesh*>(&artifact))
    return {std::shared_ptr<const mesh::Mesh>(), *mesh};
  return std::make_shared<const mesh::Mesh>(mesh::flattened(*std::get<const scene::Scene*>(artifact), "from", context));
}

Amount shown_mesh_bytes(const Shown& from, const schema::Estimates& inputs) {
  if (!inputs[from].scene) return Amount::exactly(0);
  const Estimate merged = mesh::Merge::estimate({{from}, {}}, inputs);
  return merged.bytes + merged.scratch;
}

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
