#pragma once
// Finds presets that no golden tests.

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "front/golden/suite.h"

namespace weald::golden {

/// The presets in the folders of the goldens' presets that no golden uses, directly or through `extends`, and that
/// `ignore` does not name. Paths are as goldens.yaml would name them, and sorted. `sources` are all files that were
/// read for the goldens. Unreadable folders and files are skipped.
std::vector<std::string> presets_without_golden(const Suite& suite, const Sources& sources);

/// Warns of such presets, the first few by name; does nothing if there are none.
void warn_of_presets_without_golden(const std::vector<std::string>& presets, Diagnostics& diagnostics);

}  // namespace weald::golden
