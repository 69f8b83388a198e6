#pragma once
// Loading: presets as a command line or a caller names them, read, merged, checked and linked.

#include <string>
#include <vector>

#include "engine/preset/preset.h"
#include "session/findings.h"

namespace weald::session {

/// Which presets, and what is changed in each of them.
struct PresetChoice {
  std::vector<std::string> paths;  ///< files, or "-" for standard input
  std::vector<std::string> set;    ///< as of --set, each "path=value"
  std::string seed;                ///< empty: as in the preset
};

/// Presets that were read together.
struct LoadedPresets : Findings {
  std::vector<preset::LoadedPreset> presets;  ///< one per path
  /// True when every preset can be run.
  bool ok() const { return !diagnostics.has_errors(); }
};

/// Reads every preset. Errors and warnings stand in the result.
LoadedPresets load_presets(const PresetChoice& choice);

/// The files that were read for a preset and will be for its run: the preset, its bases, and what its stages open, each
/// once, spelled as they are reached from the command line; standard input is none.
std::vector<std::string> files_read(const preset::LoadedPreset& loaded);

/// The files among these that stages open.
std::vector<std::string> files_imported(const preset::LoadedPreset& loaded);

/// Appends those of `more` that `to` does not have.
void append_new(std::vector<std::string>& to, const std::vector<std::string>& more);

}  // namespace weald::session
