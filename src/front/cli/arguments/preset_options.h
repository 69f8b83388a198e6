#pragma once
// The presets that a command line names.

#include "front/cli/console/context.h"
#include "session/loaded_presets.h"

namespace weald::app {

/// Options of every command that reads presets.
struct PresetOptions : session::PresetChoice {
  int threads = 0;  ///< 0: one per core
};

/// Reads every preset and reports all errors and warnings on stderr.
session::LoadedPresets load_presets(const PresetOptions& options, const Context& context);

}  // namespace weald::app
