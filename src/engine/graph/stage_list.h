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

/// `kind` for stages that make `artifact`: a kind that differs from it in its output only, or `kind` itself. Pre:
/// `kind` is one of all_stages(), and can make the artifact.
const StageKind& kind_making(const StageKind& kind, std::string_view artifact);

}  // namespace weald::pipeline
