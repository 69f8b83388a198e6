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

}  // namespace weald::billboard
