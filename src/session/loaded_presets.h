#pragma once
// Loading: reads, merges, checks and links the presets that a command line or a caller names.

#include <string>
#include <vector>

#include "engine/preset/preset.h"
#include "session/findings.h"

namespace weald::session {

/// The presets to load, and the values that are changed in each of them.
struct PresetChoice {
  std::vector<std::string> paths;    ///< files, or "-" for standard input
  std::vector<std::string> set;      ///< like --set, each "path=value"
  std::string seed;                  ///< like --seed; empty: the preset's own seed
  std::string variant;               ///< like --variant; empty: none
  std::vector<std::string> sweep;    ///< like --sweep, each "KEY=VALUES"
  std::vector<std::string> include;  ///< like --include: folders
  int coarser = 1;                   ///< like --coarser
};

/// The request for one of the presets of a choice.
preset::PresetRequest request_for(const std::string& path, const PresetChoice& choice);

/// Presets that were read together.
struct LoadedPresets : Findings {
  std::vector<preset::LoadedPreset> presets;  ///< one per path
  /// True when every preset can be run.
  bool ok() const { return !diagnostics.has_errors(); }
};

/// Loads every preset. The result contains all errors and warnings; a preset that cannot be opened is an error.
LoadedPresets load_presets(const PresetChoice& choice);

/// The existing files that a preset and its run read: the preset, its bases and the files that its stages open, each
/// once, as paths that can be opened from the current folder. Standard input is not included.
std::vector<std::string> files_read(const preset::LoadedPreset& loaded);

/// The files of files_read() that only stages open.
std::vector<std::string> files_imported(const preset::LoadedPreset& loaded);

/// Appends the texts of `more` that `to` does not contain.
void append_new(std::vector<std::string>& to, const std::vector<std::string>& more);

}  // namespace weald::session
