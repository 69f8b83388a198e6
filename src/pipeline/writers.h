#pragma once
// Writers: which file formats an artifact can be written as, chosen by the extension.

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.h"
#include "core/run_context.h"
#include "io/file_set.h"
#include "pipeline/artifact_ref.h"
#include "pipeline/output.h"

namespace weald::pipeline {

/// One file format of one artifact type.
struct Writer {
  std::string_view artifact;   ///< artifact name
  std::string_view extension;  ///< with the dot, lower case
  std::string_view help;       ///< one sentence for the reference
  /// Extensions of the files written beside the main one (".json", ".mtl").
  std::span<const std::string_view> sidecars;
  void (*write)(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                const RunContext& context, io::FileSet& files);
};

/// Every writer, in the order of the reference.
std::span<const Writer> all_writers();

/// The files an output of `artifact` writes, relative to the output folder: the file itself, then its sidecars and
/// textures.
std::vector<std::string> files_of(const OutputSpec& spec, std::string_view artifact);

/// The names of the files of an OBJ's textures, without folder: NAME_1.png ...
std::vector<std::string> texture_names(const OutputSpec& spec);

/// Reports when no writer takes this artifact with this extension, or when `picture` or `depth` do not fit.
void check_writer(const OutputSpec& spec, std::string_view artifact, Diagnostics& diagnostics);

/// Writes one output into `directory`. A picture is taken from `context.store`, or kept there, where the artifact's
/// digest is known; see picture_file(). Pre: check_writer reported nothing. Errors: IoError, StageError, Interrupted.
void write_output(const OutputSpec& spec, const ArtifactRef& artifact, const std::filesystem::path& directory,
                  const RunContext& context, io::FileSet& files);

}  // namespace weald::pipeline
