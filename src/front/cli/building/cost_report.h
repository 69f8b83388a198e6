#pragma once
// The sizes of outputs as printed by weald check and weald build --dry-run before anything is built.

#include <string>

#include "data/estimate.h"
#include "front/cli/console/json_report.h"

namespace weald::app {

/// "1.2 MB" if exact, "about 1.2 MB", "at most 1.2 MB", "at least 1.2 MB", or "size unknown until built".
std::string file_size_text(const Amount& bytes);

/// {"least": 12, "most": 34}: whole bytes; "most" is null if unbounded.
Json amount_json(const Amount& amount);

}  // namespace weald::app
