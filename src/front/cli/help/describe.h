#pragma once
// The declarations as JSON: for describe, explain and list.

#include <nlohmann/json_fwd.hpp>

#include "engine/graph/stage.h"
#include "front/cli/console/json_report.h"

namespace weald::app {

/// Parameters as a list of objects: key, help, type with its bounds or choices, unit, required, default.
Json fields_json(const std::vector<schema::FieldInfo>& fields);

/// A kind of stage: kind, group, summary, output, parameters.
Json stage_kind_json(const pipeline::StageKind& kind);

/// Every kind of stage in short: kind, group, output, summary.
Json stage_summaries_json();

/// Every writer: artifact, extension, help, sidecars.
Json writers_json();

}  // namespace weald::app
