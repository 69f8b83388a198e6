#pragma once
// How the stages of a preset would be computed, as printed by weald build --explain-plan.

#include <optional>
#include <string>
#include <vector>

#include "engine/plan/plan.h"
#include "front/cli/console/json_report.h"

namespace weald::app {

/// The plan of one stage: {"step": "whole", "reads": ["a"], "cached": false, "frees": ["b"]}. `kept` says whether its
/// artifact is in the cache; unset: "cached" is null, since it depends on an earlier stage.
Json step_json(const pipeline::Graph& graph, const pipeline::Plan& plan, std::size_t index, std::optional<bool> kept);

/// A step as a line of text: "run; reads 'a'; then frees 'b'".
std::string step_text(const pipeline::Graph& graph, const pipeline::Plan& plan, std::size_t index,
                      std::optional<bool> kept);

}  // namespace weald::app
