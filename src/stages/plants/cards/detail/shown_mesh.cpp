#include "stages/plants/cards/detail/shown_mesh.h"

#include <variant>

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

}  // namespace weald::billboard
