#pragma once
// Checks of `world` in a preset against the files that its tiles write.

#include <vector>

#include "base/diagnostics.h"
#include "engine/graph/graph.h"
#include "engine/preset/world_params.h"

namespace weald::preset {

/// Reports files whose names do not tell tiles or levels apart, and several levels without a file that has them; the
/// latter at `where`, the place of `world`.
void check_world(const WorldParams& params, const SourceLoc& where, const std::vector<pipeline::OutputDecl>& outputs,
                 Diagnostics& diagnostics);

}  // namespace weald::preset
