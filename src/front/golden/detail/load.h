#pragma once
// Loads the preset that a golden describes, ready to be evaluated.

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "engine/preset/preset.h"
#include "front/golden/suite.h"

namespace weald::golden {

/// A golden that can be run.
struct LoadedGolden {
  const GoldenSpec* spec = nullptr;
  preset::Preset preset;             ///< with only the golden's outputs, and the stages that they need
  std::string recipe;                ///< see front/golden/detail/recipe.h
  std::vector<std::string> folders;  ///< folders that relative paths refer to; the preset's own comes first
};

/// Reads the preset of a golden with its sets, seed and outputs. An unreadable preset, and an output that the preset
/// lacks, are errors at the place in goldens.yaml that names them. Unset if there was an error. Pre: `spec` outlives
/// the result.
std::optional<LoadedGolden> load_golden(const Suite& suite, const GoldenSpec& spec, Sources& sources,
                                        Diagnostics& diagnostics);

}  // namespace weald::golden
