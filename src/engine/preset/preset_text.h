#pragma once
// From files and --set flags to one merged node tree: extends, overrides, and where each value came from.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "schema/node.h"

namespace weald::preset {

/// What one preset is made from.
struct PresetRequest {
  std::string path;                 ///< preset file as the user wrote it; "-" reads standard input
  std::vector<std::string> set;     ///< --set flags, each "path=value"
  std::optional<std::string> seed;  ///< --seed flag; a --set of the preset's seed beside it is an error
  std::optional<std::string>
      text;  ///< the preset itself, where it is at hand; `path` then only names it and its folder
};

/// The merged tree and the files it was read from.
struct PresetText {
  schema::Node root;
  std::vector<std::string> files;        ///< the preset and its bases, in the order they were read
  std::string directory;                 ///< the folder of the preset
  std::vector<std::string> directories;  ///< by source number: the folder that relative paths in it count from

  /// Keeps `content` under `name` as a source of values that stand in none of the files, and returns its number.
  /// Relative paths in it count from the folder `from`; unset: from the folder of the preset.
  std::uint32_t add_source(std::string name, std::string content, Sources& sources,
                           const std::optional<std::string>& from = std::nullopt);
  /// Adds the source `name` and applies its text to the tree; see apply_set().
  void set(std::string name, const std::string& assignment, Sources& sources, Diagnostics& diagnostics,
           const std::optional<std::string>& from = std::nullopt);
};

/// Most presets in a chain of `extends`.
inline constexpr std::size_t kMaxExtendsDepth = 16;
/// Most files that one preset is read from; one that is extended twice counts twice.
inline constexpr std::size_t kMaxFiles = 64;

/// Reads the preset, merges what it extends (maps merge, lists and scalars replace, a null removes the key, a stage of
/// another kind replaces the stage), and applies --seed and --set as further located sources. Unset when a file could
/// not be read as a map; a --set that cannot be applied is reported and passed over, so that later errors show as well.
/// Throws IoError when the preset file itself cannot be opened.
std::optional<PresetText> read_preset_text(const PresetRequest& request, Sources& sources, Diagnostics& diagnostics);

/// Merges `over` into `base` by the rules above.
void merge(schema::Node& base, schema::Node over);

/// Applies one `path=value` to the tree; errors are placed in `source`, whose text is the flag's text.
/// The path is `seed` (where there are `seeds`, it leaves that one), `seeds` (takes the place of `seed`),
/// `outputs.N.key`, or `stage.key`, with further
/// `.key` and `.N` (list index) steps.
void apply_set(schema::Node& root, std::uint32_t source, std::string_view text, Diagnostics& diagnostics);

/// Applies one `key=value` to `node`, a map or null, inside which the path starts; further as apply_set. `flag` names
/// what the text was given to, for messages ("--picture").
void apply_inside(schema::Node& node, std::uint32_t source, std::string_view flag, std::string_view text,
                  Diagnostics& diagnostics);

}  // namespace weald::preset
