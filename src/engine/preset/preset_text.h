#pragma once
// Reads preset files and --set flags into one merged tree of nodes, in which each value has its location.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "schema/node.h"

namespace weald::preset {

/// Largest factor of the distance between samples.
inline constexpr int kMostCoarser = 1024;

/// The sources of one preset.
struct PresetRequest {
  std::string path;                 ///< preset file as the user wrote it; "-" reads standard input
  std::vector<std::string> set;     ///< --set flags, each "path=value"
  std::optional<std::string> seed;  ///< --seed flag; an error together with a --set of the preset's seed
  std::optional<std::string>
      text{};  ///< the preset's text, if it need not be read; `path` then only gives its name and folder
  std::optional<std::string> variant{};  ///< --variant flag: one of the preset's `variants`
  std::vector<std::string> sweep{};      ///< --sweep flags, each "KEY=VALUES"; see engine/preset/sweep.h
  std::vector<std::string> include{};  ///< --include folders, searched in this order; see engine/preset/preset_files.h
  int coarser = 1;                     ///< --coarser: distances between samples are multiplied by this
};

/// A preset file that is the kind of a stage.
struct Component {
  std::string file;      ///< as it is opened
  schema::Node root;     ///< merged with what it extends
  bool is_read = false;  ///< false: it cannot be read, which has been reported
};

/// True for a kind of stage that names a preset file: "pine.yaml".
bool is_component_name(std::string_view kind);

/// The merged tree and the files that it was read from.
struct PresetText {
  schema::Node root;
  std::vector<Component> components;     ///< used by the preset and by other components, each file once
  bool is_expanded = false;              ///< its values are plain: nothing is computed, and no component is looked for
  std::vector<std::string> files;        ///< the preset and its bases, in the order in which they were read
  std::string directory;                 ///< the folder of the preset
  std::vector<std::string> directories;  ///< by source number: the folder that relative paths in the source refer to
  std::vector<std::string> include;      ///< further folders of components
  int coarser = 1;                       ///< every grid has this times the distance between samples

  /// The file that a `kind` with the name of a preset file refers to.
  std::string component_file(const schema::Node& kind) const;

  /// The component that a stage's `kind` names; null if it is none that has been read.
  const Component* component_at(const schema::Node& kind) const;
  /// Whether the file that `kind` names has been looked for.
  bool is_known_component(const schema::Node& kind) const;

  /// Adds `content` under `name` as a source of values that are in none of the files, and returns its number. Relative
  /// paths in it are relative to `from`, or to the folder of the preset if that is unset.
  std::uint32_t add_source(std::string name, std::string content, Sources& sources,
                           const std::optional<std::string>& from = std::nullopt);
  /// Adds the source `name` and applies its text to the tree; see apply_set().
  void set(std::string name, const std::string& assignment, Sources& sources, Diagnostics& diagnostics,
           const std::optional<std::string>& from = std::nullopt);
};

/// Most presets in a chain of `extends`.
inline constexpr std::size_t kMaxExtendsDepth = 16;
/// Most files that one preset is read from, without components; one that is extended twice counts twice.
inline constexpr std::size_t kMaxFiles = 64;
/// Most components of a preset, with those of its components.
inline constexpr std::size_t kMaxComponents = 256;

/// Reads the preset, merges what it extends (maps merge, lists and scalars replace, a null removes the key, a stage of
/// another kind replaces the stage), and applies --seed and --set as further located sources. Unset if the YAML of a
/// file is not a map. A variant gives parameters their values before --set does. A --set that cannot be applied is
/// reported and skipped, and later errors are reported as well. Throws IoError if the preset file itself cannot be
/// opened.
std::optional<PresetText> read_preset_text(const PresetRequest& request, Sources& sources, Diagnostics& diagnostics);

/// Merges `over` into `base` by the rules above.
void merge(schema::Node& base, schema::Node over);

/// An output that a path names by its file.
struct NamedOutput {
  const schema::Node* output = nullptr;
  std::size_t length = 0;  ///< of the file's name at the beginning of the path
};

/// The output of `root` whose file `path` begins with, such as "koch.png.picture.size"; the longest name wins. Unset if
/// there is none.
std::optional<NamedOutput> named_output(const schema::Node& root, std::string_view path);

/// Applies one `path=value` to the tree; errors are located in `source`, whose text is the flag's text. The path is
/// the name of a parameter, `seed` (if the preset has `seeds`, only this seed is kept), `seeds` (which replaces
/// `seed`), `grid.key`, `outputs.FILE.key`, `outputs.N.key` or `stage.key`, these with further `.key` and `.N` (list
/// index) steps. FILE is the name of an output's file as the preset writes it.
void apply_set(schema::Node& root, std::uint32_t source, std::string_view text, Diagnostics& diagnostics);

/// Sets `value` at `path`, written at `where`, by the rules of apply_set.
void apply_value(schema::Node& root, std::string_view path, const SourceLoc& where, const schema::Node& value,
                 Diagnostics& diagnostics);

/// Gives the parameters of `root` the values that they have in its variant `name`. Reports, in `source` or at its place
/// in the preset, an unknown variant and names that are no parameters.
void apply_variant(schema::Node& root, std::uint32_t source, const std::string& name, Diagnostics& diagnostics);

/// Adds one `KEY=VALUES` of --sweep to `sweep` of `root`, and {KEY} to the names of files that do not have it. Reports
/// errors in `source`, whose text is `text`.
void apply_sweep(schema::Node& root, std::uint32_t source, std::string_view text, Diagnostics& diagnostics);

/// Turns a preset with `seeds` or `sweep` into its first sibling. Reports errors in their values.
void keep_first_sibling(schema::Node& root, Diagnostics& diagnostics);

/// Applies one `key=value` to `node`, a map or null, in which the path starts; otherwise like apply_set. `flag` is the
/// flag that messages name ("--picture").
void apply_inside(schema::Node& node, std::uint32_t source, std::string_view flag, std::string_view text,
                  Diagnostics& diagnostics);

}  // namespace weald::preset
