#pragma once
// A preset in memory, and the presets derived from it: with other settings, or with other outputs.

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "engine/preset/preset.h"
#include "front/library/report.h"

namespace weald::library {

/// A preset without errors, with the texts to which the locations of its diagnostics refer.
struct Loaded {
  Sources sources;
  preset::PresetText text;
  preset::Preset preset;
  std::vector<ReportEntry> warnings;
};

/// Reads a preset. Throws PresetError, or IoError if its file cannot be opened.
Loaded read(const preset::PresetRequest& request);

/// The preset with changed settings. `assignments`: "stage.key=value" each. Throws PresetError.
Loaded changed(const Loaded& loaded, const std::vector<std::string>& assignments);

/// The preset with one output per stage of `stages`, in this order. Throws PresetError.
Loaded with_stages(const Loaded& loaded, const std::vector<std::string>& stages);

/// The preset with a picture of `stage` as its only output. `settings`: "key=value" each, for the picture. Throws
/// PresetError.
Loaded with_picture(const Loaded& loaded, const std::string& stage, const std::vector<std::string>& settings);

/// A part of a stage; see weald_part.
struct PartInfo {
  std::string name;
  std::string_view makes;  ///< the name of a kind of artifact
};

/// A stage; see weald_stage.
struct StageInfo {
  std::string name, kind;
  std::string_view makes;  ///< the name of a kind of artifact
  std::vector<PartInfo> parts;
};

/// An output; see weald_output.
struct OutputInfo {
  std::string stage;
  std::vector<std::string> files;
};

/// The stages and the outputs of the preset, in its order.
std::vector<StageInfo> stages_of(const Loaded& loaded);
std::vector<OutputInfo> outputs_of(const Loaded& loaded);

}  // namespace weald::library
