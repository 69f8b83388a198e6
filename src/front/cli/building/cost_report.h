#pragma once
// The sizes of outputs as printed by weald check and weald build --dry-run before anything is built.

#include <cstddef>
#include <string>

#include "data/estimate.h"

namespace weald::app {

/// "1.2 MB" if exact, "about 1.2 MB", "at most 1.2 MB", "at least 1.2 MB", or "size unknown until built". `bytes` is
/// the size of so many files together.
std::string file_size_text(const Amount& bytes, std::size_t files = 1);

}  // namespace weald::app
