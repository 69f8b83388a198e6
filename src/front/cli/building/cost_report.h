#pragma once
// The sizes of outputs as printed by weald check and weald build --dry-run before anything is built.

#include <cstddef>
#include <string>

#include "data/estimate.h"
#include "front/cli/console/json_report.h"

namespace weald::app {

/// "1.2 MB" if exact, "about 1.2 MB", "at most 1.2 MB", "at least 1.2 MB", or "size unknown until built". `bytes` is
/// the size of so many files together.
std::string file_size_text(const Amount& bytes, std::size_t files = 1);

/// {"least": 12, "most": 34}: whole bytes; "most" is null if unbounded.
Json amount_json(const Amount& amount);

}  // namespace weald::app
