#pragma once
// The variants of a preview: a preset with each combination of swept values and the single output to show; or a file,
// of which only the picture can vary.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/preset/preset.h"
#include "engine/preset/sweep.h"
#include "front/cli/previews/preview.h"

namespace weald::app {

/// One combination of values, ready to be evaluated.
struct Variant {
  std::optional<preset::Preset> preset;                     ///< with exactly one output; unset: of a file
  std::vector<std::pair<std::string, std::string>> values;  ///< key and value, one per sweep
  render::PictureParams picture;                            ///< settings of the picture
};

/// All variants, in the order of variant_values().
struct VariantSet {
  std::vector<Variant> variants;
  std::vector<preset::Sweep> sweeps;
  pipeline::SharedArtifact content;  ///< of a file
  std::string name;                  ///< of the preset or file
  std::string shown;                 ///< the stage whose result is shown
  std::vector<std::string> read;     ///< the files that the variants are made from
  bool sweeps_picture = false;       ///< a setting of the picture is swept: tiles have no common view
};

/// Reads a file, or reads and checks all variants of a preset before any work is done. Unset after an error; warnings
/// are reported for the first variant only, since the others would repeat them. Throws IoError if the file cannot be
/// opened.
std::optional<VariantSet> load_variants(const PreviewRequest& request, session::Findings& findings);

}  // namespace weald::app
