#pragma once
// The description of a preset: what it is, and the parameters that --set and its users can give.

#include <string>

#include "front/cli/console/context.h"
#include "front/cli/console/json_report.h"

namespace weald::app {

/// Adds the description of the preset to `report` and, unless `json` is set, prints it. Returns the exit code; errors
/// in the preset are reported.
int explain_preset(const std::string& path, bool json, const Context& context, Json& report);

}  // namespace weald::app
