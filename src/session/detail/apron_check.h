#pragma once
// The aprons of a world's stages: those of copies and meshes, beside that of the world.

#include "base/diagnostics.h"
#include "engine/graph/graph.h"
#include "engine/preset/world_params.h"

namespace weald::session {

/// Reports each stage that is built for a tile and has another `apron` than the world: an error if it places copies on
/// the land, since tiles would not have each of them once; a warning if meshes of neighbouring tiles do not meet for
/// that reason. Warns of an apron narrower than the `step` of a mesh, which has no effect. `tile` is the graph of a
/// tile. False after an error.
bool check_aprons(const pipeline::Graph& tile, const preset::WorldParams& params, Diagnostics& diagnostics);

}  // namespace weald::session
