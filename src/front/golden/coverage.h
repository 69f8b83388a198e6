#pragma once
// Which presets no golden tests.

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "front/golden/suite.h"

namespace weald::golden {

/// The presets that lie beside those of the suite's goldens and that none of them is made from, by name or through
/// `extends`, less those that `ignore` names. Paths as goldens.yaml would name them, sorted. `sources` are all that was
/// read for the goldens. What cannot be listed or read is passed over.
std::vector<std::string> presets_without_golden(const Suite& suite, const Sources& sources);

/// Warns of such presets, the first few by name; does nothing where there are none.
void warn_of_presets_without_golden(const std::vector<std::string>& presets, Diagnostics& diagnostics);

}  // namespace weald::golden
