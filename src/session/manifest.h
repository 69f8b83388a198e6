#pragma once
// Manifest: what one build was made from and what it wrote, stored beside the outputs so that --if-stale can tell
// whether they are up to date. Contains no absolute path and no time.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/graph/stage_record.h"
#include "formats/files/file_set.h"

namespace weald::session {

/// A file and the digest of its content.
struct FileRecord {
  std::string
      name;  ///< of an output: below the output folder; of an input: relative to the preset's folder, if possible
  std::uint64_t bytes = 0;
  std::string digest;  ///< Hasher::hex of its bytes
};

/// What a build was made from, and what it wrote.
struct Manifest {
  std::string weald;                          ///< version of the program
  std::string recipe;                         ///< recipe_hash()
  std::vector<pipeline::StageRecord> stages;  ///< in the order of the graph
  std::vector<schema::Node> written;          ///< the entries of `outputs`, defaults included
  std::vector<FileRecord> inputs;             ///< files that stages read; presets are covered by `stages`
  std::vector<FileRecord> outputs;
};

/// Digest of everything that determines the outputs except the content of imported files: the resolved stages with
/// their seeds, the outputs, and weald's version. Comments, the order of keys and values that equal the default do not
/// affect it.
std::string recipe_hash(const pipeline::Graph& graph);

/// What a build of `graph` would be made from; `inputs` are the files its stages read, `preset_path` as the user wrote
/// it. `outputs` stays empty. An input that cannot be read has no digest.
Manifest manifest_of(const pipeline::Graph& graph, const std::vector<std::string>& inputs,
                     const std::string& preset_path);

/// The path of the manifest of a build into `directory`: `.weald/` and the name of the first file it writes.
std::filesystem::path manifest_path(const pipeline::Graph& graph, const std::string& directory);

/// Why the files of a build into `directory` are not those that one which `now` describes would write, a sentence each;
/// empty: they are. What was built is read from the manifest at `path`.
std::vector<std::string> stale_reasons(const std::filesystem::path& path, const Manifest& now,
                                       const std::string& directory);

/// Writes the manifest to `path`, as one of `files`, with the files that were written into `directory` as its outputs.
void write_manifest(const std::filesystem::path& path, Manifest manifest, const std::vector<io::WrittenFile>& written,
                    const std::string& directory, io::FileSet& files);

/// The content of a file; unset when it cannot be read.
std::optional<FileRecord> record_of(const std::filesystem::path& path, std::string name);

/// The manifest as JSON text, and back. Unset for a text that is not a manifest of this format.
std::string manifest_text(const Manifest& manifest);
std::optional<Manifest> parse_manifest(std::string_view text);

/// Why a build that `now` describes would differ from the one in `before`, a sentence each; empty if it would not.
std::vector<std::string> recipe_changes(const Manifest& before, const Manifest& now);

/// Which files of `manifest` are missing from `directory` or have changed, a sentence each.
std::vector<std::string> output_changes(const Manifest& manifest, const std::string& directory);

}  // namespace weald::session
