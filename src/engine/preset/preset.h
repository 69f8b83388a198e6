#pragma once
// Preset: the validated model of a preset file, ready to be evaluated.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "engine/graph/graph.h"
#include "engine/preset/preset_text.h"
#include "engine/preset/world_params.h"

namespace weald::preset {

/// The format version that this weald reads: the value of the key `weald`.
inline constexpr int kFormatVersion = 1;
/// Limits of one preset.
inline constexpr std::size_t kMaxStages = 1000;
inline constexpr std::size_t kMaxOutputs = 1000;

/// A preset without errors.
struct Preset {
  std::string name;                  ///< file name without folder and extension
  std::uint64_t seed = 0;            ///< the first of several
  std::optional<WorldParams> world;  ///< unset: its maps are not cut into tiles
  SourceLoc world_where;             ///< of the key `world`
  /// The grid that `world` cuts into tiles, if outputs have been left out; unset: it follows from the graph.
  std::optional<GridSpec> world_grid{};
  pipeline::Graph graph;
};

/// A preset with the text that it was decoded from.
struct LoadedPreset {
  PresetText text;
  std::optional<Preset> preset;  ///< unset if there was an error
};

/// The name of the preset at `path`: the file name without folder and extension; "stdin" for "-".
std::string preset_name(const std::string& path);

/// Reads, merges, decodes and links a preset. Reports all errors, each at its location. Throws IoError if the file
/// cannot be opened.
LoadedPreset load_preset(const PresetRequest& request, Sources& sources, Diagnostics& diagnostics);

/// Decodes and links a merged tree. Unset if there was an error.
std::optional<Preset> decode_preset(const PresetText& text, const std::string& name, Diagnostics& diagnostics);

}  // namespace weald::preset
