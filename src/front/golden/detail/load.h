#pragma once
// Converts a golden's description to a preset that can be evaluated.

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
  preset::Preset preset;             ///< with the outputs that the golden names, and the stages that they need
  std::string recipe;                ///< see front/golden/detail/recipe.h
  std::vector<std::string> folders;  ///< to which paths in the recipe are relative; the preset's folder is the first
};

/// Reads the preset of a golden with its sets, seed and outputs. A preset that cannot be read is an error at the
/// location where goldens.yaml names it; so is an output that the golden names and the preset lacks. Unset if there was
/// an error. Pre: `spec` outlives the result.
std::optional<LoadedGolden> load_golden(const Suite& suite, const GoldenSpec& spec, Sources& sources,
                                        Diagnostics& diagnostics);

}  // namespace weald::golden
