#pragma once
// The sizes of outputs and the time of work as printed by weald check and weald build --dry-run before anything is
// built.

#include <cstddef>
#include <string>

#include "data/estimate.h"

namespace weald::app {

/// "1.2 MB" if exact, "about 1.2 MB", "at most 1.2 MB", "at least 1.2 MB", or "size unknown until built". `bytes` is
/// the size of so many files together.
std::string file_size_text(const Amount& bytes, std::size_t files = 1);

/// "about 14 seconds", "less than a second", "at least 14 seconds" or "time unknown until built", on one core.
std::string work_text(const Amount& seconds);

}  // namespace weald::app
