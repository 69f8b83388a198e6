#pragma once
// Where the world of a preset lies on the Earth, according to the files that its stages read.

#include <cstddef>
#include <optional>

#include "base/diagnostics.h"
#include "data/georeference.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// The georeference in the files that `stage` and the stages before it read; unset if there is none. Reads the headers
/// of the files. Errors: StageError if two of them have different systems, or disagree by more than a metre; IoError if
/// one cannot be read.
std::optional<Georeference> georeference_of(const Graph& graph, std::size_t stage);

/// Reports, at the `crs` of an output, that its map lies in another system: that of its survey. Warns if the survey's
/// file defines one that cannot be compared with a code. Files that cannot be read are left to their stages.
void check_systems(const Graph& graph, Diagnostics& diagnostics);

/// Gives an output whose files say where the map lies the georeference of its stage. Errors: as georeference_of().
void place_on_earth(const Graph& graph, GraphOutput& output);

}  // namespace weald::pipeline
