#pragma once
// Manifest: the record of the inputs and outputs of one build, stored beside the outputs. --if-stale reads it to find
// out whether they are up to date. Contains no absolute path and no time.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/graph/stage_record.h"
#include "formats/files/file_digests.h"
#include "formats/files/file_set.h"

namespace weald::session {

/// A file and the digest of its content.
struct FileRecord {
  std::string
      name;  ///< of an output: below the output folder; of an input: relative to the preset's folder, if possible
  std::uint64_t bytes = 0;
  std::string digest;  ///< Hasher::hex of its bytes
};

/// The record of the inputs and outputs of a build.
struct Manifest {
  std::string weald;                          ///< version of the program
  std::string recipe;                         ///< recipe_hash()
  std::vector<pipeline::StageRecord> stages;  ///< in the order of the graph
  std::vector<schema::Node> written;          ///< the entries of `outputs`, defaults included
  std::vector<FileRecord> inputs;             ///< files that stages read; presets are covered by `stages`
  std::vector<FileRecord> outputs;
};

/// Digest of everything that determines the outputs except the content of imported files: the resolved stages with
/// their seeds, the outputs, and weald's version. It does not depend on comments, on the order of keys, or on whether a
/// default value is written out.
std::string recipe_hash(const pipeline::Graph& graph);

/// The manifest that a build of `graph` would have, with empty `outputs`. `inputs` are the files that its stages read,
/// whose digests are taken from `digests`, `preset_path` is the path as the user wrote it. An input that cannot be read
/// has an empty digest.
Manifest manifest_of(const pipeline::Graph& graph, const std::vector<std::string>& inputs,
                     const std::string& preset_path, io::FileDigests& digests);

/// The path of the manifest of a build into `directory`: `.weald/`, the name of its first output, and `.json`.
std::filesystem::path manifest_path(const pipeline::Graph& graph, const std::string& directory);

/// Compares the earlier build whose manifest is at `path`, and its files in `directory`, with the build that `now`
/// describes. Returns each reason to build again as a sentence; empty if the files are up to date.
std::vector<std::string> stale_reasons(const std::filesystem::path& path, const Manifest& now,
                                       const std::string& directory);

/// Writes the manifest to `path`, as one of `files`. Its outputs are set to the files in `written`, relative to
/// `directory`.
void write_manifest(const std::filesystem::path& path, Manifest manifest, const std::vector<io::WrittenFile>& written,
                    const std::string& directory, io::FileSet& files);

/// The size and digest of a file, under the name `name`; unset if the file cannot be read.
std::optional<FileRecord> record_of(const std::filesystem::path& path, std::string name);

/// Converts a manifest to JSON text, and back. The result of parsing is unset if the text is not a manifest of this
/// format.
std::string manifest_text(const Manifest& manifest);
std::optional<Manifest> parse_manifest(std::string_view text);

/// The differences of the build that `now` describes from the build in `before`, a sentence for each; empty if there
/// are none.
std::vector<std::string> recipe_changes(const Manifest& before, const Manifest& now);

/// The outputs of `manifest` that are missing from `directory` or have changed, a sentence for each.
std::vector<std::string> output_changes(const Manifest& manifest, const std::string& directory);

}  // namespace weald::session
