#pragma once
// Merges files and --set flags into one node tree: extends, overrides, and where each value came from.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "schema/node.h"

namespace weald::preset {

/// The sources of one preset.
struct PresetRequest {
  std::string path;                 ///< preset file as the user wrote it; "-" reads standard input
  std::vector<std::string> set;     ///< --set flags, each "path=value"
  std::optional<std::string> seed;  ///< --seed flag; a --set of the preset's seed beside it is an error
  std::optional<std::string> text;  ///< the preset itself, if already read; `path` then only names it and its folder
};

/// The merged tree and the files it was read from.
struct PresetText {
  schema::Node root;
  std::vector<std::string> files;        ///< the preset and its bases, in the order they were read
  std::vector<std::string> directories;  ///< by source number: the folder that relative paths in it refer to
};

/// Most presets in a chain of `extends`.
inline constexpr std::size_t kMaxExtendsDepth = 16;
/// Most files that one preset is read from; a file that is extended twice counts twice.
inline constexpr std::size_t kMaxFiles = 64;

/// Reads the preset, merges what it extends (maps merge, lists and scalars replace, a null removes the key, a stage of
/// another kind replaces the stage), and applies --seed and --set as further located sources. Unset if a file could not
/// be read as a map; a --set that cannot be applied is reported and skipped, so that later errors are reported too.
/// Throws IoError if the preset file itself cannot be opened.
std::optional<PresetText> read_preset_text(const PresetRequest& request, Sources& sources, Diagnostics& diagnostics);

/// Merges `over` into `base` by the rules above.
void merge(schema::Node& base, schema::Node over);

/// Applies one `path=value` to the tree; errors are located in `source`, whose text is the flag's text. The path is
/// `seed` (selects that one of `seeds`), `seeds` (replaces `seed`), `outputs.N.key`, or `stage.key`, with further
/// `.key` and `.N` (list index) steps.
void apply_set(schema::Node& root, std::uint32_t source, std::string_view text, Diagnostics& diagnostics);

/// Applies one `key=value` to `node`, a map or null, in which the path starts; otherwise like apply_set. `flag` names
/// the option for messages ("--picture").
void apply_inside(schema::Node& node, std::uint32_t source, std::string_view flag, std::string_view text,
                  Diagnostics& diagnostics);

}  // namespace weald::preset
