#pragma once
// The variants of a preview: a preset, or one made up around a file, with each combination of swept values and with the
// one output that is to be seen.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/preview.h"
#include "app/sweep.h"
#include "preset/preset.h"

namespace weald::app {

/// One combination of values, ready to be evaluated. Its graph has exactly one output.
struct Variant {
  preset::Preset preset;
  std::vector<std::pair<std::string, std::string>> values;  ///< caption key and value, one per sweep
  render::PictureParams picture;                            ///< of its output
};

/// All variants, in the order of variant_values().
struct VariantSet {
  std::vector<Variant> variants;
  std::vector<Sweep> sweeps;
  std::string name;             ///< of the preset or file
  std::string shown;            ///< the stage whose result is seen
  bool sweeps_picture = false;  ///< a setting of the picture is swept: tiles have no common view
};

/// Reads and checks all variants before any work is done. Unset after an error; warnings of the first variant are
/// reported, those of the others would repeat them. Throws IoError when the file cannot be opened.
std::optional<VariantSet> load_variants(const PreviewRequest& request, Sources& sources, Diagnostics& diagnostics);

}  // namespace weald::app
