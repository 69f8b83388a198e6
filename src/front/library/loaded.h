#pragma once
// A preset in memory, and the presets derived from it: with other settings, or with other outputs.

#include <string>
#include <vector>

#include <weald/weald.h>

#include "base/diagnostics.h"
#include "engine/preset/preset.h"

namespace weald::api {

/// A valid preset, with the texts that its diagnostics refer to.
struct Loaded {
  Sources sources;
  preset::PresetText text;
  preset::Preset preset;
};

/// Reads a preset. Throws IoError if its file cannot be opened.
Result<Loaded> read(const preset::PresetRequest& request);

/// The preset after the assignments, each "stage.key=value".
Result<Loaded> changed(const Loaded& loaded, const std::vector<std::string>& assignments);

/// The preset with one output per stage of `stages`, in this order.
Result<Loaded> with_stages(const Loaded& loaded, const std::vector<std::string>& stages);

/// The preset with a picture of `stage` as its only output. `settings`: "key=value" of the picture.
Result<Loaded> with_picture(const Loaded& loaded, const std::string& stage, const std::vector<std::string>& settings);

/// The stages and outputs as described to callers of the library.
std::vector<StageInfo> stages_of(const Loaded& loaded);
std::vector<OutputInfo> outputs_of(const Loaded& loaded);

}  // namespace weald::api
