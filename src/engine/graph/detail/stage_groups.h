#pragma once
// The list of stages in two parts, which can be compiled in parallel.

#include <vector>

#include "engine/graph/stage.h"

namespace weald::pipeline {

/// Stages of fields and maps: the groups noise, filters, terrain, hydrology, maps and image.
std::vector<StageKind> field_stages();
/// Stages of curves, plants, meshes and scenes: all other groups.
std::vector<StageKind> geometry_stages();

}  // namespace weald::pipeline
