#pragma once
// A preset in memory, and the presets derived from it: with other settings, or with other outputs.

#include <string>
#include <vector>

#include <weald/weald.h>

#include "base/diagnostics.h"
#include "engine/preset/preset.h"

namespace weald::api {

/// A preset without errors, with the texts to which the locations of its diagnostics refer.
struct Loaded {
  Sources sources;
  preset::PresetText text;
  preset::Preset preset;
};

/// Reads a preset. Throws IoError if its file cannot be opened.
Result<Loaded> read(const preset::PresetRequest& request);

/// The preset with changed settings. `assignments`: "stage.key=value" each.
Result<Loaded> changed(const Loaded& loaded, const std::vector<std::string>& assignments);

/// The preset with one output per stage of `stages`, in this order.
Result<Loaded> with_stages(const Loaded& loaded, const std::vector<std::string>& stages);

/// The preset with a picture of `stage` as its only output. `settings`: "key=value" each, for the picture.
Result<Loaded> with_picture(const Loaded& loaded, const std::string& stage, const std::vector<std::string>& settings);

/// The stages and the outputs of the preset, as described to the callers of the library.
std::vector<StageInfo> stages_of(const Loaded& loaded);
std::vector<OutputInfo> outputs_of(const Loaded& loaded);

}  // namespace weald::api
