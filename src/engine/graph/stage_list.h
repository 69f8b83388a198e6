#pragma once
// The list of stages. ./dev new-stage adds a line to it, in detail/stage_groups_field.cpp or
// detail/stage_groups_geometry.cpp.

#include <span>
#include <string_view>

#include "engine/graph/stage.h"

namespace weald::pipeline {

/// Every kind of stage, grouped by folder, in the order of the reference manual.
std::span<const StageKind> all_stages();

/// The kind with this name; null when there is none.
const StageKind* find_stage_kind(std::string_view kind);

}  // namespace weald::pipeline
