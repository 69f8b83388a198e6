#pragma once
// The mesh that a card shows.

#include <memory>
#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/estimates.h"
#include "data/mesh.h"
#include "data/scene.h"
#include "schema/input.h"

namespace weald::billboard {

/// What a stage of cards shows.
using Shown = schema::Input<mesh::Mesh, scene::Scene>;

/// The mesh that `from` names, or the copies of the scene that it names in one mesh. Pre: `inputs` outlives the result.
/// Throws StageError (key "from") for a scene whose copies are too large for one mesh.
std::shared_ptr<const mesh::Mesh> shown_mesh(const Shown& from, const schema::Inputs& inputs,
                                             const RunContext& context);

/// Memory that shown_mesh() needs for the copies of a scene and for the mesh that they are merged into; none for a
/// mesh.
Amount shown_mesh_bytes(const Shown& from, const schema::Estimates& inputs);

/// Translucency of the material with the largest share of the surface area: 0 for an opaque one, such as wood. Pre: the
/// mesh has a material.
std::optional<float> main_translucency(const mesh::Mesh& mesh);

}  // namespace weald::billboard
